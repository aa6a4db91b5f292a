import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, ask } from './api.ts'
import { useOrgChange, useOrgQuery } from './query.ts'
import { useOrganization } from './session.tsx'
import * as strings from './strings.ts'

export const askPost = async (postId: string) => withRevision(await ask(edits(postId).edited.get()))

export const edits = (postId: string) => api.api.app.posts({ postId })

type EditedPost = Awaited<ReturnType<ReturnType<typeof edits>['edited']['get']>>['data']
/** A post without what only its editor knows, as in answers of the API. */
type PublishedPost = Omit<Post, 'revision'>

/** A post with the text that its editor shows; `revision` is null if that text is the published one or a draft. */
export type Post = NonNullable<NonNullable<EditedPost>['post']> & Pick<NonNullable<EditedPost>, 'revision'>

export const withRevision = ({ post, revision }: NonNullable<EditedPost>): Post | null =>
  post && { ...post, revision }

/**
 * A post of any status; null if it does not exist. The loaded post stays visible while the user signs in
 * again.
 */
export function usePost(postId: string) {
  return useOrgQuery(['post', postId], () => askPost(postId), {
    // A long post is not compared with itself: its view detects changes.
    structuralSharing: false,
    placeholderData: (before: Post | null | undefined) => (before?.id === postId ? before : undefined),
  })
}

/** Updates a post from a server answer in every query. */
export function useNotePost() {
  const { id } = useOrganization()
  const client = useQueryClient()
  return (post: Post) => {
    const before = client.getQueryData<Post>([id, 'post', post.id])
    client.setQueryData([id, 'post', post.id], post)
    client.invalidateQueries({ queryKey: [id, 'posts'] })
    // Home and the counts are read again only if they depend on the change, not for every edited line.
    if (before?.status !== post.status || before.title !== post.title)
      client.invalidateQueries({ queryKey: [id, 'home'] })
  }
}

/** Updates a post from an answer about its published text; unpublished changes are read again. */
function useNotePublished() {
  const { id } = useOrganization()
  const client = useQueryClient()
  const note = useNotePost()
  return (post: PublishedPost) => {
    const before = client.getQueryData<Post>([id, 'post', post.id])
    if (!before?.revision) return note({ ...post, revision: null })
    void client.invalidateQueries({ queryKey: [id, 'post', post.id], exact: true })
  }
}

/** Checks the stored text of a post again. */
export function useCheckPost(postId: string) {
  const note = useNotePublished()
  return useMutation({
    mutationFn: () => ask(api.v1.posts({ postId }).check.post()),
    onSuccess: ({ post }) => post && note(post),
  })
}

/** Opens a session of the agent from a post, with a first message. */
export function useEditWithAgent(postId: string) {
  return useOrgChange(
    'sessions',
    (message: string) => ask(api.v2.agent.v1.session.post({ message, postId })),
    { inBackground: true },
  )
}

/** Changes or removes the slug of a post. */
export function useChangeSlug(postId: string) {
  const note = useNotePublished()
  return useMutation({
    mutationFn: (slug: string | null) => ask(api.v1.posts({ postId }).patch({ slug })),
    onSuccess: ({ post }) => post && note(post),
  })
}

/** The text of a change, its new status, and the version that it was made from. */
export type PostChange = {
  title: string
  markdown?: string
  status?: Post['status']
  expectedUpdatedAt: string
}

/**
 * Saves a change of a post. The text of a published post becomes unpublished changes, which the status
 * `published` then publishes.
 */
export async function changePost(known: Post, { status, ...change }: PostChange): Promise<Post> {
  const { id, revision } = known
  const { title, markdown, expectedUpdatedAt } = change
  if (known.status === 'draft' || markdown === undefined) {
    // The text of an empty draft cannot be sent, because a text needs words.
    const { markdown: _, ...withoutText } = change
    const isEmpty = markdown === '' && known.markdown === ''
    return patchPost(id, { ...(isEmpty ? withoutText : change), ...(status && { status }) })
  }
  const isSame = title === known.title && markdown === known.markdown
  const isSaved = isSame && (revision !== null || status === 'draft')
  const saved = isSaved
    ? known
    : withRevision(await ask(edits(id).revision.put({ title, markdown, expectedUpdatedAt })))
  if (!saved) throw new Error(strings.post.none)
  // The unpublished changes become the text of the draft.
  if (status === 'draft')
    return patchPost(id, { status, expectedUpdatedAt: saved.revision?.publishedVersion ?? saved.updatedAt })
  if (status !== 'published' || !saved.revision) return saved
  const versions = {
    expectedUpdatedAt: saved.updatedAt,
    publishedVersion: saved.revision.publishedVersion,
  }
  const published = withRevision(await ask(edits(id).revision.publication.post(versions)))
  if (!published) throw new Error(strings.post.none)
  return published
}

async function patchPost(postId: string, change: Partial<PostChange>): Promise<Post> {
  const { post } = await ask(api.v1.posts({ postId }).patch(change))
  if (!post) throw new Error(strings.post.none)
  return { ...post, revision: null }
}

/** The original Markdown of a post. */
export function useOriginal(postId: string) {
  return useOrgQuery(['post', postId, 'original'], () => ask(api.api.app.posts({ postId }).original.get()), {
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** The image of a post. */
export function usePicture(postId: string) {
  return useOrgQuery(['post', postId, 'picture'], () => ask(api.api.app.posts({ postId }).picture.get()))
}

/** Renders the image of a post from its current text. */
export function useDrawPicture(postId: string) {
  const { id } = useOrganization()
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => ask(api.api.app.posts({ postId }).picture.post()),
    onSuccess: (drawn) => {
      client.setQueryData([id, 'post', postId, 'picture'], drawn)
      // If the post is an image itself, its URL has changed.
      client.invalidateQueries({ queryKey: [id, 'post', drawn.picture?.id], exact: true })
      client.invalidateQueries({ queryKey: [id, 'posts'] })
    },
  })
}

/** The collection of a post, with its other posts. */
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

/** The URL of the organization's public page; null if it is off. */
export function usePublicPage(): string | null {
  const { id } = useOrganization()
  const { data } = useQuery(settingsOf(id))
  return data ? publicPageOf(data) : null
}

/** The same once, awaited if it is loading; undefined after an error. */
export function useFindPublicPage(): () => Promise<string | null | undefined> {
  const { id } = useOrganization()
  const client = useQueryClient()
  return () => client.ensureQueryData(settingsOf(id)).then(publicPageOf, () => undefined)
}
