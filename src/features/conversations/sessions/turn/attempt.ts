import { isPassing, ModelError } from '../../../../ai/error.ts'
import { retryAt } from '../../../../ai/wait.ts'
import type { Context } from '../../../../context.ts'
import type { Statement } from '../../../../db/client.ts'
import { isGuardViolation } from '../../../../db/errors.ts'
import { ExplainedError, GiveUp, giveUp, RetryAt } from '../../../../errors.ts'
import { describeError, explainDatabase } from '../../../../explain.ts'
import type { Attempt } from '../../../../jobs/define.ts'
import { isOpen } from '../../engine/call.ts'
import { checkLimits, ReachedLimit, tookTooLong } from '../../engine/limits.ts'
import { sessionEvent } from '../log/events.ts'
import type { StepRow } from '../model.ts'
import { endTurn } from '../record.ts'
import { maxEvents } from '../rules.ts'
import { askModel } from './ask-model.ts'
import { settleCalls } from './run-calls.ts'
import { beginTurn, type TurnAttempt } from './start-turn.ts'
import { park } from './wait-for-person.ts'

/** Statements that end a turn, or have it wait, together with the end of the job; and the turn that begins with it. */
export type Halt = { statements: Statement[]; next: number | null }
const over: Halt = { statements: [], next: null }

/**
 * Goes on with a turn from wherever it stands, step by step, until the model has answered or a person has to. What is
 * finished is not done again.
 */
export async function runTurn(
  ctx: Context,
  { sessionId, turn: number }: { sessionId: string; turn: number },
  attempt: Attempt,
): Promise<Halt> {
  const running = await beginTurn(ctx, { sessionId, number }, attempt).catch((error) => {
    throw toJobError(ctx, error)
  })
  if (!running) return over
  try {
    return await goOn(running, attempt)
  } catch (error) {
    if (attempt.signal.aborted) throw error
    if (running.isLost() || isGuardViolation(error)) return over
    throw toJobError(ctx, running.isLate() ? tookTooLong() : error)
  } finally {
    running.stop()
  }
}

async function goOn(running: TurnAttempt, attempt: Attempt): Promise<Halt> {
  const { ctx, session, turn, place, history } = running
  for (;;) {
    const asked = await settleCalls(running)
    const own = history.steps.filter((step) => step.turn === turn.number)
    const newest = own.at(-1)
    const calls = history.calls.filter((call) => call.turn === turn.number && call.step === newest?.step)
    if (calls.some(isOpen)) return { statements: park(running, asked), next: null }
    if (newest?.finishedAt && calls.length === 0) {
      const cents = own.reduce((sum, step) => sum + step.cents, 0)
      const told = [sessionEvent('turn.completed', place)]
      const statements = endTurn(ctx, session, place, { status: 'completed', told, cents })
      return { statements, next: history.queued ? turn.number + 1 : null }
    }
    checkTurn(running, own)
    await askModel(running)
    await attempt.noteProgress()
  }
}

/** Ends a turn that does not come to an end by itself. */
function checkTurn({ ctx, session, turn }: TurnAttempt, steps: StepRow[]) {
  const began = turn.resumedAt ?? turn.createdAt
  checkLimits({
    finishedSteps: steps.filter(({ finishedAt }) => finishedAt !== null).length,
    outputTokens: steps.reduce((sum, { outputTokens }) => sum + outputTokens, 0),
    milliseconds: ctx.now().getTime() - began.getTime(),
  })
  if (session.nextIndex >= maxEvents) throw giveUp('The session has said as much as a session can hold.')
}

const maxWait = 60_000

/** What the queue is told of an error: what a person reads of it in the stream is a sentence of ours. */
function toJobError(ctx: Context, error: unknown): unknown {
  if (error instanceof GiveUp || error instanceof RetryAt || explainDatabase(error as Error) !== null)
    return error
  if (error instanceof ReachedLimit) return giveUp(error.message)
  if (error instanceof ModelError) {
    if (!isPassing(error)) return giveUp(error.message)
    const wait = (error.retryAt?.getTime() ?? 0) - ctx.now().getTime()
    return error.retryAt && wait <= maxWait ? retryAt(error.retryAt, error) : error
  }
  ctx.log.error({ error: describeError(error) }, 'A turn of an agent session failed unexpectedly.')
  return new ExplainedError('Unexpected error.')
}
