import { useState } from 'react'
import { type Outcome, type Post, useSetStatus } from '../../data/posts.ts'
import { Button } from '../../kit/button.tsx'
import { Failure } from '../../kit/notice.tsx'
import type { Selection } from '../../kit/selection.ts'
import { SelectionEnd } from '../../kit/selection-end.tsx'
import { toast } from '../../kit/toast.tsx'
import * as strings from './strings.ts'

type Change = {
  status: Post['status']
  verb: string
  doing: string
  done: (posts: number) => string
  notDone: (refused: number, posts: number) => string
}

const publish: Change = {
  status: 'published',
  verb: strings.bulkBar.publish,
  doing: strings.bulkBar.publishing,
  done: strings.bulkBar.published,
  notDone: strings.bulkBar.notPublished,
}
const moveToDraft: Change = {
  status: 'draft',
  verb: strings.bulkBar.moveToDraft,
  doing: strings.bulkBar.moving,
  done: strings.bulkBar.movedToDraft,
  notDone: strings.bulkBar.notMovedToDraft,
}

/** The actions for selected posts. */
export function BulkBar({
  selection,
  deletePosts,
}: {
  selection: Selection<Post>
  deletePosts: (posts: Post[]) => void
}) {
  const { selected, clear } = selection
  const setStatus = useSetStatus()
  const [refused, setRefused] = useState<{ change: Change; outcome: Outcome } | null>(null)
  const busy = setStatus.isPending ? setStatus.variables.status : null

  async function act(change: Change) {
    const posts = selected.filter(({ status }) => status !== change.status)
    const outcome = await setStatus.mutateAsync({ posts, status: change.status })
    setRefused(outcome.refused.length > 0 ? { change, outcome } : null)
    if (outcome.done.length > 0) toast(change.done(outcome.done.length))
  }
  function remove() {
    deletePosts(selected)
    clear()
  }
  return (
    <section
      className="row sticky top-0 z-1 bg-surface pt-4 pb-2 max-md:top-13"
      aria-label={strings.bulkBar.selectedPosts}
    >
      <span className="strong" role="status">
        {strings.bulkBar.selected(selected.length)}
      </span>
      {[publish, moveToDraft].map((change) => (
        <Button
          key={change.status}
          busy={busy === change.status && change.doing}
          disabled={busy !== null || selected.every(({ status }) => status === change.status)}
          onClick={() => act(change)}
        >
          {change.verb}
        </Button>
      ))}
      <Button look="danger" disabled={busy !== null} onClick={remove}>
        {strings.bulkBar.delete}
      </Button>
      <SelectionEnd selection={selection} />
      {refused && <Refused {...refused} retry={() => act(refused.change)} />}
    </section>
  )
}

function Refused({ change, outcome, retry }: { change: Change; outcome: Outcome; retry: () => void }) {
  const { done, refused } = outcome
  return (
    <div className="grid basis-full gap-2 pt-1">
      <p>{change.notDone(refused.length, done.length + refused.length)}</p>
      <Failure error={refused[0]?.problem} retry={retry} />
    </div>
  )
}
