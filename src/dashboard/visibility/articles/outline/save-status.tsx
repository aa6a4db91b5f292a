import { type Brief, isEditable } from '../../../data/briefs.ts'
import { SaveNotice } from '../../../kit/save-notice.tsx'
import { Status } from '../../../kit/status.tsx'
import { useStore } from '../../../kit/store.ts'
import { Time } from '../../../kit/time.tsx'
import type { Draft } from './draft.ts'
import { missingIn } from './outline.ts'

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
  if (kind === 'saved') return <Status state="good">Saved</Status>
  if (kind === 'failed' || kind === 'conflict') return <Status state="bad">Not saved</Status>
  if (kind === 'edited' && missing) return <Status state="warn">{missing}</Status>
  return <Status state="busy">Saving</Status>
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
  return isEditable(theirs) ? (
    <>This outline was changed elsewhere at {at}. Nothing was overwritten.</>
  ) : (
    <>This outline was approved elsewhere at {at}. Your later changes are not included.</>
  )
}
