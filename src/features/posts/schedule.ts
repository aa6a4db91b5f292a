import { eq, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { isForeignKeyViolation, isGuardViolation } from '../../db/errors.ts'
import { changed } from '../../db/table.ts'
import { badRequest, conflict, notFound } from '../../errors.ts'
import { isTimeZone } from '../../text/time-zone.ts'
import { nameOfCaller } from '../keys/caller-name.ts'
import type { Caller } from '../keys/model.ts'
import type { publishPostJob } from './job.ts'
import type { PostScheduleBody } from './model.ts'
import { findRow } from './service.ts'
import { postSchedules } from './table.ts'

const yearMs = 366 * 24 * 60 * 60 * 1000
/** A time that passed this recently means now (contract core 5.9). */
const graceMs = 5 * 60 * 1000

/** Returns when a post will be published; null if it is not scheduled. */
export async function getSchedule(ctx: Context, caller: Caller, postId: string) {
  if (!(await findRow(ctx, caller, postId))) throw notFound('Post not found')
  const { scheduledAt, timeZone, createdAt, author, error } = postSchedules
  const [row] = await ctx.db
    .select({ scheduledAt, timeZone, createdAt, error, createdBy: nameOfCaller(author) })
    .from(postSchedules)
    .where(eq(postSchedules.postId, postId))
  const schedule = row && {
    ...row,
    scheduledAt: row.scheduledAt.toISOString(),
    createdAt: row.createdAt.toISOString(),
  }
  return { organization: caller.organization, schedule: schedule ?? null }
}

/** Schedules the publication of a draft, instead of an earlier schedule. */
export async function schedulePost(
  ctx: Context,
  job: ReturnType<typeof publishPostJob>,
  caller: Caller,
  postId: string,
  { scheduledAt, timeZone = 'UTC', destinations = [] }: PostScheduleBody,
) {
  const post = await findRow(ctx, caller, postId)
  if (!post) throw notFound('Post not found')
  const at = new Date(scheduledAt)
  const now = ctx.now()
  if (!isDay(scheduledAt) || Number.isNaN(at.getTime()))
    throw badRequest('scheduledAt must be an ISO 8601 time with an offset')
  if (!isTimeZone(timeZone))
    throw badRequest('timeZone must be the name of a time zone, such as Europe/Berlin')
  if (at.getTime() < now.getTime() - graceMs) throw badRequest('scheduledAt must not be in the past')
  if (at.getTime() > now.getTime() + yearMs) throw badRequest('scheduledAt must be within a year')
  if (destinations.length > 0)
    throw badRequest('destinations must be empty: this server publishes to its own page only')
  if (post.status === 'published') throw alreadyPublished()
  await caller.spend()
  const row = { scheduledAt: at, timeZone, author: caller.id, createdAt: now, error: null }
  const isPublished = sql`select 1 from posts where id = ${postId} and status = 'published'`
  const runAt = at > now ? at : now
  try {
    await ctx.db.batch([
      ctx.db.run(changed(isPublished)),
      ctx.db
        .insert(postSchedules)
        .values({ postId, ...row })
        .onConflictDoUpdate({ target: postSchedules.postId, set: row }),
      job.insert(ctx, { postId, scheduledAt: at.getTime(), createdAt: now.getTime() }, { runAt }),
    ])
  } catch (error) {
    // The post was deleted meanwhile.
    if (isForeignKeyViolation(error)) throw notFound('Post not found')
    throw isGuardViolation(error) ? alreadyPublished() : error
  }
  ctx.jobsReady.wake()
  return getSchedule(ctx, caller, postId)
}

/** Cancels the scheduled publication. `canceled` is false if there was none. */
export async function cancelSchedule(ctx: Context, caller: Caller, postId: string) {
  if (!(await findRow(ctx, caller, postId))) throw notFound('Post not found')
  await caller.spend()
  const removed = await ctx.db
    .delete(postSchedules)
    .where(eq(postSchedules.postId, postId))
    .returning({ postId: postSchedules.postId })
  // Publishing is one batch: it has either happened or not begun.
  return { organization: caller.organization, canceled: removed.length > 0, inProgress: false }
}

/** False for days such as February 30, which a `Date` moves to March. */
function isDay(instant: string): boolean {
  const [year = 0, month = 0, day = 0] = instant.slice(0, 10).split('-').map(Number)
  return new Date(Date.UTC(year, month - 1, day)).getUTCDate() === day
}

const alreadyPublished = () => conflict('Post is already published')
