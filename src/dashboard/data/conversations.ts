import { ask, soon } from './api.ts'
import { geoRoutes, useGeo } from './project-data.ts'
import { useOrgChange, useOrgQuery } from './query.ts'

const askConversations = (projectId: string) => ask(geoRoutes(projectId).sequences.get())
/** Consecutive questions; the API calls it a sequence. */
export type Conversation = Awaited<ReturnType<typeof askConversations>>['sequences'][number]

export function useConversations() {
  const { projectId } = useGeo()
  return useOrgQuery(['sequences', projectId], async () => (await askConversations(projectId)).sequences)
}

type ConversationDraft = { id?: string; name?: string; steps?: string[]; enabled?: boolean }

/** Changes a conversation; creates one without an id. */
export function useSaveConversation() {
  const { routes } = useGeo()
  return useOrgChange('conversations', ({ id, ...draft }: ConversationDraft) =>
    id
      ? ask(routes.sequences({ sequenceId: id }).patch(draft))
      : ask(routes.sequences.post({ name: draft.name ?? '', steps: draft.steps ?? [] })),
  )
}

export function useDeleteConversation() {
  const { routes } = useGeo()
  return useOrgChange(
    'conversations',
    (sequenceId: string) => ask(routes.sequences({ sequenceId }).delete()),
    { inBackground: true },
  )
}

/** Plays a conversation; a long one continues as a scan. */
export function usePlay() {
  const { routes } = useGeo()
  return useOrgChange(
    'playedConversation',
    (sequenceId: string) => ask(routes.sequences({ sequenceId }).run.post(undefined, soon)),
    { inBackground: true },
  )
}
