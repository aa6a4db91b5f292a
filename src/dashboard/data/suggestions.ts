import { api, ask } from './api.ts'
import { useGeo } from './project-data.ts'
import { useInvalidate, useOrgChange, useOrgQuery } from './query.ts'

const suggestionRoutes = (projectId: string) => api.api.app.projects({ projectId }).suggestions
const askSuggestions = (projectId: string) => ask(suggestionRoutes(projectId).get())
/** Suggested search queries. */
export type Suggestion = Awaited<ReturnType<typeof askSuggestions>>['suggestions'][number]

/** The open suggestions, and the time of the last import. */
export function useSuggestions() {
  const { projectId } = useGeo()
  return useOrgQuery(['suggestions', projectId], () => askSuggestions(projectId))
}

/** Adds or dismisses a suggestion. */
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

/** Adds all suggestions. */
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
