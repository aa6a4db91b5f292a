import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, ask, queryOf } from './api.ts'
import { useProject } from './project-context.ts'
import { useOrganization } from './session.tsx'

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
/** A brand that answers may name beside one's own. */
export type Competitor = Awaited<ReturnType<typeof askCompetitors>>['competitors'][number]
export type CompetitorBody = Parameters<ReturnType<typeof routes>['put']>[0]
export type Suggested = Awaited<ReturnType<typeof askSuggestions>>['competitors'][number]

/** The tracked competitors, the oldest first. */
export function useCompetitors() {
  const { id } = useOrganization()
  const { id: projectId } = useProject()
  return useQuery({
    queryKey: [id, 'competitors', projectId],
    queryFn: async () => (await askCompetitors(projectId)).competitors,
  })
}

/** How often answers of the last 30 days name a brand, and the newest that do. */
export function useCompetitorDetail(name: string) {
  const { id } = useOrganization()
  const { id: projectId } = useProject()
  return useQuery({
    queryKey: [id, 'visibility', projectId, 'competitors', name],
    queryFn: () => askDetail(projectId, name),
  })
}

/** Tracks a competitor, or changes one that is. */
export function useSaveCompetitor() {
  return useChange((projectId, body: CompetitorBody) => ask(routes(projectId).put(body)))
}

/** Tracks several, one request each, in their order. */
export function useAddCompetitors() {
  return useChange(async (projectId, bodies: CompetitorBody[]) => {
    for (const body of bodies) await ask(routes(projectId).put(body))
  })
}

/** Takes in the competitors of a CSV file. */
export function useImportCompetitors() {
  return useChange((projectId, csv: string) => ask(routes(projectId).import.post({ csv })))
}

export function useDeleteCompetitor() {
  return useChange((projectId, name: string) => ask(routes(projectId)({ name }).delete()))
}

/** Asks a model who competes with a domain. */
export function useSuggestions() {
  const { id: projectId } = useProject()
  return useMutation({ mutationFn: (domain: string) => askSuggestions(projectId, domain) })
}

/** A change of who is tracked: answers are counted anew by it. */
function useChange<Input, Output>(change: (projectId: string, input: Input) => Promise<Output>) {
  const { id } = useOrganization()
  const { id: projectId } = useProject()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (input: Input) => change(projectId, input),
    onSettled: () =>
      Promise.all(
        ['competitors', 'gaps', 'visibility', 'geo-settings'].map((noun) =>
          client.invalidateQueries({ queryKey: [id, noun, projectId] }),
        ),
      ),
  })
}
