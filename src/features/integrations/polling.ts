import { eq, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { armTask, disarmTask } from '../../cron/arm.ts'
import { atomically, type Statement } from '../../db/client.ts'
import type { IntegrationRow } from './model.ts'
import { type CatchUp, integrations, type PollState } from './table.ts'

/** Intervals that divide an hour or a day evenly: with others some polls would come early. */
export function isEvenInterval(minutes: number): boolean {
  return minutes >= 1 && (minutes <= 60 ? 60 % minutes === 0 : minutes % 60 === 0 && 1440 % minutes === 0)
}

/** Cron fields of an interval. Repositories start at different minutes, so that they are not all polled together. */
function toPattern(minutes: number, id: string): string {
  const offset = Bun.hash.crc32(id) % minutes
  if (minutes < 60) return `${offset}-59/${minutes} * * * *`
  const [hour, minute] = [Math.floor(offset / 60), offset % 60]
  return `${minute} ${hour}-23/${minutes / 60} * * *`
}

/** The name of the job that polls a watched repository; its payload is `{ integrationId }`. */
export const pollJob = 'webhooks.look'

const taskKey = (integrationId: string) => `webhooks:look:${integrationId}`

/** A row's last catch-up without its problem: from now on nothing is missed, or polling reports its own problems. */
export const withoutProblem = sql<CatchUp | null>`json_set(${integrations.catchUp}, '$.problem', null)`

/** A row's last catch-up without what prevented redelivery, which another token may allow. */
export const withoutBarrier = sql<CatchUp | null>`json_remove(${integrations.catchUp}, '$.redelivery')`

/**
 * Lets Herald poll for pushes and releases, for servers without a public address. Only events after the first poll are
 * reported, so the caller must poll immediately.
 */
export async function watchRepository(ctx: Context, row: IntegrationRow, minutes: number): Promise<void> {
  await atomically(ctx.db, watching(ctx, row, minutes))
}

/** Statements that start polling, or change its interval. */
export function watching(ctx: Context, { id }: IntegrationRow, minutes: number): Statement[] {
  return [
    ctx.db
      .update(integrations)
      .set({ watchMinutes: minutes, catchUp: withoutProblem, updatedAt: ctx.now() })
      .where(eq(integrations.id, id)),
    armTask(ctx, {
      key: taskKey(id),
      pattern: toPattern(minutes, id),
      job: pollJob,
      payload: { integrationId: id },
    }),
  ]
}

/** Stops polling. Only deliveries report events then; polling that is started later begins again. */
export async function unwatchRepository(ctx: Context, row: IntegrationRow): Promise<void> {
  await atomically(ctx.db, unwatching(ctx, row))
}

/** Statements that stop polling and delete its position. */
export function unwatching(ctx: Context, { id }: IntegrationRow): Statement[] {
  return [
    ctx.db
      .update(integrations)
      .set({ watchMinutes: null, watched: null, updatedAt: ctx.now() })
      .where(eq(integrations.id, id)),
    unwatch(ctx, id),
  ]
}

/** The position of polling; null before the first poll. */
export async function readWatched(ctx: Context, integrationId: string): Promise<PollState | null> {
  const [row] = await ctx.db
    .select({ watched: integrations.watched })
    .from(integrations)
    .where(eq(integrations.id, integrationId))
  return row?.watched ?? null
}

/** A statement that stops polling a repository that is disconnected. */
export const unwatch = (ctx: Context, integrationId: string) => disarmTask(ctx, taskKey(integrationId))
