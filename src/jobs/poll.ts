import type { Context } from '../context.ts'
import { describeError } from '../explain.ts'

type Look = () => Promise<unknown>

const pollMilliseconds = 1000

/**
 * Looks every second for what the clock or another process has made due. All look in one turn of the event loop, which
 * on a database server is one trip; a look that the database keeps waiting is not joined by the next.
 */
export function startPoll(ctx: Context, looks: Look[]): { stop(): void } {
  const waiting = new Set<Look>()
  const timer = setInterval(() => {
    for (const look of looks) if (!waiting.has(look)) void take(look)
  }, pollMilliseconds)

  async function take(look: Look) {
    waiting.add(look)
    try {
      await look()
    } catch (error) {
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
