import { and, isNull, sql } from 'drizzle-orm'
import { t } from 'elysia'
import type { Context } from '../../../context.ts'
import type { Statement } from '../../../db/client.ts'
import { integer } from '../../../http/fields.ts'
import { defineJob } from '../../../jobs/define.ts'
import { findSubject } from '../../organizations/subject.ts'
import { endCalls } from './cancel-turn.ts'
import { placeOfTurn, sessionEvent } from './log/events.ts'
import { listenersOf } from './log/listeners.ts'
import { endTurn, findQueued, whereSteps } from './record.ts'
import { agentSteps } from './table.ts'

const Turn = t.Object({ organizationId: t.String(), sessionId: t.String(), turn: integer })
type Turn = typeof Turn.static

/** Continues a turn. A model that fails is tried twice more, after a short pause. */
export const turnJob = defineJob(
  'agent-sessions.turn',
  Turn,
  async (ctx, payload, attempt) => {
    const { attemptTurn } = await import('./turn/attempt.ts')
    const { statements, next } = await attemptTurn(ctx, payload, attempt)
    return next === null ? statements : [...statements, insertTurn(ctx, { ...payload, turn: next })]
  },
  {
    title: 'Running a turn of an agent session',
    subject: (ctx, { organizationId, sessionId, turn }) =>
      findSubject(
        ctx,
        sql`select ${organizationId} as organization_id, ${`session ${sessionId}, turn ${turn + 1}`} as record`,
      ),
    attempts: 3,
    lane: 'turns',
    onDead: failTurn,
    onEnd: (ctx, { sessionId }) => listenersOf(ctx).wake(sessionId),
  },
)

/** A statement that queues a turn to be continued. */
export const insertTurn = (ctx: Context, turn: Turn): Statement =>
  turnJob.insert(ctx, turn, { share: turn.organizationId })

/** Reports that a turn failed. The session continues with the queued message, or waits for the next one. */
async function failTurn(ctx: Context, payload: Turn, message: string): Promise<Statement[]> {
  const { sessionId, organizationId, turn } = payload
  const session = { id: sessionId, organizationId }
  const place = placeOfTurn(turn)
  const failure = { code: 'TURN_FAILED', message }
  const [calls, [interrupted], next] = await Promise.all([
    endCalls(ctx, { session, turn, by: 'herald' }),
    ctx.db
      .select({ stepIndex: agentSteps.step })
      .from(agentSteps)
      .where(and(whereSteps(sessionId, turn), isNull(agentSteps.finishedAt))),
    findQueued(ctx, sessionId),
  ])
  return [
    ...calls.statements,
    ...endTurn(ctx, session, place, {
      status: 'failed',
      events: [
        ...calls.events,
        ...(interrupted ? [sessionEvent('step.failed', { ...place, ...interrupted, ...failure })] : []),
        sessionEvent('turn.failed', { ...place, ...failure }),
      ],
      cents: null,
    }),
    ...(next === null ? [] : [insertTurn(ctx, { ...payload, turn: next })]),
  ]
}

/** Completes idle sessions, deletes old ones, and continues turns whose approvals have expired. */
export const sweepAgentSessions = defineJob(
  'agent-sessions.sweep',
  t.Object({}),
  async (ctx) => {
    const { completeIdle, removeEnded, resumeExpired } = await import('./sweep.ts')
    await completeIdle(ctx)
    await removeEnded(ctx)
    await resumeExpired(ctx, insertTurn)
  },
  { title: 'Ending idle agent sessions' },
)
