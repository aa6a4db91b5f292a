import { api, ask } from './api.ts'
import { useGeo } from './project-data.ts'
import { useInvalidate, useOrgChange, useOrgQuery } from './query.ts'

const suggestionRoutes = (projectId: string) => api.api.app.projects({ projectId }).suggestions
const askSuggestions = (projectId: string) => ask(suggestionRoutes(projectId).get())
/** Search queries that may be worth asking. */
export type Suggestion = Awaited<ReturnType<typeof askSuggestions>>['suggestions'][number]

/** Those that nobody has settled, and when queries were last loaded. */
export function useSuggestions() {
  const { projectId } = useGeo()
  return useOrgQuery(['suggestions', projectId], () => askSuggestions(projectId))
}

/** Tracks a suggestion, or lets go of it. */
export function useDecide() {
  const { projectId } = useGeo()
  return useOrgChange(
    'suggestions',
    ({ id, verdict }: { id: string; verdict: 'accept' | 'dismiss' }) => {
      const one = suggestionRoutes(projectId)({ suggestionId: id })
      return ask<unknown>(verdict === 'accept' ? one.accept.post() : one.dismiss.post())
    },
    { inBackground: true },
  )
}

/** Tracks all of them. */
export function useTrackAll() {
  const { projectId } = useGeo()
  return useOrgChange('suggestions', () => ask(suggestionRoutes(projectId).accept.post()), {
    inBackground: true,
  })
}

export function useImportSuggestions() {
  const { routes } = useGeo()
  const invalidate = useInvalidate()
  return async (csv: string) => {
    const imported = await ask(routes.suggestions.import.post({ csv }))
    void invalidate('suggestions')
    return imported
  }
}
