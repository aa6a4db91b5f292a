import { useEffect, useRef } from 'react'
import { api, ask, queryOf } from './api.ts'
import { useProject } from './project-context.ts'
import { useInvalidate, useOrgChange, useOrgQuery } from './query.ts'

const scanRoutes = (projectId: string) => api.v1.projects({ projectId }).geo.scans

const askScans = (projectId: string) => ask(scanRoutes(projectId).get({ query: queryOf({ limit: 1 }) }))

/** A scan with its progress and its failed answers. */
export type Scan = Awaited<ReturnType<typeof askScans>>['scans'][number]

/** The newest scan of the project, null before the first; polled every two seconds while it runs. */
export function useLatestScan() {
  const { id: projectId } = useProject()
  return useOrgQuery(
    ['scans', projectId, 'latest'],
    async () => (await askScans(projectId)).scans[0] ?? null,
    { refetchInterval: ({ state }) => (state.data?.status === 'running' ? 2000 : 60_000) },
  )
}

/** Reads the statistics again when a scan has ended. */
export function useScanEnd(scan: Scan | null | undefined) {
  const invalidate = useInvalidate()
  const latest = useRef(invalidate)
  latest.current = invalidate
  const running = useRef<string>(undefined)
  useEffect(() => {
    if (scan?.status === 'running') running.current = scan.id
    else if (running.current) {
      running.current = undefined
      void latest.current('endedScan')
    }
  }, [scan])
}

const askEstimate = (projectId: string) => ask(scanRoutes(projectId).estimate.get())

export type Estimate = Awaited<ReturnType<typeof askEstimate>>

/** The size and cost of a scan. */
export function useEstimate() {
  const { id: projectId } = useProject()
  return useOrgQuery(['scans', projectId, 'estimate'], () => askEstimate(projectId))
}

/** Retries the failed answers of a scan. */
export function useRetry() {
  return useStart((projectId, scanId: string) => ask(scanRoutes(projectId)({ scanId }).retry.post()))
}

/** Starts a scan; `onSuccess` is called as soon as it started, before the scans are read again. */
export function useStartScan(onSuccess: () => void) {
  return useStart((projectId) => ask(scanRoutes(projectId).post()), onSuccess)
}

function useStart<Input = void>(
  start: (projectId: string, input: Input) => Promise<unknown>,
  onSuccess?: () => void,
) {
  const { id: projectId } = useProject()
  return useOrgChange('scans', (input: Input) => start(projectId, input), { alsoAfterError: true, onSuccess })
}
