import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, ask, queryOf } from './api.ts'
import { useOrganization } from './session.tsx'

type Page = NonNullable<Awaited<ReturnType<typeof api.v1.feedback.get>>['data']>
export type Entry = Page['feedback'][number]
export type FeedbackStatus = Entry['status']
export type Kind = Entry['kind']

/** The routes of one entry; the address of public intake, which has a parameter in the same place, is none of them. */
const entryRoutes = (feedbackId: string) =>
  api.v1.feedback({ feedbackId } as never) as Extract<ReturnType<typeof api.v1.feedback>, { patch: unknown }>

export type Wanted = { status: FeedbackStatus; kind: string; similar: boolean; limit: number }

/** Entries of one status, the newest first; where asked, one for each group that says the same. */
export function useEntries({ status, kind, similar, limit }: Wanted) {
  const { id } = useOrganization()
  return useQuery({
    queryKey: [id, 'feedback', { status, kind, similar, limit }],
    queryFn: () =>
      ask(
        api.v1.feedback.get({
          query: queryOf({ status, kind, limit, groupBy: similar ? 'similar' : undefined }),
        }),
      ),
    refetchInterval: 30_000,
  })
}

export function useEntry(feedbackId: string) {
  const { id } = useOrganization()
  return useQuery({
    queryKey: [id, 'feedback', feedbackId],
    queryFn: () => ask(entryRoutes(feedbackId).get()),
  })
}

/** The other entries that say the same as one. */
export function useFollowers(feedbackId: string) {
  const { id } = useOrganization()
  return useQuery({
    queryKey: [id, 'feedback', feedbackId, 'similar'],
    queryFn: () => ask(api.v1.feedback.get({ query: queryOf({ similarTo: feedbackId, limit: 100 }) })),
  })
}

/** Moves an entry to a status, with the others of its group where asked. */
export function useMove() {
  const { id } = useOrganization()
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({
      feedbackId,
      ...patch
    }: {
      feedbackId: string
      status: FeedbackStatus
      withSimilar: boolean
    }) => ask(entryRoutes(feedbackId).patch(patch)),
    onSuccess: () => {
      client.invalidateQueries({ queryKey: [id, 'feedback'] })
      client.invalidateQueries({ queryKey: [id, 'home'] })
    },
  })
}

export function useTokens() {
  const { id } = useOrganization()
  return useQuery({
    queryKey: [id, 'feedback-tokens'],
    queryFn: () => ask(api.api.app['feedback-tokens'].get()),
  })
}

export function useCreateToken() {
  const { id } = useOrganization()
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => ask(api.api.app['feedback-tokens'].post({})),
    onSuccess: () => client.invalidateQueries({ queryKey: [id, 'feedback-tokens'] }),
  })
}

export function useRevokeToken() {
  const { id } = useOrganization()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (tokenId: string) => ask(api.api.app['feedback-tokens']({ tokenId }).delete()),
    onSuccess: () => client.invalidateQueries({ queryKey: [id, 'feedback-tokens'] }),
  })
}
