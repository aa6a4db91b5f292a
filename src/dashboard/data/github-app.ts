import { basePath } from '../kit/base-path.ts'
import { ask } from './api.ts'
import { deliveryApi } from './delivery-api.ts'
import { useOrgChange, useOrgQuery } from './query.ts'
import { useOrganization } from './session.tsx'

const routes = () => deliveryApi.api.app['github-app']
const askApp = async () => (await ask(routes().get())).app

export type GitHubApp = NonNullable<Awaited<ReturnType<typeof askApp>>>

/** The GitHub App of the organization; null if it has none. */
export function useGitHubApp() {
  return useOrgQuery(['integrations', 'github-app'], askApp)
}

/** The page from which the browser leaves for GitHub. */
export function useCreateAddress() {
  const { id: organizationId } = useOrganization()
  return (account: string) =>
    `${basePath}/api/integrations/github-app/new?${new URLSearchParams({ organizationId, ...(account && { account }) })}`
}

/** Connects the repositories that the App may use now. */
export function useSyncApp() {
  return useOrgChange('connections', () => ask(routes().sync.post()))
}

export function useDeleteApp() {
  return useOrgChange('connections', () => ask(routes().delete()))
}
