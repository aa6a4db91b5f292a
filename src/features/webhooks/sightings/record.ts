import { and, eq, sql } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import type { Statement } from '../../../db/client.ts'
import { once, prepareStatement } from '../../../db/prepared.ts'
import { guards } from '../../../db/table.ts'
import { sightings, type Way } from '../table.ts'
import type { Sighting } from './rules.ts'

/** What was told of these facts before, in whatever way. */
export async function findSightings(
  ctx: Context,
  integrationId: string,
  facts: string[],
): Promise<Sighting[]> {
  const { fact, way, seenAt } = sightings
  return ctx.db
    .select({ fact, way, seenAt })
    .from(sightings)
    .where(and(eq(sightings.integrationId, integrationId), sql`${fact} in ${listed(facts)}`))
}

/**
 * Statements that note a telling. The batch is rolled back by a guard when another way told of one of the `seen`
 * facts since they were looked up.
 */
export function noteSighting(
  ctx: Context,
  integrationId: string,
  { facts, way, looked, seen }: { facts: string[]; way: Way; looked: string[]; seen: Sighting[] },
): Statement[] {
  const others = seen.filter((sighting) => sighting.way !== way).length
  const values = { integrationId, way, others, seenAt: ctx.now().getTime() }
  return [
    requireSeen(ctx)({ ...values, looked: JSON.stringify(looked) }),
    insertSightings(ctx)({ ...values, facts: JSON.stringify(facts) }),
  ]
}

const integrationId = sql.placeholder('integrationId')
const way = sql.placeholder('way')

const requireSeen = once((db) =>
  prepareStatement(
    db.insert(guards).select(sql`
      select 0 where ${sql.placeholder('others')} <> (
        select count(*) from sightings
        where integration_id = ${integrationId} and fact in (select value from json_each(${sql.placeholder('looked')}))
          and way <> ${way})`),
  ),
)

const insertSightings = once((db) =>
  prepareStatement(
    db
      .insert(sightings)
      .select(sql`
        select ${integrationId}, value, ${way}, ${sql.placeholder('seenAt')}
        from json_each(${sql.placeholder('facts')}) where true`)
      .onConflictDoUpdate({
        target: [sightings.integrationId, sightings.fact, sightings.way],
        set: { seenAt: sql`excluded.seen_at` },
      }),
  ),
)

const listed = (facts: string[]) => sql`(select value from json_each(${JSON.stringify(facts)}))`
