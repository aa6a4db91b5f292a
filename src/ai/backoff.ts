import type { Context } from '../context.ts'
import { ExplainedError } from '../errors.ts'
import type { Attempt } from '../jobs/define.ts'
import { isPassing, ModelError } from './error.ts'
import { waitUntil } from './wait.ts'

/** Thrown in place of asking an endpoint that wants to be left alone until then. */
export class CoolingDown extends ExplainedError {
  constructor(
    readonly until: Date,
    message: string,
  ) {
    super(message)
  }
}

export type Backoff = ReturnType<typeof createBackoff>

/** For an endpoint that limits the rate and does not say how long. */
const restMilliseconds = 30_000
/** So many equal refusals in a row speak of the key, the account or the model, and not of the question. */
const maxRefusals = 3
/** So many equal failures in a row speak of an endpoint that is down. */
const maxFailures = 10

const asksToWait = ({ reason, retryAt }: ModelError) => reason === 'rate_limited' || retryAt !== undefined

/**
 * What a job that asks one endpoint many questions learns of it on the way: when it wants to be left alone, and when
 * there is no use in asking it any more. `name` is of the steps in which it is remembered.
 */
export function createBackoff(ctx: Context, { step }: Pick<Attempt, 'step'>, name: string) {
  let rest: CoolingDown | null = null
  let streak: { error: ModelError; length: number } | null = null
  let began: Promise<number> | null = null

  const isUseless = ({ error, length }: { error: ModelError; length: number }) =>
    length >= (isPassing(error) ? maxFailures : maxRefusals)

  async function slowDown(error: ModelError): Promise<Error> {
    began ??= step(`limited:${name}`, async () => ctx.now().getTime())
    const now = ctx.now()
    const asked = error.retryAt ?? new Date(now.getTime() + restMilliseconds)
    const until = waitUntil(asked, new Date(await began), now)
    if (until === null) return error
    rest = new CoolingDown(until, error.message)
    return rest
  }

  /** Takes in what became of a question, here or in an earlier try of the job; null for an answer. */
  function recall(error: ModelError | null): void {
    const isEqual = streak !== null && error !== null && streak.error.message === error.message
    streak = error && { error, length: isEqual && streak ? streak.length + 1 : 1 }
  }

  return {
    /** Asks, unless it is known to be in vain; throws a ModelError, or Resting where the question has to wait. */
    async ask<T>(act: () => Promise<T>): Promise<T> {
      if (streak && isUseless(streak)) throw streak.error
      if (rest && rest.until > ctx.now()) throw rest
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
