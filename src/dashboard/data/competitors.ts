import { useMutation } from '@tanstack/react-query'
import { api, ask, queryOf } from './api.ts'
import { useProject } from './project-context.ts'
import { useOrgChange, useOrgQuery } from './query.ts'

const routes = (projectId: string) => api.v1.projects({ projectId }).geo.competitors

const askCompetitors = (projectId: string) => ask(routes(projectId).get())
const askSuggestions = (projectId: string, domain: string) =>
  ask(routes(projectId).suggestions.get({ query: queryOf({ domain }) }))

const askDetail = (projectId: string, brand: string) =>
  ask(
    api.v1
      .projects({ projectId })
      .geo.visibility.competitors({ brand })
      .get({ query: queryOf({}) }),
  )

export type Detail = Awaited<ReturnType<typeof askDetail>>
/** A brand that answers may name instead of one's own. */
export type Competitor = Awaited<ReturnType<typeof askCompetitors>>['competitors'][number]
export type CompetitorBody = Parameters<ReturnType<typeof routes>['put']>[0]
export type SuggestedCompetitor = Awaited<ReturnType<typeof askSuggestions>>['competitors'][number]

/** The tracked competitors, oldest first. */
export function useCompetitors() {
  const { id: projectId } = useProject()
  return useOrgQuery(['competitors', projectId], async () => (await askCompetitors(projectId)).competitors)
}

/** How often answers of the last 30 days name a brand, and the newest of them. */
export function useCompetitorDetail(name: string) {
  const { id: projectId } = useProject()
  return useOrgQuery(['visibility', projectId, 'competitors', name], () => askDetail(projectId, name))
}

/** Adds a competitor, or changes a tracked one. */
export function useSaveCompetitor() {
  const { id: projectId } = useProject()
  return useOrgChange('competitors', (body: CompetitorBody) => ask(routes(projectId).put(body)), {
    alsoAfterError: true,
  })
}

/** Adds several, one request each, in order. */
export function useAddCompetitors() {
  const { id: projectId } = useProject()
  return useOrgChange(
    'competitors',
    async (bodies: CompetitorBody[]) => {
      for (const body of bodies) await ask(routes(projectId).put(body))
    },
    { alsoAfterError: true },
  )
}

/** Imports the competitors of a CSV file. */
export function useImportCompetitors() {
  const { id: projectId } = useProject()
  return useOrgChange('competitors', (csv: string) => ask(routes(projectId).import.post({ csv })), {
    alsoAfterError: true,
  })
}

export function useDeleteCompetitor() {
  const { id: projectId } = useProject()
  return useOrgChange('competitors', (name: string) => ask(routes(projectId)({ name }).delete()), {
    alsoAfterError: true,
  })
}

/** Asks a model for competitors of a domain. */
export function useSuggestions() {
  const { id: projectId } = useProject()
  return useMutation({ mutationFn: (domain: string) => askSuggestions(projectId, domain) })
}
