import { useEffect } from 'react'
import { basePath } from '../kit/base-path.ts'
import { api, ask } from './api.ts'
import { useGeo } from './project-data.ts'
import { useInvalidate, useOrgChange, useOrgQuery } from './query.ts'
import { useOrganization } from './session.tsx'

const routes = (projectId: string) => api.api.app.projects({ projectId })['search-console']
const askState = (projectId: string) => ask(routes(projectId).get())

/** The state of Google Search Console for the current project. */
export type SearchConsole = Awaited<ReturnType<typeof askState>>

const isBusy = (state?: SearchConsole) => state?.isSyncing === true || state?.state === 'disconnecting'

/** The state; polled every three seconds while it changes by itself. New suggestions are read after a sync. */
export function useSearchConsole() {
  const { projectId } = useGeo()
  const invalidate = useInvalidate()
  const query = useOrgQuery(['search-console', projectId], () => askState(projectId), {
    refetchInterval: ({ state }) => (isBusy(state.data) ? 3000 : false),
  })
  const syncedAt = query.data?.syncedAt
  const state = query.data?.state
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again when a sync or a disconnection has ended
  useEffect(() => void invalidate('suggestions'), [syncedAt, state])
  return query
}

/** The address at which the browser leaves for Google. */
export function useConnectAddress(): string {
  const { id: organizationId } = useOrganization()
  const { projectId } = useGeo()
  const query = new URLSearchParams({ organizationId, projectId })
  return `${basePath}/api/integrations/google-search-console/authorize?${query}`
}

/** The properties to choose from. */
export function useProperties() {
  const { projectId } = useGeo()
  return useOrgQuery(
    ['search-console-properties', projectId],
    async () => (await ask(routes(projectId).properties.get())).properties,
    { retry: false, staleTime: 0 },
  )
}

/** Selects a property and starts its first sync. */
export function useChooseProperty() {
  const { projectId } = useGeo()
  return useOrgChange('searchConsole', (siteUrl: string) => ask(routes(projectId).property.put({ siteUrl })))
}

/** Starts a sync. */
export function useSync() {
  const { projectId } = useGeo()
  return useOrgChange('searchConsole', () => ask(routes(projectId).sync.post()), { alsoAfterError: true })
}

/** Revokes and deletes the connection of the organization. */
export function useDisconnectSearchConsole() {
  return useOrgChange('searchConsole', () => ask(api.api.app['search-console'].delete()))
}
