import type { Context } from '../context.ts'
import { renewMilliseconds } from '../db/server-processes.ts'
import { describeError } from '../explain.ts'

type Poll = () => Promise<unknown>

const pollMilliseconds = 1000
const recovered = 'The database can be read again. Due jobs continue.'

/**
 * Polls every second for work that is due or was inserted by another process. All polls start in one turn of the
 * event loop, which is one round trip on a database server; a poll that is still waiting is not started again.
 * Every tenth second, `renew` runs instead of the polls. Logs when polls fail, and once when all succeed again.
 */
export function startPoll(ctx: Context, looks: Poll[], renew: Poll | null = null): { stop(): void } {
  const waiting = new Set<Poll>()
  const failing = new Set<Poll>()
  let count = 0
  const timer = setInterval(() => {
    const isRenewal = ++count % (renewMilliseconds / pollMilliseconds) === 0
    const due = renew && isRenewal ? [renew] : looks
    for (const look of due) if (!waiting.has(look)) void take(look)
  }, pollMilliseconds)

  async function take(look: Poll) {
    waiting.add(look)
    try {
      await look()
      if (failing.delete(look) && failing.size === 0) ctx.log.info(recovered)
    } catch (error) {
      failing.add(look)
      ctx.log.error(
        { error: describeError(error) },
        'The database could not be read for due jobs. Trying again in 1 s.',
      )
    } finally {
      waiting.delete(look)
    }
  }

  return { stop: () => clearInterval(timer) }
}
