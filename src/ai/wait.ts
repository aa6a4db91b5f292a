import type { Context } from '../context.ts'
import { giveUp, RetryAt } from '../errors.ts'
import type { Attempt } from '../jobs/define.ts'
import { utcTime } from '../text/utc-time.ts'
import { isPassing, type ModelError } from './error.ts'

const minMilliseconds = 10_000
const maxMilliseconds = 60 * 60 * 1000

/** What a job throws about a model that failed: to come back when the endpoint says so, to try again, or to give up. */
export async function toQueue(ctx: Context, step: Attempt['step'], error: ModelError): Promise<Error> {
  if (!isPassing(error)) return giveUp(error.message)
  if (!error.retryAt) return error
  const began = await step('rate-limited', async () => ctx.now().getTime())
  const at = waitUntil(error.retryAt, new Date(began), ctx.now())
  return at ? retryAt(at, error) : giveUp(error.message)
}

/** What a job throws to ask a model again at a time. */
export const retryAt = (at: Date, { message }: ModelError) =>
  new RetryAt(at, `${message} Trying again at ${utcTime(at)}.`)

/**
 * When a job comes back to an endpoint that asked it to at a time: not sooner than in ten seconds, and null once that
 * is more than an hour after the waiting began, since waiting uses up no attempt and has to end by itself. One that
 * began by a clock far ahead has to as well.
 */
export function waitUntil(asked: Date, began: Date, now: Date): Date | null {
  const at = Math.max(asked.getTime(), now.getTime() + minMilliseconds)
  const isBegun = began.getTime() <= now.getTime() + maxMilliseconds
  return isBegun && at <= began.getTime() + maxMilliseconds ? new Date(at) : null
}
