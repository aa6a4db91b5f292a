import { type Brief, isEditable } from '../../../data/briefs.ts'
import { SaveNotice } from '../../../kit/save-notice.tsx'
import { Status } from '../../../kit/status.tsx'
import { useStore } from '../../../kit/store.ts'
import { Time } from '../../../kit/time.tsx'
import type { Draft } from './draft.ts'
import { missingIn } from './outline.ts'
import * as strings from './strings.ts'

/** Whether the outline is saved. */
export function SaveStatus({ draft }: { draft: Draft }) {
  return (
    <span role="status">
      <State draft={draft} />
    </span>
  )
}

function State({ draft }: { draft: Draft }) {
  const { kind } = useStore(draft.state)
  const missing = missingIn(useStore(draft.outline))
  if (kind === 'saved') return <Status state="good">{strings.saveStatus.saved}</Status>
  if (kind === 'failed' || kind === 'conflict')
    return <Status state="bad">{strings.saveStatus.notSaved}</Status>
  if (kind === 'edited' && missing) return <Status state="warn">{missing}</Status>
  return <Status state="busy">{strings.saveStatus.saving}</Status>
}

/** The reason why the outline is not saved, with the possible actions. */
export function OutlineSaveNotice({ draft }: { draft: Draft }) {
  return (
    <div className="pt-4 empty:hidden">
      <SaveNotice saver={draft} describeConflict={describeConflict} canKeep={isEditable} />
    </div>
  )
}

function describeConflict(theirs: Brief) {
  const at = <Time at={theirs.updatedAt} />
  return isEditable(theirs)
    ? strings.saveStatus.changedElsewhere(at)
    : strings.saveStatus.approvedElsewhere(at)
}
