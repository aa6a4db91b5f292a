import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { disarmTasks } from '../../cron/arm.ts'
import { type CronConfig, schedules } from './table.ts'

const prefix = 'schedules:'

/** The key of a schedule's row among what recurs. */
export const timerKey = (scheduleId: string) => `${prefix}${scheduleId}`

/** The five cron fields of a schedule, in UTC; a month without the day has no run (contract 10.2). */
export function toPattern({ frequency, hour, minute, dayOfWeek, dayOfMonth }: CronConfig): string {
  if (frequency === 'weekly') return `${minute} ${hour} * * ${dayOfWeek}`
  if (frequency === 'monthly') return `${minute} ${hour} ${dayOfMonth} * *`
  return `${minute} ${hour} * * *`
}

/** A statement that removes the timers of those of the chosen schedules which are disabled. */
export function disarmDisabled(ctx: Context, chosen: SQL | undefined) {
  return disarmTasks(
    ctx,
    ctx.db
      .select({ key: sql`${prefix} || ${schedules.id}` })
      .from(schedules)
      .where(and(eq(schedules.enabled, false), chosen)),
  )
}
