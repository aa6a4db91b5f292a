import { and, desc, eq, isNull, lte, or, sql } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { ceilingGuard } from '../../../db/ceilings.ts'
import type { Statement } from '../../../db/client.ts'
import { guard } from '../../../db/table.ts'
import { clip, plainLine } from '../../../text/line.ts'
import { type ChatMessage, type ChatRow, toMessage } from './model.ts'
import { chatMessages, chats } from './table.ts'

/** The reply that holds a chat. */
export type ReplyLease = { chatId: string; owner: string }

/** A reply that has not renewed its lease for this long has ended with its process. */
const leaseMilliseconds = 15_000

const leaseFrom = (now: Date) => new Date(now.getTime() + leaseMilliseconds)

/** True while the lease of a reply lasts. */
export function isTaken({ owner, leaseUntil }: Pick<ChatRow, 'owner' | 'leaseUntil'>, now: Date): boolean {
  return owner !== null && leaseUntil !== null && leaseUntil > now
}

/** Statements that create a chat whose lease a reply has. */
export function openChat(
  ctx: Context,
  chat: Pick<ChatRow, 'id' | 'organizationId' | 'channelSource' | 'channelId' | 'startedBy'>,
  message: string,
  owner: string,
): { row: ChatRow; statements: Statement[] } {
  const now = ctx.now()
  const row: ChatRow = {
    ...chat,
    title: titleOf(message),
    titleSource: 'first_message',
    owner,
    leaseUntil: leaseFrom(now),
    pinnedAt: null,
    createdAt: now,
    updatedAt: now,
    deletedAt: null,
  }
  const { organizationId } = row
  const statements: Statement[] = [
    ctx.db.insert(chats).values(row),
    ctx.db.run(ceilingGuard('chats', organizationId)),
    dropDeleted(ctx, organizationId),
  ]
  return { row, statements }
}

/** The title of a chat until a model has read its first message (contract 15.5). */
const titleOf = (message: string) => clip(plainLine(message), 60) || 'New chat'

const deletedMilliseconds = 24 * 60 * 60_000

/** A statement that removes chats deleted more than a day ago, to which no reply can still write. */
function dropDeleted(ctx: Context, organizationId: string): Statement {
  const before = new Date(ctx.now().getTime() - deletedMilliseconds)
  return ctx.db
    .delete(chats)
    .where(and(eq(chats.organizationId, organizationId), lte(chats.deletedAt, before)))
}

/** Statements that give a reply the lease of a chat. The batch fails on its guard if another reply has it. */
export function claimChat(ctx: Context, { chatId, owner }: ReplyLease): Statement[] {
  const now = ctx.now()
  const isFree = or(isNull(chats.owner), isNull(chats.leaseUntil), lte(chats.leaseUntil, now))
  return [
    ctx.db
      .update(chats)
      .set({ owner, leaseUntil: leaseFrom(now), updatedAt: now })
      .where(and(eq(chats.id, chatId), isNull(chats.deletedAt), isFree)),
    ctx.db.run(guard),
  ]
}

/** Statements that renew the lease of a reply. The batch fails on its guard if the reply has lost it. */
export function renewLease(ctx: Context, owned: ReplyLease): Statement[] {
  const leaseUntil = leaseFrom(ctx.now())
  return [ctx.db.update(chats).set({ leaseUntil }).where(isOwn(owned)), ctx.db.run(guard)]
}

/** Statements that release a chat. The batch fails on its guard if the reply has lost its lease. */
export function releaseChat(ctx: Context, owned: ReplyLease): Statement[] {
  const free = { owner: null, leaseUntil: null, updatedAt: ctx.now() }
  return [ctx.db.update(chats).set(free).where(isOwn(owned)), ctx.db.run(guard)]
}

const isOwn = ({ chatId, owner }: ReplyLease) => and(eq(chats.id, chatId), eq(chats.owner, owner))

/** A statement that appends a message to a chat. */
export function addMessage(
  ctx: Context,
  chatId: string,
  { id, role, parts, metadata }: ChatMessage,
): Statement {
  return ctx.db.run(sql`
    insert into chat_messages (chat_id, place, id, role, parts, metadata, created_at)
    select ${chatId}, coalesce(max(place), -1) + 1, ${id}, ${role}, ${JSON.stringify(parts)},
      ${metadata ? JSON.stringify(metadata) : null}, ${ctx.now().getTime()}
    from chat_messages where chat_id = ${chatId}`)
}

/** A statement that stores a reply so far, after the messages that were there when it began. */
export function writeMessage(ctx: Context, chatId: string, { id, parts, metadata }: ChatMessage): Statement {
  const place = sql`(select place from chat_messages where chat_id = ${chatId} and id = ${id})`
  const next = sql`(select coalesce(max(place), -1) + 1 from chat_messages where chat_id = ${chatId})`
  return ctx.db.run(sql`
    insert into chat_messages (chat_id, place, id, role, parts, metadata, created_at)
    values (${chatId}, coalesce(${place}, ${next}), ${id}, 'assistant', ${JSON.stringify(parts)},
      ${metadata ? JSON.stringify(metadata) : null}, ${ctx.now().getTime()})
    on conflict (chat_id, place) do update set parts = excluded.parts, metadata = excluded.metadata`)
}

/** Statements that remove the user's last message and its reply. The guard rolls the batch back for an earlier one. */
export function removeLast(ctx: Context, chatId: string, messageId: string): Statement[] {
  const place = sql`(select place from chat_messages where chat_id = ${chatId} and id = ${messageId})`
  return [
    ctx.db.run(sql`
      insert into guards (ok) select 0 where ${place} is null or exists (
        select 1 from chat_messages where chat_id = ${chatId} and role = 'user' and place > ${place})`),
    ctx.db.run(sql`delete from chat_messages where chat_id = ${chatId} and place >= ${place}`),
  ]
}

/** More than any model reads. */
const maxMessages = 400

/** The newest messages of a chat, in their order. */
export async function readHistory(ctx: Context, chatId: string): Promise<ChatMessage[]> {
  const rows = await ctx.db
    .select()
    .from(chatMessages)
    .where(eq(chatMessages.chatId, chatId))
    .orderBy(desc(chatMessages.place))
    .limit(maxMessages)
  return rows.reverse().map(toMessage)
}
