import { and, eq } from 'drizzle-orm'
import { t } from 'elysia'
import type { Context } from '../../context.ts'
import { integer } from '../../http/fields.ts'
import { postSchedules } from './table.ts'

/** Which schedule a job publishes: a later one of the same post has another time. */
export const ScheduledPublication = t.Object({ postId: t.String(), scheduledAt: integer, createdAt: integer })
export type ScheduledPublication = typeof ScheduledPublication.static

/** The condition that a schedule is the one of a job. */
export const whereScheduled = ({ postId, scheduledAt, createdAt }: ScheduledPublication) =>
  and(
    eq(postSchedules.postId, postId),
    eq(postSchedules.scheduledAt, new Date(scheduledAt)),
    eq(postSchedules.createdAt, new Date(createdAt)),
  )

/** A statement that stores why a scheduled post was not published. */
export const setScheduleError = (ctx: Context, scheduled: ScheduledPublication, error: string) =>
  ctx.db.update(postSchedules).set({ error }).where(whereScheduled(scheduled))
