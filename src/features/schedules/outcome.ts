import { and, eq, gt } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import type { Statement } from '../../db/client.ts'
import { countFailure, type FailureReason } from '../triggers/outcome.ts'
import { schedules } from './table.ts'
import { disarmDisabled } from './timer.ts'

/** Statements that count a failed automated run; the third in a row for one reason pauses the schedule (contract 10.3). */
export function noteScheduleFailure(ctx: Context, scheduleId: string, reason: FailureReason): Statement[] {
  const own = eq(schedules.id, scheduleId)
  return [
    ctx.db
      .update(schedules)
      .set(countFailure(schedules, reason, ctx.now()))
      .where(own),
    disarmDisabled(ctx, own),
  ]
}

/** Statements that forget earlier failures, after a run that wrote a post or had nothing to write. */
export function clearScheduleFailures(ctx: Context, scheduleId: string): Statement[] {
  return [
    ctx.db
      .update(schedules)
      .set({ failureReason: null, failureCount: 0 })
      .where(and(eq(schedules.id, scheduleId), gt(schedules.failureCount, 0))),
  ]
}
