import type { Context } from '../context.ts'
import { giveUp, RetryAt } from '../errors.ts'
import type { Attempt } from '../jobs/define.ts'
import { waitUntil } from '../jobs/wait.ts'
import { isPassing, type ModelError } from './error.ts'

/** What a job throws about a model that failed: to come back when the endpoint says so, to try again, or to give up. */
export async function toQueue(ctx: Context, step: Attempt['step'], error: ModelError): Promise<Error> {
  if (!isPassing(error)) return giveUp(error.message)
  if (!error.retryAt) return error
  const began = await step('rate-limited', async () => ctx.now().getTime())
  const at = waitUntil(error.retryAt, new Date(began), ctx.now())
  return at ? new RetryAt(at, error.message) : giveUp(error.message)
}
