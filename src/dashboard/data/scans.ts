import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { api, ask, queryOf } from './api.ts'
import { useProject } from './project-context.ts'
import { useOrganization } from './session.tsx'

const scanRoutes = (projectId: string) => api.v1.projects({ projectId }).geo.scans

const askScans = (projectId: string) => ask(scanRoutes(projectId).get({ query: queryOf({ limit: 1 }) }))

/** A sweep of all prompts over all engines: how far it is, and what failed in it. */
export type Scan = Awaited<ReturnType<typeof askScans>>['scans'][number]

/** The newest scan of the project, null before the first; asked for every two seconds while it runs. */
export function useLatestScan() {
  const { id } = useOrganization()
  const { id: projectId } = useProject()
  return useQuery({
    queryKey: [id, 'scans', projectId, 'latest'],
    queryFn: async () => (await askScans(projectId)).scans[0] ?? null,
    refetchInterval: ({ state }) => (state.data?.status === 'running' ? 2000 : 60_000),
  })
}

/** What a scan changes when it ends. */
const counted = ['visibility', 'gaps', 'geo-settings', 'prompts', 'competitors']

/** Reads anew what is counted as soon as a scan has ended. */
export function useScanEnd(scan: Scan | null | undefined) {
  const { id } = useOrganization()
  const client = useQueryClient()
  const running = useRef<string>(undefined)
  useEffect(() => {
    if (scan?.status === 'running') running.current = scan.id
    else if (running.current) {
      running.current = undefined
      for (const noun of counted) void client.invalidateQueries({ queryKey: [id, noun] })
    }
  }, [scan, client, id])
}

const askEstimate = (projectId: string) => ask(scanRoutes(projectId).estimate.get())

export type Estimate = Awaited<ReturnType<typeof askEstimate>>

/** What a scan would ask, and what that costs. */
export function useEstimate() {
  const { id } = useOrganization()
  const { id: projectId } = useProject()
  return useQuery({
    queryKey: [id, 'scans', projectId, 'estimate'],
    queryFn: () => askEstimate(projectId),
  })
}

/** Asks again what failed in a scan. */
export function useRetry() {
  return useStart((projectId, scanId: string) => ask(scanRoutes(projectId)({ scanId }).retry.post()))
}

/** Puts all prompts to all engines. */
export function useStartScan() {
  return useStart((projectId) => ask(scanRoutes(projectId).post()))
}

function useStart<Input = void>(start: (projectId: string, input: Input) => Promise<unknown>) {
  const { id } = useOrganization()
  const { id: projectId } = useProject()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (input: Input) => start(projectId, input),
    onSettled: () => client.invalidateQueries({ queryKey: [id, 'scans', projectId] }),
  })
}
