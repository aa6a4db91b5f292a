import type { ModelMessage } from 'ai'
import { and, eq, sql } from 'drizzle-orm'
import type { Context } from '../../../../context.ts'
import { once, prepareStatement } from '../../../../db/prepared.ts'
import { prepareSelect } from '../../../../db/prepared-select.ts'
import { guard } from '../../../../db/table.ts'
import { giveUp } from '../../../../errors.ts'
import type { Actor } from '../../../../http/internal-request.ts'
import type { Attempt } from '../../../../jobs/define.ts'
import { createYield } from '../../../../jobs/yield.ts'
import { findWriter } from '../../../organizations/service.ts'
import { organizations } from '../../../organizations/table.ts'
import { startDeadline } from '../../engine/limits.ts'
import { asSender, type ConversationTopics, senderGone } from '../../engine/sender-tools.ts'
import { describeEdited, findEdited } from '../edited-posts.ts'
import { createWriter, type Writer } from '../log/event-writer.ts'
import { placeOfTurn, type TurnPosition } from '../log/events.ts'
import { listenersOf } from '../log/listeners.ts'
import type { SessionRow, TurnRow } from '../model.ts'
import { beginQueued } from '../record.ts'
import { notConfigured } from '../rules.ts'
import { agentSessions, agentTurns } from '../table.ts'
import { type History, readHistory } from './history.ts'
import { toPreface } from './instructions.ts'
import { findSessionTools } from './tools.ts'

/** An attempt of a turn. */
export type TurnAttempt = {
  ctx: Context
  session: SessionRow
  turn: TurnRow
  place: TurnPosition
  organizationName: string
  /** The messages before the conversation. */
  preface: ModelMessage[]
  history: History
  /** The model, or why there is none; approved calls run without one. */
  found: Awaited<ReturnType<typeof findWriter>>
  tools: Awaited<ReturnType<typeof findSessionTools>>
  writer: Writer
  /** Aborted at shutdown, after the time limit, if another attempt has the turn, or if events cannot be written. */
  signal: AbortSignal
  /** True if another attempt has the turn, or it was canceled. */
  isLost(): boolean
  /** Records for the queue that a step has finished. */
  noteProgress(): Promise<void>
  stop(): void
}

/** Turns whose claims were committed together would otherwise prepare in one turn of the event loop. */
const spread = createYield()

/** Claims a turn, so that earlier attempts can write nothing more; null if it has ended. */
export async function beginTurn(
  ctx: Context,
  { sessionId, number }: { sessionId: string; number: number },
  attempt: Attempt,
): Promise<TurnAttempt | null> {
  const place = placeOfTurn(number)
  const read = preparedStart(ctx)
  const [open, begun] = await Promise.all([
    read.session.get({ sessionId }),
    read.turn.get({ sessionId, number }),
  ])
  if (!begun || open?.openTurn !== place.turnId || open.status !== 'active') return null
  const session = { ...open, attempt: await claim(ctx, begun, attempt) }
  await spread()
  // Read after the claim: an earlier attempt may have written until then.
  const history = await readHistory(ctx, sessionId, number)
  const turn = history.turns.at(-1) ?? begun
  const found = await findWriter(ctx, session.organizationId, notConfigured)
  const { tools, preface } = await readGround(ctx, session, turn, history)
  const organization = await read.organization.get({ id: session.organizationId })

  const [lost, unwritten] = [new AbortController(), new AbortController()]
  const deadline = startDeadline()
  const unwatch = listenersOf(ctx).watch(sessionId, {
    onAttempt(newest) {
      // A poll that began before the claim may report the attempt before.
      if (newest === null || newest > session.attempt) lost.abort()
    },
  })
  const fence = { sessionId, attempt: session.attempt }
  const writer = createWriter(ctx, fence, (error) => unwritten.abort(error))
  return {
    ctx,
    session,
    turn,
    place,
    organizationName: organization?.name ?? '',
    preface,
    history,
    found,
    tools,
    writer,
    signal: AbortSignal.any([attempt.signal, lost.signal, unwritten.signal, deadline.signal]),
    isLost: () => lost.signal.aborted,
    noteProgress: () => attempt.noteProgress(),
    stop() {
      deadline.stop()
      unwatch()
      writer.stop()
    },
  }
}

/** Prepared, because many turns begin at the same moment. */
const preparedStart = once((db) => {
  const { placeholder } = sql
  const session = db
    .select()
    .from(agentSessions)
    .where(eq(agentSessions.id, placeholder('sessionId')))
  const turn = db
    .select()
    .from(agentTurns)
    .where(
      and(eq(agentTurns.sessionId, placeholder('sessionId')), eq(agentTurns.number, placeholder('number'))),
    )
  const organization = db
    .select({ name: organizations.name })
    .from(organizations)
    .where(eq(organizations.id, placeholder('id')))
  const claim = db
    .update(agentSessions)
    .set({ attempt: sql`${agentSessions.attempt} + 1` })
    .where(
      and(eq(agentSessions.id, placeholder('sessionId')), eq(agentSessions.openTurn, placeholder('turnId'))),
    )
    .returning({ attempt: agentSessions.attempt })
  return {
    session: prepareSelect(db, session),
    turn: prepareSelect(db, turn),
    organization: prepareSelect(db, organization),
    claim: prepareStatement(claim),
  }
})

/** The tools and the preface of a turn, with the rights that its sender has now. */
async function readGround(
  ctx: Context,
  session: SessionRow,
  { sentBy }: TurnRow,
  history: History,
): Promise<Pick<TurnAttempt, 'tools' | 'preface'>> {
  const asker = { id: sentBy, organizationId: session.organizationId }
  const ground = await asSender(async () => ({
    tools: await findSessionTools(ctx, asker, session, pastOf(session, history)),
    preface: await readPreface(ctx, asker, session),
  }))
  if (!ground) throw giveUp(senderGone)
  return ground
}

/** What people said, and the tools that were called for it. A session from a post always has the tools for posts. */
const pastOf = ({ surface }: SessionRow, { turns, calls }: History): ConversationTopics => ({
  said: turns.map(({ message }) => message),
  called: [
    ...(surface === 'content-editor' ? ['get_post', 'update_post'] : []),
    ...calls.map(({ tool }) => tool),
  ],
})

/** The post that the session was opened from, as messages before the conversation. */
async function readPreface(ctx: Context, asker: Actor, { postId }: SessionRow): Promise<ModelMessage[]> {
  if (postId === null) return []
  const edited = await findEdited(ctx, asker, postId)
  return toPreface(postId, edited && describeEdited(edited))
}

/** Makes this attempt the newest, if the job is still ours. Begins the turn of a queued message. */
async function claim(ctx: Context, turn: TurnRow, attempt: Attempt): Promise<number> {
  const { turnId } = placeOfTurn(turn.number)
  const [[taken]] = await ctx.db.batch([
    preparedStart(ctx).claim({ sessionId: turn.sessionId, turnId }),
    ctx.db.run(guard),
    attempt.ifOurs(),
    ...(turn.status === 'queued' ? beginQueued(ctx, turn.sessionId, turn) : []),
  ])
  return taken?.attempt as number
}
