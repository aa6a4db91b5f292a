import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, ask } from './api.ts'
import { edits, type Post, useNotePost, withRevision } from './post.ts'
import { useOrgChange, useOrgQuery } from './query.ts'
import { useOrganization } from './session.tsx'

/** Discards the unpublished changes of a post. */
export function useDiscardRevision(postId: string, onDone: (post: Post) => void) {
  const note = useNotePost()
  return useMutation({
    mutationFn: async () => withRevision(await ask(edits(postId).revision.delete())),
    onSuccess(post) {
      if (!post) return
      onDone(post)
      note(post)
    },
  })
}

/** The versions of a post, newest first. */
export function useVersions(postId: string, updatedAt: string) {
  return useOrgQuery(['post', postId, 'versions', updatedAt], () => ask(edits(postId).versions.get()))
}

/** The text of one version of a post. */
export function useVersion(postId: string, number: number | null) {
  return useOrgQuery(
    ['post', postId, 'version', number],
    () =>
      ask(
        edits(postId)
          .versions({ number: number ?? 0 })
          .get(),
      ),
    { enabled: number !== null },
  )
}

const scheduleOf = (postId: string) => ['post', postId, 'schedule'] as const

/** When a draft will be published by itself; null if it is not scheduled. */
export function useSchedule({ id, status }: Pick<Post, 'id' | 'status'>) {
  const { data } = useOrgQuery(
    scheduleOf(id),
    async () => (await ask(api.v1.posts({ postId: id }).schedule.get())).schedule,
    { enabled: status === 'draft' },
  )
  return (status === 'draft' && data) || null
}

/** Schedules the publication of a draft. */
export function useSchedulePost(postId: string) {
  const { id } = useOrganization()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: { scheduledAt: string; timeZone: string }) =>
      ask(api.v1.posts({ postId }).schedule.post(body)),
    onSuccess: ({ schedule }) => client.setQueryData([id, ...scheduleOf(postId)], schedule),
  })
}

/** Cancels the scheduled publication of a draft. */
export function useCancelSchedule(postId: string) {
  const { id } = useOrganization()
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => ask(api.v1.posts({ postId }).schedule.delete()),
    onSuccess: () => client.setQueryData([id, ...scheduleOf(postId)], null),
  })
}

/** Creates a draft that is written by hand. */
export function useCreatePost() {
  return useOrgChange(
    'posts',
    (body: { contentType: 'changelog' | 'blog_post' | 'linkedin_post' | 'twitter_post'; title: string }) =>
      ask(api.v1.posts.post(body)),
    { inBackground: true },
  )
}
