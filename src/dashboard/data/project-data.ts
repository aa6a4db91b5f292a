import { api, ask } from './api.ts'
import { useProject } from './project-context.ts'
import { useOrgQuery } from './query.ts'
import { useOrganization } from './session.tsx'

/** The routes of a project's data. */
export const geoRoutes = (projectId: string) => api.v1.projects({ projectId }).geo

/** The current project's routes, and the query keys of their answers, by noun. */
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

/** The settings of a project, null before the first save, and the catalog of engines. */
export type ProjectSettings = Awaited<ReturnType<typeof askSettings>>

/** The settings of the current project. */
export function useProjectSettings() {
  const { projectId } = useGeo()
  return useOrgQuery(['geo-settings', projectId], () => askSettings(projectId))
}
