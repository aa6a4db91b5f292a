import { api, ask } from './api.ts'
import { useProject } from './project-context.ts'
import { useOrgQuery } from './query.ts'
import { useOrganization } from './session.tsx'

/** The routes of what a project tracks. */
export const geoRoutes = (projectId: string) => api.v1.projects({ projectId }).geo

/** The shown project's routes, and under which keys its answers are kept, by noun. */
export function useGeo() {
  const { id } = useOrganization()
  const { id: projectId } = useProject()
  return {
    projectId,
    routes: geoRoutes(projectId),
    keyOf: (noun: string, ...params: unknown[]) => [id, noun, projectId, ...params],
  }
}

const askSettings = (projectId: string) => ask(geoRoutes(projectId).settings.get())

/** What a project tracks, null before the first save, and the catalog of engines that it can ask. */
export type Tracking = Awaited<ReturnType<typeof askSettings>>

/** What the shown project tracks. */
export function useTracking() {
  const { projectId } = useGeo()
  return useOrgQuery(['geo-settings', projectId], () => askSettings(projectId))
}
