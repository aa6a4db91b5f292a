import { Value } from '@sinclair/typebox/value'
import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import { t } from 'elysia'
import type { Context } from '../../../context.ts'
import { badRequest } from '../../../errors.ts'
import { integerWith } from '../../../http/fields.ts'
import type { ChatRow } from './model.ts'
import { chats } from './table.ts'

/** Any time that a Date can hold, in milliseconds. */
const Milliseconds = integerWith({ minimum: 0, maximum: 8.64e15 })

/** The position of a chat in the list; the next page starts after it. */
const Position = t.Object({
  organizationId: t.String(),
  pinnedAt: t.Nullable(Milliseconds),
  updatedAt: Milliseconds,
  id: t.String(),
})
export type Position = typeof Position.static

type ChatPage = {
  rows: ChatRow[]
  /** Where the next page starts; null at the end of the list. */
  end: Position | null
}

/**
 * Reads a page of an organization's chats: pinned ones first by pinnedAt, then by updatedAt and id, all descending.
 * Every page is a range of the index `chats_listed`; a descending index has nulls last.
 */
export async function readChatPage(
  ctx: Context,
  organizationId: string,
  limit: number,
  after: Position | null,
): Promise<ChatPage> {
  const read = (count: number, position?: ReturnType<typeof sql>) =>
    ctx.db
      .select()
      .from(chats)
      .where(and(eq(chats.organizationId, organizationId), isNull(chats.deletedAt), position))
      .orderBy(desc(chats.pinnedAt), desc(chats.updatedAt), desc(chats.id))
      .limit(count)
  const { pinnedAt, updatedAt, id } = chats
  const isUnpinned = sql`${pinnedAt} is null`

  async function readFound(): Promise<ChatRow[]> {
    if (after === null) return read(limit + 1)
    if (after.pinnedAt === null)
      return read(limit + 1, sql`${isUnpinned} and (${updatedAt}, ${id}) < (${after.updatedAt}, ${after.id})`)
    // A comparison with null is never true, so this finds pinned chats only.
    const pinned = await read(
      limit + 1,
      sql`(${pinnedAt}, ${updatedAt}, ${id}) < (${after.pinnedAt}, ${after.updatedAt}, ${after.id})`,
    )
    const missing = limit + 1 - pinned.length
    return missing > 0 ? [...pinned, ...(await read(missing, isUnpinned))] : pinned
  }

  const found = await readFound()
  const rows = found.slice(0, limit)
  const last = found.length > limit ? rows.at(-1) : undefined
  return { rows, end: last ? positionOf(last) : null }
}

const positionOf = ({ organizationId, pinnedAt, updatedAt, id }: ChatRow): Position => ({
  organizationId,
  pinnedAt: pinnedAt?.getTime() ?? null,
  updatedAt: updatedAt.getTime(),
  id,
})

/** Returns a position as the text of a cursor. */
export const writeCursor = (position: Position) => Buffer.from(JSON.stringify(position)).toString('base64url')

/** Returns the position in a cursor. Throws a 400 for any text that is no cursor of this organization's chats. */
export function readCursor(organizationId: string, cursor: string): Position {
  const position = parse(cursor)
  if (!Value.Check(Position, position) || position.organizationId !== organizationId)
    throw badRequest('cursor must be the nextCursor of an earlier page of these chats')
  return position
}

function parse(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString())
  } catch {
    return null
  }
}
