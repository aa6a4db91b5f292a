import { and, eq, sql } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import type { Statement } from '../../../db/client.ts'
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
  return [
    ctx.db.run(sql`
      insert into guards (ok) select 0 where ${others} <> (
        select count(*) from sightings
        where integration_id = ${integrationId} and fact in ${listed(looked)} and way <> ${way})`),
    ctx.db.run(sql`
      insert into sightings (integration_id, fact, way, seen_at)
      select ${integrationId}, value, ${way}, ${ctx.now().getTime()} from json_each(${JSON.stringify(facts)}) where true
      on conflict (integration_id, fact, way) do update set seen_at = excluded.seen_at`),
  ]
}

const listed = (facts: string[]) => sql`(select value from json_each(${JSON.stringify(facts)}))`
