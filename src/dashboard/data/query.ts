import {
  type UseMutationOptions,
  type UseQueryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useOrganization } from './session.tsx'

/** The queries that a change makes stale, by the first parts of their keys. */
const staleAfter = {
  articles: ['briefs', 'gaps', 'home'],
  automations: ['schedules', 'event-triggers', 'automations', 'runs', 'home'],
  brands: ['brand-identities', 'schedules', 'event-triggers', 'automations'],
  chats: ['chats'],
  collections: ['collections'],
  competitors: ['competitors', 'gaps', 'visibility', 'geo-settings'],
  connections: ['integrations', 'schedules', 'event-triggers', 'automations', 'home'],
  conversations: ['sequences', 'scans'],
  facts: ['brand-facts'],
  feedback: ['feedback', 'home'],
  feedbackTokens: ['feedback-tokens'],
  invitations: ['invitations'],
  keys: ['keys', 'member-keys'],
  members: ['members'],
  notifications: ['notifications'],
  playedConversation: ['scans', 'visibility'],
  posts: ['posts', 'home', 'public-page', 'approvals'],
  publicPage: ['public-page'],
  domain: ['public-page', 'organization'],
  destinations: ['destinations', 'targets', 'notifications'],
  deletedPosts: ['posts', 'collections', 'home', 'approvals'],
  projects: ['projects'],
  prompts: ['prompts', 'scans'],
  brandedPrompt: ['prompts', 'visibility', 'gaps', 'home'],
  readiness: ['agent-readiness'],
  reportLinks: ['report-links'],
  rescannedPrompt: ['prompts', 'visibility', 'gaps'],
  runs: ['runs', 'home'],
  savedViews: ['saved-views'],
  scans: ['scans'],
  endedScan: ['visibility', 'gaps', 'geo-settings', 'prompts', 'competitors'],
  server: ['server'],
  settings: ['organization'],
  searchConsole: ['search-console'],
  // A call in a session may have changed the counts of the home page.
  sessions: ['agent-sessions', 'approvals', 'home'],
  sitemaps: ['sitemaps'],
  suggestions: ['suggestions', 'prompts', 'gaps', 'scans'],
  trafficSetup: ['traffic-setup'],
  webhookSecret: ['integrations'],
  writtenArticle: ['briefs', 'gaps', 'home', 'usage'],
} as const

type Change = keyof typeof staleAfter
type Key = readonly [string, ...unknown[]]

/** The full key of a query of the organization. */
export function useOrgKey() {
  const { id } = useOrganization()
  return (...key: Key) => [id, ...key]
}

/** A query of the organization. */
export function useOrgQuery<Data, Shown = Data>(
  key: Key,
  queryFn: () => Promise<Data>,
  options: Omit<UseQueryOptions<Data, Error, Shown>, 'queryKey' | 'queryFn'> = {},
) {
  return useQuery({ ...options, queryKey: useOrgKey()(...key), queryFn })
}

/** Reads stale queries again after a change. */
export function useInvalidate() {
  const client = useQueryClient()
  const keyOf = useOrgKey()
  return (change: Change) =>
    Promise.all(staleAfter[change].map((noun) => client.invalidateQueries({ queryKey: keyOf(noun) })))
}

/**
 * A mutation after which its stale queries are read again. It is pending until they are read. With
 * `inBackground` it ends before, so that a page can close before its record is found to be deleted.
 */
export function useOrgChange<Output, Input = void>(
  change: Change,
  mutationFn: (input: Input) => Promise<Output>,
  {
    inBackground,
    alsoAfterError,
    onSuccess,
    ...options
  }: Pick<UseMutationOptions<Output, Error, Input>, 'gcTime' | 'mutationKey' | 'onError'> & {
    inBackground?: boolean
    /** For changes of several records: some may have succeeded. */
    alsoAfterError?: boolean
    /** Receives the answer before the queries are read. */
    onSuccess?: (output: Output) => unknown
  } = {},
) {
  const invalidate = useInvalidate()
  return useMutation({
    ...options,
    mutationFn,
    onSuccess: (output) => onSuccess?.(output),
    onSettled(_, error) {
      if (error && !alsoAfterError) return
      const read = invalidate(change)
      return inBackground ? undefined : read
    },
  })
}
