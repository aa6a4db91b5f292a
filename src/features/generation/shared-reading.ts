import { eq, type SQL, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import type { Statement } from '../../db/client.ts'
import { type CollectedActivity, reviveCollected } from '../activity/model.ts'
import { openStatuses, readings } from './table.ts'

/** Returns a statement that stores the activity for the runs of a collection. */
export const storeReading = (ctx: Context, collectionId: string, collected: CollectedActivity): Statement =>
  ctx.db.insert(readings).values({ collectionId, collected, createdAt: ctx.now() })

/** Returns the stored activity of a collection, until its last run has ended. */
export async function findReading(
  ctx: Context,
  collectionId: string | null,
): Promise<CollectedActivity | null> {
  const [row] = await ctx.db
    .select()
    .from(readings)
    .where(eq(readings.collectionId, collectionId ?? ''))
  return row ? reviveCollected(row.collected) : null
}

/** Returns a statement that deletes the stored activity of a collection if its last run has ended. */
export const dropReading = (ctx: Context, collectionId: SQL): Statement =>
  ctx.db.run(sql`
    delete from readings where collection_id = ${collectionId} and not exists (
      select 1 from generation_jobs
      where collection_id = readings.collection_id and status in ${openStatuses})`)
