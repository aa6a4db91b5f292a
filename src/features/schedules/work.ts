import { eq } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import type { Statement } from '../../db/client.ts'
import type { Attempt } from '../../jobs/define.ts'
import { queueScheduleRun } from '../generation/service.ts'
import { schedules } from './table.ts'

/** Starts the run that a schedule is due for; one that is gone or disabled by now starts none (contract 10.3). */
export async function runSchedule(
  ctx: Context,
  { scheduleId }: { scheduleId: string },
  attempt: Attempt,
): Promise<Statement[]> {
  const [schedule] = await ctx.db.select().from(schedules).where(eq(schedules.id, scheduleId))
  if (!schedule?.enabled) return []
  // The ticker keys its job by row and due time.
  const due = attempt.key?.split('@')[1] ?? String(attempt.jobId)
  return queueScheduleRun(ctx, schedule, due)
}
