import { eq, type SQL, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import type { Statement } from '../../db/client.ts'
import { type Collected, reviveCollected } from '../activity/model.ts'
import { openStatuses, readings } from './table.ts'

/** A statement that keeps what was read for the runs of a collection. */
export const keepReading = (ctx: Context, collectionId: string, collected: Collected): Statement =>
  ctx.db.insert(readings).values({ collectionId, collected, createdAt: ctx.now() })

/** What was read for the runs of a collection, until the last of them has ended. */
export async function findReading(ctx: Context, collectionId: string | null): Promise<Collected | null> {
  const [row] = await ctx.db
    .select()
    .from(readings)
    .where(eq(readings.collectionId, collectionId ?? ''))
  return row ? reviveCollected(row.collected) : null
}

/** A statement that lets go of what the runs of a collection were written from, once the last of them has ended. */
export const dropReading = (ctx: Context, collectionId: SQL): Statement =>
  ctx.db.run(sql`
    delete from readings where collection_id = ${collectionId} and not exists (
      select 1 from generation_jobs
      where collection_id = readings.collection_id and status in ${openStatuses})`)
