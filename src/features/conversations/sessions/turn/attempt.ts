import { isPassing, ModelError } from '../../../../ai/error.ts'
import { retryAt } from '../../../../ai/wait.ts'
import type { Context } from '../../../../context.ts'
import type { Statement } from '../../../../db/client.ts'
import { isGuardViolation } from '../../../../db/errors.ts'
import { ExplainedError, GiveUp, giveUp, RetryAt } from '../../../../errors.ts'
import { describeError, explainDatabase } from '../../../../explain.ts'
import type { Attempt } from '../../../../jobs/define.ts'
import { ReachedLimit } from '../../engine/limits.ts'
import { runTurn } from '../../engine/run-turn.ts'
import { sessionEvent } from '../log/events.ts'
import { endTurn } from '../record.ts'
import { createSessionTurn } from './session-turn.ts'
import { beginTurn, type TurnAttempt } from './start-turn.ts'
import { waitForPerson } from './wait-for-person.ts'

/** Statements for the batch that ends the job of a turn, and the number of the turn to begin with it. */
export type TurnEnd = { statements: Statement[]; next: number | null }
const over: TurnEnd = { statements: [], next: null }

/**
 * Continues a turn from its last stored state until the model has answered, or a person has to. Finished work is not
 * repeated.
 */
export async function attemptTurn(
  ctx: Context,
  { sessionId, turn: number }: { sessionId: string; turn: number },
  attempt: Attempt,
): Promise<TurnEnd> {
  const running = await beginTurn(ctx, { sessionId, number }, attempt).catch((error) => {
    throw toJobError(ctx, error)
  })
  if (!running) return over
  try {
    return await resume(running)
  } catch (error) {
    if (attempt.signal.aborted) throw error
    if (running.isLost() || isGuardViolation(error)) return over
    throw toJobError(ctx, error)
  } finally {
    running.stop()
  }
}

async function resume(running: TurnAttempt): Promise<TurnEnd> {
  const { ctx, session, turn, place, history } = running
  const { turn: activeTurn, asked } = createSessionTurn(running)
  if ((await runTurn(activeTurn)) === 'waiting')
    return { statements: waitForPerson(running, asked), next: null }
  const steps = history.steps.filter((step) => step.turn === turn.number)
  const cents = steps.reduce((sum, step) => sum + step.cents, 0)
  const events = [sessionEvent('turn.completed', place)]
  const statements = endTurn(ctx, session, place, { status: 'completed', events, cents })
  return { statements, next: history.queued ? turn.number + 1 : null }
}

const maxWait = 60_000

/** The error for the queue, whose message the events of the turn show. */
function toJobError(ctx: Context, error: unknown): unknown {
  if (error instanceof GiveUp || error instanceof RetryAt || explainDatabase(error as Error) !== null)
    return error
  if (error instanceof ReachedLimit) return giveUp(error.message)
  if (error instanceof ModelError) {
    if (!isPassing(error)) return giveUp(error.message)
    const wait = (error.retryAt?.getTime() ?? 0) - ctx.now().getTime()
    return error.retryAt && wait <= maxWait ? retryAt(error.retryAt, error) : error
  }
  ctx.log.error(
    { error: describeError(error) },
    'A turn of an agent session failed unexpectedly. The user can send the message again.',
  )
  return new ExplainedError('Unexpected error.')
}
