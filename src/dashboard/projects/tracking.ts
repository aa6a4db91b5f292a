import { useQuery } from '@tanstack/react-query'
import { ask } from '../api.ts'
import { geoRoutes, useGeo } from './geo.ts'

const askSettings = (projectId: string) => ask(geoRoutes(projectId).settings.get())

/** What a project tracks, null before the first save, and the catalog of engines that it can ask. */
export type Tracking = Awaited<ReturnType<typeof askSettings>>

/** What the shown project tracks. */
export function useTracking() {
  const { projectId, keyOf } = useGeo()
  return useQuery({ queryKey: keyOf('geo-settings'), queryFn: () => askSettings(projectId) })
}
