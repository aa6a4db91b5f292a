import type { Context } from '../context.ts'
import { giveUp, RetryAt } from '../errors.ts'
import type { Attempt } from '../jobs/define.ts'
import { utcTimeWithSeconds } from '../text/utc-time.ts'
import { isPassing, type ModelError } from './error.ts'

const minMilliseconds = 10_000
const maxMilliseconds = 60 * 60 * 1000

/** The error that a job throws when a model failed: wait until the endpoint's time, retry, or give up. */
export async function toQueue(ctx: Context, step: Attempt['step'], error: ModelError): Promise<Error> {
  if (!isPassing(error)) return giveUp(error.message)
  if (!error.retryAt) return error
  const began = await step('rate-limited', async () => ctx.now().getTime())
  const at = waitUntil(error.retryAt, new Date(began), ctx.now())
  return at ? retryAt(at, error) : giveUp(error.message)
}

/** The error that a job throws to ask a model again at a time. */
export const retryAt = (at: Date, { message }: ModelError) =>
  new RetryAt(at, `${message} Trying again at ${utcTimeWithSeconds(at)}.`)

/**
 * When a job may ask an endpoint again that asked it to wait: at least ten seconds from now, and null more than an
 * hour after the waiting began, because waiting uses no attempt and must end. Also ends if the clock was set back
 * since.
 */
export function waitUntil(asked: Date, began: Date, now: Date): Date | null {
  const at = Math.max(asked.getTime(), now.getTime() + minMilliseconds)
  const isBegun = began.getTime() <= now.getTime() + maxMilliseconds
  return isBegun && at <= began.getTime() + maxMilliseconds ? new Date(at) : null
}
