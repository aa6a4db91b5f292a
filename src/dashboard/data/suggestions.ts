import { useMutation, useQuery } from '@tanstack/react-query'
import { api, ask } from './api.ts'
import { useGeo } from './project-data.ts'

const suggestionRoutes = (projectId: string) => api.api.app.projects({ projectId }).suggestions
const askSuggestions = (projectId: string) => ask(suggestionRoutes(projectId).get())
/** Search queries that may be worth asking. */
export type Suggestion = Awaited<ReturnType<typeof askSuggestions>>['suggestions'][number]

/** Those that nobody has settled, and when queries were last loaded. */
export function useSuggestions() {
  const { projectId, keyOf } = useGeo()
  return useQuery({ queryKey: keyOf('suggestions'), queryFn: () => askSuggestions(projectId) })
}

/** Tracks a suggestion, or lets go of it. */
export function useDecide() {
  const { projectId, renew } = useGeo()
  return useMutation({
    mutationFn: ({ id, verdict }: { id: string; verdict: 'accept' | 'dismiss' }) => {
      const one = suggestionRoutes(projectId)({ suggestionId: id })
      return ask<unknown>(verdict === 'accept' ? one.accept.post() : one.dismiss.post())
    },
    onSuccess: () => void renew('suggestions', 'prompts', 'gaps', 'scans'),
  })
}

/** Tracks all of them. */
export function useTrackAll() {
  const { projectId, renew } = useGeo()
  return useMutation({
    mutationFn: () => ask(suggestionRoutes(projectId).accept.post()),
    onSuccess: () => void renew('suggestions', 'prompts', 'gaps', 'scans'),
  })
}

export function useImportSuggestions() {
  const { routes, renew } = useGeo()
  return async (csv: string) => {
    const imported = await ask(routes.suggestions.import.post({ csv }))
    void renew('suggestions', 'gaps')
    return imported
  }
}
