import { askPost, changePost, useNotePost } from '../../../data/post.ts'
import type { Server } from './saving.ts'

/** The requests of a post's draft; each answer updates all parts of the page. */
export function usePostServer(postId: string): Server {
  const note = useNotePost()
  return {
    async change(known, change) {
      const post = await changePost(known, change)
      note(post)
      return post
    },
    read: () => askPost(postId),
  }
}
