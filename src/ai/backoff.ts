import type { Context } from '../context.ts'
import { ExplainedError } from '../errors.ts'
import type { Attempt } from '../jobs/define.ts'
import { isPassing, ModelError } from './error.ts'
import { waitUntil } from './wait.ts'

/** Thrown instead of a request to an endpoint whose rate limit lasts until then. */
export class CoolingDown extends ExplainedError {
  constructor(
    readonly until: Date,
    message: string,
  ) {
    super(message)
  }
}

export type Backoff = ReturnType<typeof createBackoff>

/** Used when an endpoint limits the rate without a Retry-After header. */
const cooldownMilliseconds = 30_000
/** This many equal refusals in a row are due to the key, the account or the model, not to the question. */
const maxRefusals = 3
/** This many equal failures in a row mean that the endpoint is down. */
const maxFailures = 10

const asksToWait = ({ reason, retryAt }: ModelError) => reason === 'rate_limited' || retryAt !== undefined

/**
 * Retry policy of a job that asks one endpoint many questions: waits while its rate limit lasts, and stops after too
 * many equal errors. `name` is part of the name of the step that stores when the waiting began.
 */
export function createBackoff(ctx: Context, { step }: Pick<Attempt, 'step'>, name: string) {
  let cooldown: CoolingDown | null = null
  let streak: { error: ModelError; length: number } | null = null
  let began: Promise<number> | null = null

  const isUseless = ({ error, length }: { error: ModelError; length: number }) =>
    length >= (isPassing(error) ? maxFailures : maxRefusals)

  async function slowDown(error: ModelError): Promise<Error> {
    began ??= step(`limited:${name}`, async () => ctx.now().getTime())
    const now = ctx.now()
    const asked = error.retryAt ?? new Date(now.getTime() + cooldownMilliseconds)
    const until = waitUntil(asked, new Date(await began), now)
    if (until === null) return error
    cooldown = new CoolingDown(until, error.message)
    return cooldown
  }

  /** Records the result of a question, of this attempt or an earlier one of the job; null means success. */
  function recall(error: ModelError | null): void {
    const isEqual = streak !== null && error !== null && streak.error.message === error.message
    streak = error && { error, length: isEqual && streak ? streak.length + 1 : 1 }
  }

  return {
    /**
     * Asks, unless that is known to fail. Throws a ModelError, or CoolingDown if the question has to wait.
     */
    async ask<T>(act: () => Promise<T>): Promise<T> {
      if (streak && isUseless(streak)) throw streak.error
      if (cooldown && cooldown.until > ctx.now()) throw cooldown
      try {
        const answer = await act()
        recall(null)
        return answer
      } catch (error) {
        if (!(error instanceof ModelError)) throw error
        const thrown = asksToWait(error) ? await slowDown(error) : error
        if (thrown === error) recall(error)
        throw thrown
      }
    },
    recall,
  }
}
