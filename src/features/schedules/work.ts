import { eq } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import type { Statement } from '../../db/client.ts'
import type { Run } from '../../jobs/define.ts'
import { startRun } from './start-run.ts'
import { schedules } from './table.ts'

/** Starts the run that a schedule is due for; one that is gone or disabled by now starts none (contract 10.3). */
export async function runSchedule(
  ctx: Context,
  { scheduleId }: { scheduleId: string },
  run: Run,
): Promise<Statement[]> {
  const [schedule] = await ctx.db.select().from(schedules).where(eq(schedules.id, scheduleId))
  if (!schedule?.enabled) return []
  // The ticker inserts one job for each due time, so a job's id stands for the due time.
  return startRun(ctx, schedule, `schedule-${schedule.id}-${run.jobId}`)
}
