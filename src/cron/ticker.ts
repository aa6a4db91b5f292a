import { and, asc, eq, lte } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { isGuardViolation } from '../db/errors.ts'
import { guard } from '../db/table.ts'
import { insertJob } from '../jobs/queue.ts'
import { nextTime } from './arm.ts'
import { recurring } from './table.ts'

const rowsAtOnce = 100

/**
 * Inserts one job for every task that is due, however many processes tick: the process that updates the next time
 * inserts the job in the same batch, with the time that it was `due`. One job makes up for all times missed while no
 * process ran.
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
    // Started together, so that they share a commit.
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
