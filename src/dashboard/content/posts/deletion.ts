import { type Post, useDelete } from '../../data/posts.ts'
import { graceSeconds, holdBack, show, undo, useHidden } from '../../kit/deletion.ts'
import { toast } from '../../kit/toast.tsx'

type Doomed = Pick<Post, 'id' | 'title'>

const idsOf = (posts: Doomed[]) => posts.map(({ id }) => id)

/** Hides posts and deletes them after eight seconds; until then it can be undone. */
export function useDeletePosts() {
  const remove = useDelete()

  async function carryOut(posts: Doomed[]) {
    const { refused } = await remove(posts)
    const [first] = refused
    if (!first) return
    show(idsOf(refused.map(({ post }) => post)))
    const which = refused.length === 1 ? `“${first.post.title}”` : `${refused.length} posts`
    toast(`${which} could not be deleted. ${first.problem.message}`, { seconds: graceSeconds })
  }

  return (posts: Doomed[]) => {
    const text = posts.length === 1 ? 'Post deleted' : `${posts.length} posts deleted`
    holdBack(idsOf(posts), text, () => carryOut(posts))
  }
}

/** The posts that are hidden for deletion, and functions to delete and restore. */
export function useDeletion() {
  return { deleted: useHidden(), deletePosts: useDeletePosts(), undo }
}
