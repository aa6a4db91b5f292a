import type { Context } from '../../../../context.ts'
import { insertJob } from '../../../../jobs/queue.ts'

/** The job that repeats a scan as a whole; it takes `{ scanId }`. */
export const repeatScan = 'scans.repeat'

const waitMilliseconds = 5 * 60_000

/** A statement that has a scan which stored nothing repeated once, five minutes later (contract geo 7). */
export function queueRepetition(ctx: Context, scanId: string) {
  const runAt = new Date(ctx.now().getTime() + waitMilliseconds)
  return insertJob(ctx, repeatScan, { scanId }, { key: `${repeatScan}:${scanId}`, runAt })
}
