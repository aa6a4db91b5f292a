import type { Post } from '../../data/post.ts'
import { Button } from '../../kit/button.tsx'
import { Notice } from '../../kit/notice.tsx'
import type { Problem } from '../../kit/problem.ts'
import { useStore } from '../../kit/store.ts'
import { Time, useCountdown } from '../../kit/time.tsx'
import type { Draft, SaveState } from './draft/draft.ts'

/** Why the text is not saved, and the next step. */
export function SaveNotice({ draft, onCompare }: { draft: Draft<Post>; onCompare?: () => void }) {
  const state = useStore(draft.state)
  if (state.kind === 'failed') return <Failed key={state.again} failed={state} onRetry={() => draft.save()} />
  if (state.kind !== 'conflict') return null
  return (
    <Notice kind="warn">
      <p>
        This post was changed elsewhere at <Time at={state.theirs.updatedAt} />. Choose the version to keep.
      </p>
      <div className="row mt-2">
        {onCompare && (
          <Button slim onClick={onCompare}>
            Compare
          </Button>
        )}
        <Button slim onClick={draft.keepMine}>
          Keep mine
        </Button>
        <Button slim onClick={draft.takeTheirs}>
          Use other version
        </Button>
      </div>
    </Notice>
  )
}

type FailedState = Extract<SaveState, { kind: 'failed' }>

function Failed({ failed: { problem, again }, onRetry }: { failed: FailedState; onRetry: () => void }) {
  const wait = useCountdown(again === null ? null : Math.max(0, Math.ceil((again - Date.now()) / 1000)))
  return (
    <Notice kind="bad">
      <div className="row">
        <span>
          Not saved. {sentenceOf(problem)} Your changes are stored in this browser
          {wait > 0 ? `. Retrying in ${wait} s.` : '.'}
        </span>
        {problem.status !== 429 && (
          <Button slim onClick={onRetry}>
            Save now
          </Button>
        )}
      </div>
    </Notice>
  )
}

/** The API's error as a sentence. */
function sentenceOf({ message }: Problem): string {
  return message.endsWith('.') ? message : `${message}.`
}
