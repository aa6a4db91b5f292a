import { api, ask } from '../../../data/api.ts'
import { askPost, type Post, useNotePost } from '../../../data/post.ts'
import type { Change, Server } from './saving.ts'

/** What a post's draft asks of the server; each answer is what every part of the page then shows. */
export function usePostServer(postId: string): Server<Post> {
  const note = useNotePost()
  return {
    async change(change: Change) {
      const { post } = await ask(api.v1.posts({ postId }).patch(change))
      if (!post) throw new Error('The server returned no post.')
      note(post)
      return post
    },
    read: () => askPost(postId),
  }
}
