import { and, eq, gt, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import type { Statement } from '../../db/client.ts'
import type { schedules } from '../schedules/table.ts'
import { eventTriggers } from './table.ts'

/** What an automated run can fail for in a way that counts (contract 10.3). */
export type FailureReason = 'ai_credits_depleted' | 'plan_limit_reached' | 'workflow_errors'

const failuresBeforePause = 3

/** Statements that count a failed automated run; the third in a row for one reason pauses the trigger (contract 10.3). */
export function noteTriggerFailure(ctx: Context, triggerId: string, reason: FailureReason): Statement[] {
  return [
    ctx.db
      .update(eventTriggers)
      .set(countFailure(eventTriggers, reason, ctx.now()))
      .where(eq(eventTriggers.id, triggerId)),
  ]
}

/** Statements that forget earlier failures, after a run that wrote a post or had nothing to write. */
export function clearTriggerFailures(ctx: Context, triggerId: string): Statement[] {
  return [
    ctx.db
      .update(eventTriggers)
      .set({ failureReason: null, failureCount: 0 })
      .where(and(eq(eventTriggers.id, triggerId), gt(eventTriggers.failureCount, 0))),
  ]
}

/** What one more failure makes of a row, reckoned by the database so that runs which end together all count. */
export function countFailure(
  table: typeof eventTriggers | typeof schedules,
  reason: FailureReason,
  now: Date,
) {
  const count = sql`case when ${table.failureReason} = ${reason} then ${table.failureCount} + 1 else 1 end`
  const pauses = sql`${table.enabled} = 1 and ${count} >= ${failuresBeforePause}`
  return {
    failureReason: reason,
    failureCount: sql`${count}`,
    enabled: sql`case when ${pauses} then 0 else ${table.enabled} end`,
    updatedAt: sql`case when ${pauses} then ${now.getTime()} else ${table.updatedAt} end`,
  }
}
