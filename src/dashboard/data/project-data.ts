import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api, ask } from './api.ts'
import { useProject } from './project-context.ts'
import { useOrganization } from './session.tsx'

/** The routes of what a project tracks. */
export const geoRoutes = (projectId: string) => api.v1.projects({ projectId }).geo

/** The shown project's routes, and under which keys its answers are kept, by noun. */
export function useGeo() {
  const { id } = useOrganization()
  const { id: projectId } = useProject()
  const client = useQueryClient()
  const keyOf = (noun: string, params: object | string = '') => [id, noun, projectId, params]
  return {
    projectId,
    routes: geoRoutes(projectId),
    keyOf,
    /** Reads anew what is kept under these nouns. */
    renew: (...nouns: string[]) =>
      Promise.all(nouns.map((noun) => client.invalidateQueries({ queryKey: [id, noun, projectId] }))),
  }
}

const askSettings = (projectId: string) => ask(geoRoutes(projectId).settings.get())

/** What a project tracks, null before the first save, and the catalog of engines that it can ask. */
export type Tracking = Awaited<ReturnType<typeof askSettings>>

/** What the shown project tracks. */
export function useTracking() {
  const { projectId, keyOf } = useGeo()
  return useQuery({ queryKey: keyOf('geo-settings'), queryFn: () => askSettings(projectId) })
}
