import { eq } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { armTask, disarmTask } from '../../../cron/arm.ts'
import { atomically } from '../../../db/client.ts'
import type { IntegrationRow } from '../model.ts'
import { integrations, type Watched } from '../table.ts'
import { toPattern } from './rules.ts'

/** The job that looks at a watched repository; it takes `{ integrationId }`. */
export const lookJob = 'webhooks.look'

const taskKey = (integrationId: string) => `webhooks:look:${integrationId}`

/**
 * Lets Herald look for pushes and releases itself, as a server without a public address needs it. What happens from the
 * first look on is told, so whoever calls this sees to it that there is one at once.
 */
export async function watchRepository(ctx: Context, { id }: IntegrationRow, minutes: number): Promise<void> {
  await atomically(ctx.db, [
    ctx.db
      .update(integrations)
      .set({ watchMinutes: minutes, updatedAt: ctx.now() })
      .where(eq(integrations.id, id)),
    armTask(ctx, {
      key: taskKey(id),
      pattern: toPattern(minutes, id),
      job: lookJob,
      payload: { integrationId: id },
    }),
  ])
}

/** Leaves telling of a repository to deliveries again; a later first look starts anew. */
export async function unwatchRepository(ctx: Context, { id }: IntegrationRow): Promise<void> {
  await atomically(ctx.db, [
    ctx.db
      .update(integrations)
      .set({ watchMinutes: null, watched: null, updatedAt: ctx.now() })
      .where(eq(integrations.id, id)),
    unwatch(ctx, id),
  ])
}

/** How far looking at a repository has come; null where nobody looked. */
export async function readWatched(ctx: Context, integrationId: string): Promise<Watched | null> {
  const [row] = await ctx.db
    .select({ watched: integrations.watched })
    .from(integrations)
    .where(eq(integrations.id, integrationId))
  return row?.watched ?? null
}

/** A statement that ends the looking at a repository that goes away. */
export const unwatch = (ctx: Context, integrationId: string) => disarmTask(ctx, taskKey(integrationId))
