import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, ask } from './api.ts'
import { useOrgChange, useOrgQuery } from './query.ts'
import { useOrganization } from './session.tsx'

export const askPost = async (postId: string) => (await ask(api.v1.posts({ postId }).get())).post

export type Post = NonNullable<Awaited<ReturnType<typeof askPost>>>

/** A post of any status; null where there is none. What was read before stays in sight while somebody signs in again. */
export function usePost(postId: string) {
  return useOrgQuery(['post', postId], () => askPost(postId), {
    // A long post is not compared with itself: what is shown of it knows what has changed.
    structuralSharing: false,
    placeholderData: (before: Post | null | undefined) => (before?.id === postId ? before : undefined),
  })
}

/** Shows a post as an answer of the server has it, wherever it is shown. */
export function useNotePost() {
  const { id } = useOrganization()
  const client = useQueryClient()
  return (post: Post) => {
    const before = client.getQueryData<Post>([id, 'post', post.id])
    client.setQueryData([id, 'post', post.id], post)
    client.invalidateQueries({ queryKey: [id, 'posts'] })
    // Home and the badges are asked for anew only where they tell of the change, not with every line that is typed.
    if (before?.status !== post.status || before.title !== post.title)
      client.invalidateQueries({ queryKey: [id, 'home'] })
  }
}

/** Checks the stored text of a post again. */
export function useCheckPost(postId: string) {
  const note = useNotePost()
  return useMutation({
    mutationFn: () => ask(api.v1.posts({ postId }).check.post()),
    onSuccess: ({ post }) => post && note(post),
  })
}

/** Opens a session of the agent from a post, with what is wished of it. */
export function useEditWithAgent(postId: string) {
  return useOrgChange(
    'sessions',
    (message: string) => ask(api.v2.agent.v1.session.post({ message, postId })),
    { inBackground: true },
  )
}

/** Gives a post another address, or none. */
export function useChangeSlug(postId: string) {
  const note = useNotePost()
  return useMutation({
    mutationFn: (slug: string | null) => ask(api.v1.posts({ postId }).patch({ slug })),
    onSuccess: ({ post }) => post && note(post),
  })
}

/** The Markdown of a post as it was written. */
export function useOriginal(postId: string) {
  return useOrgQuery(['post', postId, 'original'], () => ask(api.api.app.posts({ postId }).original.get()), {
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** The picture that belongs to a post. */
export function usePicture(postId: string) {
  return useOrgQuery(['post', postId, 'picture'], () => ask(api.api.app.posts({ postId }).picture.get()))
}

/** Draws the picture of a post from what it says now. */
export function useDrawPicture(postId: string) {
  const { id } = useOrganization()
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => ask(api.api.app.posts({ postId }).picture.post()),
    onSuccess: (drawn) => {
      client.setQueryData([id, 'post', postId, 'picture'], drawn)
      // Where the post is a picture itself, it has another address now.
      client.invalidateQueries({ queryKey: [id, 'post', drawn.picture?.id], exact: true })
      client.invalidateQueries({ queryKey: [id, 'posts'] })
    },
  })
}

/** The collection that a post belongs to, with its other posts. */
export function useCollection(collectionId: string | null) {
  return useOrgQuery(
    ['collections', collectionId],
    () => ask(api.v1.collections({ collectionId: collectionId ?? '' }).get()),
    { enabled: collectionId !== null },
  )
}

const settingsOf = (organizationId: string) => ({
  queryKey: [organizationId, 'organization'],
  queryFn: () => ask(api.api.app.organization.get()),
})
type Settings = Awaited<ReturnType<ReturnType<typeof settingsOf>['queryFn']>>
const publicPageOf = ({ publicPage, publicPageUrl }: Settings) => (publicPage ? publicPageUrl : null)

/** Where readers find what the organization publishes; null where it shows nothing. */
export function usePublicPage(): string | null {
  const { id } = useOrganization()
  const { data } = useQuery(settingsOf(id))
  return data ? publicPageOf(data) : null
}

/** The same for once, waited for where it is still on its way; null also where it cannot be read. */
export function useFindPublicPage(): () => Promise<string | null> {
  const { id } = useOrganization()
  const client = useQueryClient()
  return () => client.ensureQueryData(settingsOf(id)).then(publicPageOf, () => null)
}
