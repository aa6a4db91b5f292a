import { isEditable } from '../../../data/briefs.ts'
import { Button } from '../../../kit/button.tsx'
import { Notice } from '../../../kit/notice.tsx'
import type { Problem } from '../../../kit/problem.ts'
import { Status } from '../../../kit/status.tsx'
import { useStore } from '../../../kit/store.ts'
import { Time, useCountdown } from '../../../kit/time.tsx'
import type { Draft, SaveState } from './draft.ts'

/** Whether the outline is saved. */
export function SaveStatus({ draft }: { draft: Draft }) {
  const state = useStore(draft.state)
  return <span role="status">{wordOf(state)}</span>
}

function wordOf(state: SaveState) {
  if (state.kind === 'saved') return <Status state="good">Saved</Status>
  if (state.kind === 'edited' && state.lacks) return <Status state="warn">{state.lacks}</Status>
  if (state.kind === 'edited' || state.kind === 'saving') return <Status state="busy">Saving</Status>
  return <Status state="bad">Not saved</Status>
}

/** Why it is not saved, and the next step. */
export function SaveNotice({ draft }: { draft: Draft }) {
  const state = useStore(draft.state)
  if (state.kind === 'failed')
    return <Failed key={state.again} problem={state.problem} again={state.again} onRetry={draft.save} />
  if (state.kind !== 'conflict') return null
  const { theirs } = state
  return (
    <div className="pt-4">
      <Notice kind="warn">
        <p>
          {isEditable(theirs)
            ? 'This outline was changed elsewhere at'
            : 'This outline was approved elsewhere at'}{' '}
          <Time at={theirs.updatedAt} />.{' '}
          {isEditable(theirs) ? 'Nothing was overwritten.' : 'Your later changes are not included.'}
        </p>
        <div className="row mt-2">
          {isEditable(theirs) && (
            <Button slim onClick={draft.keepMine}>
              Keep mine
            </Button>
          )}
          <Button slim onClick={draft.takeTheirs}>
            Use other version
          </Button>
        </div>
      </Notice>
    </div>
  )
}

function Failed({
  problem,
  again,
  onRetry,
}: {
  problem: Problem
  again: number | null
  onRetry: () => void
}) {
  const wait = useCountdown(again === null ? null : Math.max(0, Math.ceil((again - Date.now()) / 1000)))
  return (
    <div className="pt-4">
      <Notice kind="bad">
        <div className="row">
          <span>
            Not saved. {problem.message}
            {wait > 0 && ` Retrying in ${wait} s.`}
          </span>
          {problem.status !== 429 && (
            <Button slim onClick={onRetry}>
              Save now
            </Button>
          )}
        </div>
      </Notice>
    </div>
  )
}
