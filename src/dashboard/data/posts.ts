import { keepPreviousData } from '@tanstack/react-query'
import { Problem } from '../kit/problem.ts'
import { api, ask, queryOf } from './api.ts'
import { useInvalidate, useOrgChange, useOrgQuery } from './query.ts'

export type PostFilter = {
  status: string
  contentType: string
  brandIdentityId: string
  search: string
  page: number
}

const perPage = 25

const askPosts = ({ status, ...filter }: PostFilter) =>
  ask(
    api.api.app.posts.get({
      query: queryOf({ ...filter, status: status || 'draft,published', limit: perPage }),
    }),
  )

export type Post = Awaited<ReturnType<typeof askPosts>>['posts'][number]

/** A page of posts, newest first, with any status by default. */
export function usePosts(filter: PostFilter) {
  return useOrgQuery(['posts', filter], () => askPosts(filter), { placeholderData: keepPreviousData })
}

/** How much of the drafts of a type was changed before publication; of all types if it is empty. */
export function useDraftEdits(contentType: string) {
  return useOrgQuery(['posts', 'edits', contentType], () =>
    ask(api.api.app.posts.edits.get({ query: queryOf({ contentType }) })),
  )
}

type PostName = Pick<Post, 'id' | 'title'>
/** The posts of a bulk action that succeeded, and the errors of the others. */
export type Outcome = { done: PostName[]; refused: { post: PostName; problem: Problem }[] }

async function forEachPost(
  posts: PostName[],
  atOnce: number,
  act: (post: PostName) => Promise<unknown>,
): Promise<Outcome> {
  const outcome: Outcome = { done: [], refused: [] }
  const waiting = [...posts]
  async function work() {
    for (let post = waiting.shift(); post; post = waiting.shift()) {
      try {
        await act(post)
        outcome.done.push(post)
      } catch (error) {
        const problem = error instanceof Problem ? error : new Problem(0, String(error))
        outcome.refused.push({ post, problem })
      }
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return outcome
}

/** Publishes posts or moves them to drafts, one request each. */
export function useSetStatus() {
  return useOrgChange(
    'posts',
    ({ posts, status }: { posts: PostName[]; status: Post['status'] }) =>
      forEachPost(posts, 4, (post) => ask(api.v1.posts({ postId: post.id }).patch({ status }))),
    { alsoAfterError: true },
  )
}

/** Deletes posts; all requests are sent at once, also when the page is being left. */
export function useDelete() {
  const invalidate = useInvalidate()
  return async (posts: PostName[]) => {
    const outcome = await forEachPost(posts, posts.length, (post) =>
      ask(api.v1.posts({ postId: post.id }).delete(undefined, { fetch: { keepalive: true } })),
    )
    await invalidate('deletedPosts')
    return outcome
  }
}

const askCollections = (page: number) =>
  ask(api.v1.collections.get({ query: queryOf({ page, limit: perPage }) }))

export type Collection = Awaited<ReturnType<typeof askCollections>>['collections'][number]

/** A page of collections, newest first. */
export function useCollections(page: number) {
  return useOrgQuery(['collections', { page }], () => askCollections(page), {
    placeholderData: keepPreviousData,
  })
}

/** A collection with its posts. */
export function useCollection(collectionId: string) {
  return useOrgQuery(['collections', collectionId], () => ask(api.v1.collections({ collectionId }).get()))
}

export function useRenameCollection(collectionId: string) {
  return useOrgChange('collections', (name: string) =>
    ask(api.v1.collections({ collectionId }).patch({ name })),
  )
}
