import { useStore } from '../../kit/store.ts'
import { Time } from '../../kit/time.tsx'
import type { Draft } from './draft/draft.ts'

/** Whether the text is saved. */
export function SaveStatus({ draft }: { draft: Draft }) {
  const state = useStore(draft.state)
  return (
    <span className="end muted small" role="status">
      {state.kind === 'saved' && (
        <>
          Saved <Time at={state.at} />
        </>
      )}
      {state.kind === 'edited' && 'Not saved yet'}
      {state.kind === 'saving' && 'Saving'}
      {(state.kind === 'failed' || state.kind === 'conflict') && 'Not saved'}
    </span>
  )
}
