import { type Post, useDelete } from '../../data/posts.ts'
import { delayDeletion, graceSeconds, show, undo, useHidden } from '../../kit/deletion.ts'
import { toast } from '../../kit/toast.tsx'
import * as strings from './strings.ts'

type DeletedPost = Pick<Post, 'id' | 'title'>

const idsOf = (posts: DeletedPost[]) => posts.map(({ id }) => id)

/** Hides posts and deletes them after eight seconds; until then it can be undone. */
export function useDeletePosts() {
  const remove = useDelete()

  async function deleteNow(posts: DeletedPost[]) {
    const { refused } = await remove(posts)
    const [first] = refused
    if (!first) return
    show(idsOf(refused.map(({ post }) => post)))
    const reason = first.problem.message
    const text =
      refused.length === 1
        ? strings.deletion.postNotDeleted(first.post.title, reason)
        : strings.deletion.postsNotDeleted(refused.length, reason)
    toast(text, { seconds: graceSeconds })
  }

  return (posts: DeletedPost[]) => {
    delayDeletion(idsOf(posts), strings.deletion.deleted(posts.length), () => deleteNow(posts))
  }
}

/** The posts that are hidden for deletion, and functions to delete and restore. */
export function useDeletion() {
  return { deleted: useHidden(), deletePosts: useDeletePosts(), undo }
}
