import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, ask, Problem } from '../api.ts'
import { useProject } from '../projects/project.tsx'
import { type geoRoutes, type Tracking, useGeo } from '../projects/visibility-queries.ts'
import { useOrganization } from '../session/session.tsx'
import { documentOf, type Values, valuesOf } from './fields.ts'

const noRetention = 'Zero data retention is not available for this organization.'

export type Settings = NonNullable<Tracking['settings']>
export type Document = Parameters<ReturnType<typeof geoRoutes>['settings']['patch']>[0]
export type Catalog = Tracking['catalog']
export type Engine = Catalog['models'][number]
export type Provider = Catalog['providers'][number]

/** Saves what was changed, as the whole document that the API takes; `standard` holds what was not saved before. */
export function useSaveTracking(standard: () => Values) {
  const { routes, keyOf, renew } = useGeo()
  const client = useQueryClient()
  const key = keyOf('geo-settings')
  return async (patch: Partial<Values>) => {
    const stored = client.getQueryData<Tracking>(key)?.settings
    const document = documentOf({ ...(stored ? valuesOf(stored) : standard()), ...patch })
    // It goes on when the tab is closed.
    const answer = await ask(routes.settings.patch(document, { fetch: { keepalive: true } }))
    client.setQueryData<Tracking>(key, (before) => before && { ...before, ...answer })
    if (patch.enforceZdr && !answer.settings?.enforceZdr) throw new Problem(402, noRetention)
    void renew('scans')
  }
}

/** Renames the project, or gives it another brand. */
export function useSaveProject() {
  const { id } = useOrganization()
  const project = useProject()
  const client = useQueryClient()
  return async (patch: { name?: string; brandSettingsId?: string }) => {
    await ask(api.v1.projects({ projectId: project.id }).patch(patch, { fetch: { keepalive: true } }))
    await client.invalidateQueries({ queryKey: [id, 'projects'] })
  }
}

export function useDeleteProject() {
  const { id } = useOrganization()
  const project = useProject()
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => ask(api.v1.projects({ projectId: project.id }).delete()),
    onSuccess: () => client.invalidateQueries({ queryKey: [id, 'projects'] }),
  })
}
