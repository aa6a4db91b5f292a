import { and, asc, eq, lte } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { isGuardViolation } from '../db/errors.ts'
import { guard } from '../db/table.ts'
import { insertJob } from '../jobs/queue.ts'
import { nextTime } from './arm.ts'
import { recurring } from './table.ts'

const rowsPerTick = 100

/**
 * Inserts the job of every task that is due, once, however many processes tick: who moves the next time
 * inserts the job, in one batch, and tells it the time that it was `due`. Times missed while nothing ran are made up
 * for by one job.
 */
export async function tick(ctx: Context): Promise<number> {
  const now = ctx.now()
  const tasks = await ctx.db
    .select()
    .from(recurring)
    .where(lte(recurring.nextAt, now))
    .orderBy(asc(recurring.nextAt))
    .limit(rowsPerTick)
  let fired = 0
  for (const task of tasks) {
    const due = task.nextAt.toISOString()
    try {
      await ctx.db.batch([
        ctx.db
          .update(recurring)
          .set({ nextAt: nextTime(task.pattern, now) })
          .where(and(eq(recurring.key, task.key), eq(recurring.nextAt, task.nextAt))),
        ctx.db.run(guard),
        insertJob(ctx, task.job, { ...task.payload, due }, { key: `${task.key}@${due}` }),
      ])
      fired++
    } catch (error) {
      if (!isGuardViolation(error)) throw error
    }
  }
  if (fired > 0) ctx.jobsReady.wake()
  return fired
}
