import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { errorText } from './error-text.ts'
import { Notice, toSentence } from './notice.tsx'
import type { Saver, SaveState, Versioned } from './saver.ts'
import { useStore } from './store.ts'
import * as strings from './strings.ts'
import { useCountdown } from './time.tsx'

/** Why a record is not saved, and the next step. */
export function SaveNotice<Stored extends Versioned, Extra>({
  saver,
  hint,
  describeConflict,
  canKeep = () => true,
  onCompare,
}: {
  saver: Saver<Stored, Extra>
  /** Where the edits are as long as saving fails. */
  hint?: string
  describeConflict: (theirs: Stored) => ReactNode
  /** Whether the record can still be edited. */
  canKeep?: (theirs: Stored) => boolean
  onCompare?: () => void
}) {
  const state = useStore(saver.state)
  if (state.kind === 'failed')
    return <Failed key={state.again} {...state} hint={hint} onRetry={() => void saver.save()} />
  if (state.kind !== 'conflict') return null
  return (
    <Notice kind="warn">
      <p>{describeConflict(state.theirs)}</p>
      <div className="row mt-2">
        {onCompare && (
          <Button slim onClick={onCompare}>
            {strings.saveNotice.compare}
          </Button>
        )}
        {canKeep(state.theirs) && (
          <Button slim onClick={saver.keepMine}>
            {strings.saveNotice.keepMine}
          </Button>
        )}
        <Button slim onClick={saver.takeTheirs}>
          {strings.saveNotice.useOtherVersion}
        </Button>
      </div>
    </Notice>
  )
}

type FailedState = Extract<SaveState<Versioned>, { kind: 'failed' }>

function Failed({
  problem,
  again,
  hint,
  onRetry,
}: Omit<FailedState, 'kind'> & { hint?: string; onRetry: () => void }) {
  const wait = useCountdown(again === null ? null : Math.max(0, Math.ceil((again - Date.now()) / 1000)))
  return (
    <Notice kind="bad">
      <div className="row">
        <span>
          {[
            strings.saveNotice.notSaved,
            toSentence(errorText(problem.message)),
            hint,
            wait > 0 && strings.saveNotice.retrying(wait),
          ]
            .filter(Boolean)
            .join(' ')}
        </span>
        {problem.status !== 429 && (
          <Button slim onClick={onRetry}>
            {strings.saveNotice.saveNow}
          </Button>
        )}
      </div>
    </Notice>
  )
}
