import { api, ask, queryOf } from './api.ts'
import { useOrgChange, useOrgQuery } from './query.ts'

type Page = NonNullable<Awaited<ReturnType<typeof api.v1.feedback.get>>['data']>
export type Entry = Page['feedback'][number]
export type FeedbackStatus = Entry['status']
export type Kind = Entry['kind']

/**
 * The routes of one entry; the route of public intake, which has a parameter in the same position, is none of
 * them.
 */
const entryRoutes = (feedbackId: string) =>
  api.v1.feedback({ feedbackId } as never) as Extract<ReturnType<typeof api.v1.feedback>, { patch: unknown }>

export type EntryFilter = { status: FeedbackStatus; kind: string; similar: boolean; limit: number }

/** Entries of one status, newest first; on request one for each group of similar ones. */
export function useEntries({ status, kind, similar, limit }: EntryFilter) {
  return useOrgQuery(
    ['feedback', { status, kind, similar, limit }],
    () =>
      ask(
        api.v1.feedback.get({
          query: queryOf({ status, kind, limit, groupBy: similar ? 'similar' : undefined }),
        }),
      ),
    { refetchInterval: 30_000 },
  )
}

export function useEntry(feedbackId: string) {
  return useOrgQuery(['feedback', feedbackId], () => ask(entryRoutes(feedbackId).get()))
}

/** The other entries similar to one. */
export function useFollowers(feedbackId: string) {
  return useOrgQuery(['feedback', feedbackId, 'similar'], () =>
    ask(api.v1.feedback.get({ query: queryOf({ similarTo: feedbackId, limit: 100 }) })),
  )
}

/** Changes the status of an entry, and of its group on request. */
export function useMove() {
  return useOrgChange(
    'feedback',
    ({ feedbackId, ...patch }: { feedbackId: string; status: FeedbackStatus; withSimilar: boolean }) =>
      ask(entryRoutes(feedbackId).patch(patch)),
    { inBackground: true },
  )
}

export function useTokens() {
  return useOrgQuery(['feedback-tokens'], () => ask(api.api.app['feedback-tokens'].get()))
}

export function useCreateToken() {
  return useOrgChange('feedbackTokens', () => ask(api.api.app['feedback-tokens'].post({})))
}

export function useRevokeToken() {
  return useOrgChange('feedbackTokens', (tokenId: string) =>
    ask(api.api.app['feedback-tokens']({ tokenId }).delete()),
  )
}
