import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { atomically } from '../../../db/client.ts'
import { badRequest, notFound } from '../../../errors.ts'
import { streamJson, streamMarkdown } from '../../../http/stream-text.ts'
import type { Caller } from '../../keys/model.ts'
import { cancelOpen } from '../approvals/record.ts'
import { listWaiting } from '../approvals/service.ts'
import { type Position, readChatPage, readCursor, writeCursor } from './chat-pages.ts'
import { type Chat, type ChatListQuery, type ChatPatch, type ChatRow, toChat } from './model.ts'
import { readMessages, withMessages, writeMarkdown } from './read-messages.ts'
import { isTaken } from './record.ts'
import { chatMessages, chats } from './table.ts'

/** Chats in one slice of the full list. */
const sliceSize = 500

/**
 * Lists the chats of the caller's organization: pinned ones first, then by the last message (contract 15.2). Returns a
 * page where `limit` is given, else the full list, which is streamed if it is longer than a slice.
 */
export async function listChats(ctx: Context, { organization }: Caller, { limit, cursor }: ChatListQuery) {
  if (limit === undefined && cursor !== undefined) throw badRequest('cursor can only be used with limit')
  const after = cursor === undefined ? null : readCursor(organization.id, cursor)
  const { rows, end } = await readChatPage(ctx, organization.id, limit ?? sliceSize, after)
  const list = { chats: rows.map(toChat) }
  if (limit !== undefined) return { ...list, nextCursor: end && writeCursor(end) }
  return end ? streamJson(writeChats(ctx, list.chats, end)) : list
}

/** The full list as JSON, slice by slice. */
async function* writeChats(ctx: Context, first: Chat[], end: Position): AsyncGenerator<string, void> {
  yield `{"chats":[${toItems(first)}`
  for (let after: Position | null = end; after; ) {
    const page: Awaited<ReturnType<typeof readChatPage>> = await readChatPage(
      ctx,
      after.organizationId,
      sliceSize,
      after,
    )
    yield page.rows.map((row) => `,${JSON.stringify(toChat(row))}`).join('')
    after = page.end
  }
  yield ']}'
}

const toItems = (items: Chat[]) => items.map((item) => JSON.stringify(item)).join(',')

/** A chat with its messages. */
export async function getChat(ctx: Context, caller: Caller, id: string) {
  return withMessages(ctx, id, { chat: toChat(await getChatRow(ctx, caller, id)) })
}

/** The same as Markdown. */
export async function getChatAsMarkdown(ctx: Context, caller: Caller, id: string) {
  const chat = toChat(await getChatRow(ctx, caller, id))
  return streamMarkdown(writeMarkdown(chat, readMessages(ctx, id)))
}

/** A chat for the dashboard, with its state and its pending approvals. */
export async function showChat(ctx: Context, caller: Caller, id: string) {
  const row = await getChatRow(ctx, caller, id)
  const waiting = await listWaiting(ctx, caller, { conversationKind: 'chat', conversationId: id })
  return withMessages(ctx, id, { chat: toChat(row), isReplying: isTaken(row, ctx.now()), waiting })
}

/** The chat of a channel of another service. */
export async function getChatByChannel(ctx: Context, caller: Caller, channel: Channel) {
  const row = await findChatByChannel(ctx, caller, channel)
  if (!row) throw missing()
  return toChat(row)
}

type Channel = { source: NonNullable<ChatRow['channelSource']>; id: string }

export async function findChatByChannel(
  ctx: Context,
  { organization }: Caller,
  { source, id }: Channel,
): Promise<ChatRow | null> {
  const [row] = await ctx.db
    .select()
    .from(chats)
    .where(
      and(
        eq(chats.organizationId, organization.id),
        eq(chats.channelSource, source),
        eq(chats.channelId, id),
        isNull(chats.deletedAt),
      ),
    )
  return row ?? null
}

/** A chat of the caller's organization that is not deleted. */
export async function getChatRow(ctx: Context, caller: Caller, id: string): Promise<ChatRow> {
  const [row] = await ctx.db.select().from(chats).where(own(caller, id))
  if (!row) throw missing()
  return row
}

/** Renames or pins a chat. A renamed chat gets no title from a model. */
export async function updateChat(ctx: Context, caller: Caller, id: string, { title, pinned }: ChatPatch) {
  if (title === undefined && pinned === undefined) throw badRequest('At least one field is required')
  const now = ctx.now()
  const [row] = await ctx.db
    .update(chats)
    .set({
      ...(title !== undefined && { title, titleSource: 'person' as const }),
      ...(pinned !== undefined && { pinnedAt: pinned ? sql`coalesce(pinned_at, ${now.getTime()})` : null }),
    })
    .where(own(caller, id))
    .returning()
  if (!row) throw missing()
  return { chat: toChat(row) }
}

/**
 * Stops the reply of a chat. Its text so far is stored if this process writes it. A reply that another process writes, or
 * that is only about to begin, loses its lease: its text since the last save is lost. Without a reply nothing changes.
 */
export async function stopReply(ctx: Context, caller: Caller, id: string) {
  await getChatRow(ctx, caller, id)
  const reply = ctx.streams.get(id)
  // It ends when it finds that it has lost its lease.
  if (!reply) await ctx.db.update(chats).set({ owner: null, leaseUntil: null }).where(own(caller, id))
  reply?.abort()
  return { id }
}

/** Deletes a chat and its messages, ends its reply, and cancels its approvals. */
export async function deleteChat(ctx: Context, caller: Caller, id: string) {
  await getChatRow(ctx, caller, id)
  await atomically(ctx.db, [
    ctx.db.update(chats).set({ deletedAt: ctx.now(), owner: null, leaseUntil: null }).where(own(caller, id)),
    ctx.db.delete(chatMessages).where(eq(chatMessages.chatId, id)),
    cancelOpen(ctx, id),
  ])
  ctx.streams.get(id)?.abort()
  return { id }
}

const own = ({ organization }: Caller, id: string) =>
  and(eq(chats.organizationId, organization.id), eq(chats.id, id), isNull(chats.deletedAt))

const missing = () => notFound('Chat not found')
