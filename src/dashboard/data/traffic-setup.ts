import { useIsMutating } from '@tanstack/react-query'
import { api, ask } from './api.ts'
import { useGeo } from './project-data.ts'
import { useOrgChange, useOrgQuery } from './query.ts'

const routes = api.v1.geo.ingest
const askSetup = (projectId: string) => ask(routes.setup.get({ query: { projectId } }))

/** Where and how to report visits, and what was received for the project in the last seven days. */
export type Setup = Awaited<ReturnType<typeof askSetup>>
export type ReceivedCounts = Setup['received']

/** The setup; polled every five seconds until a visit is stored, but not during a change: it may delete the project. */
export function useTrafficSetup() {
  const { projectId } = useGeo()
  const isChanging = useIsMutating() > 0
  return useOrgQuery(['traffic-setup', projectId], () => askSetup(projectId), {
    refetchInterval: ({ state }) => (state.data?.received.stored === 0 && !isChanging ? 5000 : false),
  })
}

const askToken = (projectId: string) => ask(routes.token.post(null, { query: { projectId } }))

/** A new tracking token of the project, and the code that contains it. */
export type CreatedToken = Awaited<ReturnType<typeof askToken>>

// The token is shown once: the cache does not keep it.
const forgotten = { gcTime: 0 }

export function useCreateToken() {
  const { projectId } = useGeo()
  return useOrgChange('trafficSetup', () => askToken(projectId), forgotten)
}

/** Invalidates all tokens of the organization and creates one of the project. */
export function useRotateTokens() {
  const { projectId } = useGeo()
  return useOrgChange(
    'trafficSetup',
    () => ask(routes['rotate-token'].post(null, { query: { projectId } })),
    forgotten,
  )
}
