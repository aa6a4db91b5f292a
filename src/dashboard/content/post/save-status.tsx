import type { Post } from '../../data/post.ts'
import { useStore } from '../../kit/store.ts'
import { Time } from '../../kit/time.tsx'
import type { Draft } from './draft/draft.ts'
import * as strings from './strings.ts'

/** Whether the text is saved, and whether readers see it. */
export function SaveStatus({ post, draft }: { post: Post; draft: Draft }) {
  const state = useStore(draft.state)
  return (
    <span className="end muted small" role="status">
      {state.kind === 'saved' &&
        (post.revision
          ? strings.saveStatus.savedUnpublished(<Time at={state.at} />)
          : strings.saveStatus.saved(<Time at={state.at} />))}
      {state.kind === 'edited' && strings.saveStatus.notSavedYet}
      {state.kind === 'saving' && strings.saveStatus.saving}
      {(state.kind === 'failed' || state.kind === 'conflict') && strings.saveStatus.notSaved}
    </span>
  )
}
