import { type QueryClient, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, ask, begin, readMarkdown } from './api.ts'
import { useOrgChange, useOrgQuery } from './query.ts'
import { useOrganization } from './session.tsx'

const pageSize = 50
const fetchChats = (cursor: string | undefined) =>
  ask(api.v1.chats.get({ query: { limit: pageSize, cursor } }))
export type Chat = Awaited<ReturnType<typeof fetchChats>>['chats'][number]

const fetchChat = (chatId: string) => ask(api.api.app.chats({ chatId }).get())
export type ShownChat = Awaited<ReturnType<typeof fetchChat>>
export type Message = ShownChat['messages'][number]

const fetchModels = () => ask(api.api.app.chats.models.get())
export type Models = Awaited<ReturnType<typeof fetchModels>>

/**
 * The chats in pages: pinned ones first, then by the last message. A chat that moves between two page
 * requests is in both, and shown once.
 */
export function useChats() {
  const { id } = useOrganization()
  return useInfiniteQuery({
    queryKey: [id, 'chats'],
    queryFn: ({ pageParam }) => fetchChats(pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    select: ({ pages }) => [
      ...new Map(pages.flatMap(({ chats }) => chats).map((chat) => [chat.chatId, chat])).values(),
    ],
    refetchInterval: 30_000,
  })
}

/** The chats whose title or text contains some words; none is asked for without words. */
export function useFoundChats(search: string) {
  return useOrgQuery(
    ['chats', 'search', search],
    async () => (await ask(api.api.app.chats.get({ query: { search } }))).chats,
    { enabled: search !== '' },
  )
}

/** The polling interval of a reply that another page or user has requested, and whether one began. */
const followMilliseconds = 1000
const pollMilliseconds = 10_000

const chatQuery = (organizationId: string, chatId: string) => ({
  queryKey: [organizationId, 'chats', chatId],
  queryFn: () => fetchChat(chatId),
})

/** One chat with all messages; polled while a reply is streaming. */
export function useChat(chatId: string) {
  const { id } = useOrganization()
  return useQuery({
    ...chatQuery(id, chatId),
    refetchInterval: ({ state: { data } }) =>
      data !== undefined && (data.isReplying ? followMilliseconds : pollMilliseconds),
  })
}

/** A chat as stored Markdown. */
export const fetchMarkdown = (chatId: string) => readMarkdown(`/v1/chats/${encodeURIComponent(chatId)}`)

/** The models of a chat, or the setting that is missing. */
export function useModels() {
  return useOrgQuery(['chat-models'], fetchModels, { staleTime: 60_000 })
}

/** Sends to a chat, or creates one; the answer is a stream. */
export const send = (chatId: string | null, body: object) =>
  begin(chatId ? `/v1/chats/${encodeURIComponent(chatId)}` : '/v1/chats', body)

/** Stops the reply of a chat, which ends its stream too. */
export const stopReply = (chatId: string) => ask(api.api.app.chats({ chatId }).stop.post())

/** A function that reads a chat until its reply is stored completely, and then the list. */
export function useSettle() {
  const { id } = useOrganization()
  const client = useQueryClient()
  return (chatId: string) => settle(client, id, chatId)
}

const settleMilliseconds = 300
const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

async function settle(client: QueryClient, organizationId: string, chatId: string) {
  const query = chatQuery(organizationId, chatId)
  await client.cancelQueries({ queryKey: query.queryKey })
  while ((await client.fetchQuery({ ...query, staleTime: 0 })).isReplying) await wait(settleMilliseconds)
  void client.invalidateQueries({ queryKey: [organizationId, 'approvals'] })
  await client.invalidateQueries({ queryKey: [organizationId, 'chats'], exact: true })
}

export function useRename(chatId: string) {
  return useOrgChange('chats', (title: string) => ask(api.api.app.chats({ chatId }).patch({ title })))
}

export function usePin() {
  return useOrgChange('chats', ({ chatId, pinned }: { chatId: string; pinned: boolean }) =>
    ask(api.api.app.chats({ chatId }).patch({ pinned })),
  )
}

export function useDelete() {
  return useOrgChange('chats', (chatId: string) => ask(api.api.app.chats({ chatId }).delete()))
}
