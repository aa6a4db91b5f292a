import { and, asc, eq, lte } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { isGuardViolation } from '../db/errors.ts'
import { guard } from '../db/table.ts'
import { insertJob } from '../jobs/queue.ts'
import { nextTime } from './arm.ts'
import { recurring } from './table.ts'

const rowsAtOnce = 100

/**
 * Inserts the job of every task that is due, once, however many processes tick: who moves the next time
 * inserts the job, in one batch, and tells it the time that it was `due`. Times missed while nothing ran are made up
 * for by one job.
 */
export async function tick(ctx: Context): Promise<number> {
  const now = ctx.now()
  let fired = 0
  for (;;) {
    const tasks = await ctx.db
      .select()
      .from(recurring)
      .where(lte(recurring.nextAt, now))
      .orderBy(asc(recurring.nextAt))
      .limit(rowsAtOnce)
    // All at once, so that they share a commit.
    const isOurs = await Promise.all(tasks.map((task) => fire(ctx, task, now)))
    const count = isOurs.filter(Boolean).length
    if (count > 0) ctx.jobsReady.wake()
    fired += count
    if (tasks.length < rowsAtOnce) return fired
  }
}

/** Moves a task's next time and inserts its job; false when another ticker was first. */
async function fire(ctx: Context, task: typeof recurring.$inferSelect, now: Date): Promise<boolean> {
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
    return true
  } catch (error) {
    if (isGuardViolation(error)) return false
    throw error
  }
}
