import { api, ask } from '../../../data/api.ts'
import { askPost, useNotePost } from '../../../data/post.ts'
import type { Change, Server } from './saving.ts'
import * as strings from './strings.ts'

/** The requests of a post's draft; each answer updates all parts of the page. */
export function usePostServer(postId: string): Server {
  const note = useNotePost()
  return {
    async change(change: Change) {
      const { post } = await ask(api.v1.posts({ postId }).patch(change))
      if (!post) throw new Error(strings.draft.noPost)
      note(post)
      return post
    },
    read: () => askPost(postId),
  }
}
