import { useMutation, useQuery } from '@tanstack/react-query'
import { ask, soon } from './api.ts'
import { geoRoutes, useGeo } from './project-data.ts'

const askConversations = (projectId: string) => ask(geoRoutes(projectId).sequences.get())
/** Questions that follow on one another; the API calls it a sequence. */
export type Conversation = Awaited<ReturnType<typeof askConversations>>['sequences'][number]

export function useConversations() {
  const { projectId, keyOf } = useGeo()
  return useQuery({
    queryKey: keyOf('sequences'),
    queryFn: async () => (await askConversations(projectId)).sequences,
  })
}

type ConversationDraft = { id?: string; name?: string; steps?: string[]; enabled?: boolean }

/** Changes a conversation; makes one where none is named. */
export function useSaveConversation() {
  const { routes, renew } = useGeo()
  return useMutation({
    mutationFn: ({ id, ...draft }: ConversationDraft) =>
      id
        ? ask(routes.sequences({ sequenceId: id }).patch(draft))
        : ask(routes.sequences.post({ name: draft.name ?? '', steps: draft.steps ?? [] })),
    // It is under way until what is shown is read anew.
    onSuccess: () => renew('sequences', 'scans'),
  })
}

export function useDeleteConversation() {
  const { routes, renew } = useGeo()
  return useMutation({
    mutationFn: (sequenceId: string) => ask(routes.sequences({ sequenceId }).delete()),
    onSuccess: () => void renew('sequences', 'scans'),
  })
}

/** Plays a conversation; a long one continues as a scan. */
export function usePlay() {
  const { routes, renew } = useGeo()
  return useMutation({
    mutationFn: (sequenceId: string) => ask(routes.sequences({ sequenceId }).run.post(undefined, soon)),
    onSuccess: () => void renew('scans', 'visibility'),
  })
}
