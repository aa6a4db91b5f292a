import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { Context } from '../../../context.ts'
import { ceilings } from '../../../db/ceilings.ts'
import { countList } from '../../../db/merged-page.ts'
import { notFound } from '../../../errors.ts'
import { rangeOf, toPagination } from '../../../http/paging.ts'
import { plainLine, shorten } from '../../../text/line.ts'
import { nameOfCaller } from '../../keys/caller-name.ts'
import type { Caller } from '../../keys/model.ts'
import { listWaiting } from '../approvals/service.ts'
import type { SessionRow, SessionState, ShownQuery, ShownSession, TurnRow } from './model.ts'
import { agentSessions, agentTurns } from './table.ts'

type StoredState = Pick<SessionRow, 'status' | 'openTurn'>

/** The state of a session for people. */
function stateOf({ status, openTurn }: StoredState, newest: TurnRow['status'] | null): SessionState {
  if (status !== 'active') return status
  if (openTurn !== null) return newest === 'waiting' ? 'waiting' : 'working'
  return newest === 'failed' ? 'failed' : 'active'
}

const titleCharacters = 80

/** The title of a session: the beginning of its first message. */
export const titleOfSession = (message: string | null) =>
  shorten(plainLine(message ?? ''), titleCharacters) || 'Session'

/** Organizations from before the maximum may have more sessions; counting stops here. */
const maxCounted = 2 * ceilings.sessions.max

/** One page of an organization's sessions, newest first. */
export async function listShownSessions(ctx: Context, { organization }: Caller, { page, limit }: ShownQuery) {
  const where = eq(agentSessions.organizationId, organization.id)
  const total = await countList(ctx.db, agentSessions, where, maxCounted)
  const sessions = await findShown(ctx, where, rangeOf(page, limit, total))
  return { sessions, pagination: toPagination(page, limit, total) }
}

/** A session with its pending approvals. */
export async function showSession(ctx: Context, caller: Caller, id: string) {
  const where = and(eq(agentSessions.id, id), eq(agentSessions.organizationId, caller.organization.id))
  const [session] = await findShown(ctx, where)
  if (!session) throw notFound('Session not found')
  const waiting = await listWaiting(ctx, caller, { conversationKind: 'session', conversationId: id })
  return { session, waiting }
}

const first = alias(agentTurns, 'first')
const newest = alias(agentTurns, 'newest')
/** Enough of a message for a title. */
const beginning = sql<string | null>`substr(${first.message}, 1, 400)`

/** The open turn, or else the last one. */
const newestNumber = sql`coalesce(
  cast(substr(${agentSessions.openTurn}, 6) as integer), ${agentSessions.turns} - 1)`

async function findShown(
  ctx: Context,
  where: SQL | undefined,
  page?: { limit: number; offset: number },
): Promise<ShownSession[]> {
  const found = ctx.db
    .select({
      row: agentSessions,
      message: beginning,
      turnStatus: newest.status,
      startedBy: nameOfCaller(agentSessions.startedBy),
    })
    .from(agentSessions)
    .leftJoin(first, and(eq(first.sessionId, agentSessions.id), eq(first.number, 0)))
    .leftJoin(newest, and(eq(newest.sessionId, agentSessions.id), eq(newest.number, newestNumber)))
    .where(where)
    .$dynamic()
  const newestFirst = [desc(agentSessions.createdAt), desc(agentSessions.id)]
  const rows = await (page
    ? found
        .orderBy(...newestFirst)
        .limit(page.limit)
        .offset(page.offset)
    : found)
  return rows.map(({ row, message, turnStatus, startedBy }) => ({
    id: row.id,
    title: titleOfSession(message),
    state: stateOf(row, turnStatus),
    turns: row.turns,
    startedBy,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }))
}
