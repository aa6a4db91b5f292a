import { ask } from './api.ts'
import { geoRoutes, useGeo } from './project-data.ts'
import { useOrgChange, useOrgQuery } from './query.ts'

const askReadiness = (projectId: string) => ask(geoRoutes(projectId)['agent-readiness'].get())

/** The newest report of the project's website, a newer scan, and earlier scores. */
export type Readiness = Awaited<ReturnType<typeof askReadiness>>
export type Report = NonNullable<Readiness['report']>
export type Check = Report['checks'][number]

/** The readiness of the project's website; polled every five seconds while a scan runs. */
export function useReadiness() {
  const { projectId } = useGeo()
  return useOrgQuery(['agent-readiness', projectId], () => askReadiness(projectId), {
    refetchInterval: ({ state }) => (state.data?.scan?.status === 'running' ? 5000 : false),
  })
}

/** Starts a scan of the website. */
export function useScanWebsite() {
  const { routes } = useGeo()
  return useOrgChange('readiness', () => ask(routes['agent-readiness'].scan.post()), { alsoAfterError: true })
}
