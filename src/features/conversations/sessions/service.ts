import { and, desc, eq, sql } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { ceilingGuard } from '../../../db/ceilings.ts'
import { atomically, type Statement } from '../../../db/client.ts'
import { isGuardViolation } from '../../../db/errors.ts'
import { once } from '../../../db/prepared.ts'
import { prepareSelect } from '../../../db/prepared-select.ts'
import { badRequest, conflict, notFound } from '../../../errors.ts'
import { bodyError } from '../../../http/fault-wording.ts'
import { findEarlierResult, recordResult } from '../../../http/idempotency.ts'
import type { Caller } from '../../keys/model.ts'
import { beginCharged } from '../engine/charge.ts'
import { settleRequests } from './answers.ts'
import { cancelStatements } from './cancel-turn.ts'
import { checkPost } from './edited-posts.ts'
import { insertTurn } from './job.ts'
import { numberOf } from './log/events.ts'
import { listenersOf } from './log/listeners.ts'
import {
  type Delivered,
  type InputResponse,
  type NewSession,
  type SessionMessage,
  type SessionRow,
  type TurnCancelled,
  toDelivered,
  toSession,
} from './model.ts'
import {
  beginQueued,
  findQueued,
  getTurn,
  hasTurn,
  holdOf,
  type NewTurn,
  openSession,
  openTurn,
  queueTurn,
  requireWaiting,
} from './record.ts'
import { busy } from './rules.ts'
import { agentSessions } from './table.ts'

/** Starts a session with its first turn, optionally from a post (contract 16). */
export async function startSession(
  ctx: Context,
  caller: Caller,
  { message, postId = null }: NewSession,
): Promise<Delivered> {
  const earlier = await findDelivered(ctx, caller)
  if (earlier) return earlier
  if (postId !== null) await checkPost(ctx, caller, postId)
  const surface = postId === null ? 'standalone-chat' : 'content-editor'
  const id = Bun.randomUUIDv7()
  const organizationId = caller.organization.id
  const turn = newTurn({ turns: 0 }, caller, message)
  await begin(ctx, caller, id, turn, [
    ...openSession(ctx, { id, organizationId, surface, postId, startedBy: caller.id }, turn),
    insertTurn(ctx, { organizationId, sessionId: id, turn: 0 }),
    ctx.db.run(ceilingGuard('sessions', organizationId)),
  ])
  return toDelivered(id, turn.deliveryId)
}

/** Continues a session with a message, with answers to its requests, or with both: the answers first. */
export async function continueSession(
  ctx: Context,
  caller: Caller,
  id: string,
  sent: SessionMessage,
): Promise<Delivered> {
  if (sent.message === undefined && !sent.inputResponses) throw badRequest(bodyError)
  const earlier = await findDelivered(ctx, caller)
  if (earlier) return earlier
  const session = await getSession(ctx, caller, id)
  const message = sent.message === undefined ? null : newTurn(session, caller, sent.message)
  const statements = await proceed(ctx, caller, session, message, sent.inputResponses ?? [])
  await begin(ctx, caller, id, message, statements)
  return toDelivered(id, message?.deliveryId)
}

/** Stores a message or answers. A message begins a turn, which is charged. */
const begin = (
  ctx: Context,
  caller: Caller,
  sessionId: string,
  turn: NewTurn | null,
  statements: Statement[],
): Promise<void> =>
  beginCharged(ctx, caller, {
    hold: turn && holdOf(sessionId, turn.number),
    store: () => {
      const made = JSON.stringify(toDelivered(sessionId, turn?.deliveryId))
      return commit(ctx, sessionId, [...statements, ...recordResult(ctx, caller, made)])
    },
    refusal: busy,
    // Another message may have begun the same turn, which is charged for it.
    hasBegun: async () => turn !== null && (await hasTurn(ctx, sessionId, turn.number)),
  })

/** What an earlier attempt of the call has delivered; null if none did. */
async function findDelivered(ctx: Context, caller: Caller): Promise<Delivered | null> {
  const made = await findEarlierResult(ctx, caller)
  return made === null ? null : JSON.parse(made)
}

const newTurn = ({ turns }: Pick<SessionRow, 'turns'>, caller: Caller, message: string): NewTurn => ({
  number: turns,
  message,
  deliveryId: Bun.randomUUIDv7(),
  sentBy: caller.id,
})

/** The statements for a message and answers; 409 if the session cannot accept a message now. */
async function proceed(
  ctx: Context,
  caller: Caller,
  session: SessionRow,
  message: NewTurn | null,
  responses: InputResponse[],
): Promise<Statement[]> {
  const { id, organizationId, openTurn: open, turns } = session
  const turn = open === null ? null : await getTurn(ctx, id, numberOf(open))
  if (session.status !== 'active') throw conflict('This session has ended: start another one')
  // A message that was sent along with answers is processed until its turn has ended.
  if (message && turn && (turn.status !== 'waiting' || (await findQueued(ctx, id)) !== null)) throw busy()
  const job = (number: number) => insertTurn(ctx, { organizationId, sessionId: id, turn: number })
  const asked = turn?.number ?? turns - 1
  const isAll = message === null && (turn === null || turn.status === 'waiting')
  const { statements, accepted, goesOn } =
    responses.length > 0
      ? await settleRequests(ctx, caller, session, asked, responses, isAll)
      : { statements: [], accepted: 0, goesOn: false }

  if (!message) return goesOn ? [...statements, job(asked)] : statements
  if (!turn) return [...statements, ...openTurn(ctx, id, message), job(message.number)]
  if (goesOn) return [...statements, ...queueTurn(ctx, id, message), job(turn.number)]
  if (accepted > 0) throw badRequest('Answer every request of the session, or send only the message')
  return [
    ...statements,
    ...requireWaiting(ctx, id, turn.number),
    ...queueTurn(ctx, id, message),
    ...(await cancelStatements(ctx, { session, turn: turn.number, by: caller.id })),
    ...beginQueued(ctx, id, message),
    job(message.number),
  ]
}

/** Cancels the turn that runs or waits. Finished steps stay. */
export async function cancelTurn(
  ctx: Context,
  caller: Caller,
  id: string,
  turnId: string | undefined,
): Promise<TurnCancelled> {
  const session = await getSession(ctx, caller, id)
  const { openTurn: open, organizationId } = session
  if (open === null || (turnId !== undefined && turnId !== open))
    return { ok: true, status: 'no_active_turn' }
  const turn = numberOf(open)
  const next = await findQueued(ctx, id)
  const statements = [
    ...(await cancelStatements(ctx, { session, turn, by: caller.id })),
    ...(next === null ? [] : [insertTurn(ctx, { organizationId, sessionId: id, turn: next })]),
  ]
  try {
    await commit(ctx, id, statements)
  } catch (error) {
    if (!isGuardViolation(error)) throw error
    return cancelTurn(ctx, caller, id, turnId)
  }
  return { ok: true, sessionId: id, status: 'accepted' }
}

/** Writes the changes of a request, and wakes jobs and readers. */
async function commit(ctx: Context, sessionId: string, statements: Statement[]) {
  await atomically(ctx.db, statements)
  ctx.jobsReady.wake()
  listenersOf(ctx).wake(sessionId)
  listenersOf(ctx).notifyReaders(sessionId)
}

/** The newest sessions of an organization. */
export async function listSessions(ctx: Context, { organization }: Caller, limit: number) {
  const rows = await ctx.db
    .select()
    .from(agentSessions)
    .where(eq(agentSessions.organizationId, organization.id))
    .orderBy(desc(agentSessions.createdAt), desc(agentSessions.id))
    .limit(limit)
  return { sessions: rows.map(toSession) }
}

/** A session of the caller's organization. */
export async function getSession(ctx: Context, { organization }: Caller, id: string): Promise<SessionRow> {
  const row = await sessionOf(ctx).get({ id, organizationId: organization.id })
  if (!row) throw notFound('Session not found')
  return row
}

const sessionOf = once((db) => {
  const query = db
    .select()
    .from(agentSessions)
    .where(
      and(
        eq(agentSessions.id, sql.placeholder('id')),
        eq(agentSessions.organizationId, sql.placeholder('organizationId')),
      ),
    )
  return prepareSelect(db, query)
})
