import { t } from 'elysia'
import { idField, oneOf, optional, text, wholeNumber } from '../../../http/fields.ts'
import { channelSources, type chatMessages, type chats, messageRoles } from './table.ts'

export type ChatRow = typeof chats.$inferSelect
export type MessageRow = typeof chatMessages.$inferSelect

const Channel = t.Object({ source: oneOf(channelSources), id: t.Optional(t.String()) })

/** A chat in a list (contract 15.1). */
export const Chat = t.Object({
  chatId: t.String(),
  title: t.String(),
  createdAt: t.String(),
  updatedAt: t.String(),
  pinnedAt: t.Nullable(t.String()),
  externalChannelId: t.Nullable(Channel),
})
export type Chat = typeof Chat.static

/** A message in the format of the SDK's clients (contract 15.5). */
export const ChatMessage = t.Object({
  id: t.String(),
  role: oneOf(messageRoles),
  parts: t.Array(t.Record(t.String(), t.Any())),
  metadata: t.Optional(t.Record(t.String(), t.Any())),
})
export type ChatMessage = typeof ChatMessage.static

export const ChatListQuery = t.Object({
  limit: t.Optional(
    wholeNumber({
      minimum: 1,
      maximum: 100,
      description: 'Chats per page. Without it, all chats are returned.',
      error: 'limit must be an integer from 1 to 100',
    }),
  ),
  cursor: t.Optional(
    text('cursor', 1, 1000, { description: 'The `nextCursor` of the previous page; needs `limit`.' }),
  ),
})
export type ChatListQuery = typeof ChatListQuery.static
export const ChatList = t.Object({
  chats: t.Array(Chat),
  nextCursor: t.Optional(
    t.Nullable(t.String(), {
      description: 'The cursor of the next page, null on the last one. Present if `limit` is given.',
    }),
  ),
})
export const ChatWithMessages = t.Object({ chat: Chat, messages: t.Array(ChatMessage) })
/** A chat as people see it in the dashboard. */
export const ShownChat = t.Object({
  chat: Chat,
  messages: t.Array(ChatMessage),
  /** A reply is being written now. */
  isReplying: t.Boolean(),
  /** The pending approvals, and why the caller may not approve each; null if they may. */
  waiting: t.Array(t.Object({ id: t.String(), obstacle: t.Nullable(t.String()) })),
})
export const ChatPatch = t.Object({
  title: t.Optional(text('title', 1, 120)),
  pinned: t.Optional(t.Boolean({ error: 'pinned must be true or false' })),
})
export type ChatPatch = typeof ChatPatch.static
export const OneChat = t.Object({ chat: Chat })
export const DeletedChat = t.Object({ id: t.String() })
export const ChatSearch = t.Object({
  search: text('search', 1, 200, { description: 'Words of the title or the text.', example: 'release' }),
})
export const FoundChats = t.Object({ chats: t.Array(Chat) })
export const StoppedReply = t.Object({ id: t.String() })

const ModelChoice = t.Object({
  id: t.String(),
  label: t.String(),
  /** Whether it has levels of thinking. */
  thinks: t.Boolean(),
})

/** The models that a chat can use: the writer, which `auto` means, and others; without a writer, what to configure. */
export const ModelList = t.Object({
  writer: t.Nullable(ModelChoice),
  obstacle: t.Nullable(t.String()),
  models: t.Array(ModelChoice),
})
export type ModelList = typeof ModelList.static

export const ChannelQuery = t.Object({
  source: oneOf(['discord', 'slack'], {
    description: 'The service of the channel.',
    examples: ['slack'],
    error: 'source must be discord or slack',
  }),
  id: text('id', 1, 200, { description: 'ID of the channel there.', example: 'C024BE91L' }),
})

export const thinkingLevels = ['off', 'low', 'medium', 'high'] as const

const Repository = t.Object({
  type: t.Literal('github-repo'),
  integrationId: idField('integrationId', 'ID of the connected repository.'),
  owner: text('owner', 1, 100),
  repo: text('repo', 1, 100),
})
const Team = t.Object({
  type: t.Literal('linear-team'),
  integrationId: idField('integrationId', 'ID of the connected tracker.'),
  teamName: optional(text('teamName', 1, 200)),
})
export type RecordLocation = typeof Repository.static | typeof Team.static

const ApprovalAnswer = t.Object({
  id: idField('id', 'ID of the approval, from the stream.'),
  approved: t.Boolean({ error: 'approved must be true or false' }),
  reason: optional(text('reason', 0, 2000)),
})
export type ApprovalAnswer = typeof ApprovalAnswer.static

/** A message to a chat, or the answers to approvals of an existing chat (contract 15.3). */
export const SendBody = t.Object({
  message: optional(text('message', 1, 50_000)),
  replaces: optional(
    text('replaces', 1, 200, {
      description: "The ID of the user's last message. The new message replaces it and its reply.",
    }),
  ),
  approvals: optional(
    t.Array(ApprovalAnswer, {
      minItems: 1,
      maxItems: 50,
      error: 'approvals must be a list of 1 to 50 answers',
    }),
  ),
  model: optional(text('model', 1, 200)),
  enableThinking: optional(t.Boolean({ error: 'enableThinking must be true or false' })),
  thinkingLevel: optional(
    oneOf(thinkingLevels, { error: `thinkingLevel must be one of ${thinkingLevels.join(', ')}` }),
  ),
  timezone: optional(text('timezone', 1, 100)),
  context: optional(
    t.Array(t.Union([Repository, Team]), {
      maxItems: 50,
      error: 'context must be a list of up to 50 repositories and teams',
    }),
  ),
  externalChannelId: optional(
    t.Object(
      {
        source: oneOf(['discord', 'slack', 'dashboard']),
        id: optional(text('externalChannelId.id', 1, 200)),
      },
      { error: 'externalChannelId must have a source, discord, slack or dashboard, and an ID' },
    ),
  ),
})
export type SendBody = typeof SendBody.static

export function toChat(row: ChatRow): Chat {
  return {
    chatId: row.id,
    title: row.title,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    pinnedAt: row.pinnedAt?.toISOString() ?? null,
    externalChannelId: toChannel(row),
  }
}

export function toChannel({ channelSource, channelId }: Pick<ChatRow, 'channelSource' | 'channelId'>) {
  return channelSource && { source: channelSource, ...(channelId !== null && { id: channelId }) }
}

export function toMessage({ id, role, parts, metadata }: MessageRow): ChatMessage {
  return { id, role, parts, ...(metadata && { metadata }) }
}
