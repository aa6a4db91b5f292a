import { and, eq, sql } from 'drizzle-orm'
import { type AcceptedEvent, pushFact, toPush } from '../../codehost/events.ts'
import type { Context } from '../../context.ts'
import type { Statement } from '../../db/client.ts'
import { once, prepareStatement } from '../../db/prepared.ts'
import { guards } from '../../db/table.ts'
import { type EventSource, sightings } from './table.ts'

/** What was told of these facts before, in whatever way. */
export async function findSeenEvents(
  ctx: Context,
  integrationId: string,
  facts: string[],
): Promise<SeenEvent[]> {
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
export function noteSeenEvent(
  ctx: Context,
  integrationId: string,
  { facts, way, looked, seen }: { facts: string[]; way: EventSource; looked: string[]; seen: SeenEvent[] },
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

type SeenEvent = Pick<typeof sightings.$inferSelect, 'fact' | 'way' | 'seenAt'>

/** GitHub sends the two deliveries of a pre-release within seconds. */
const pairMilliseconds = 10 * 60 * 1000

/** Whether one of these sightings makes a telling by `way` the second one of the same: only the first starts runs. */
export function isAlreadySeen(seen: SeenEvent[], way: EventSource, now: Date): boolean {
  return seen.some((sighting) => {
    if (sighting.way === way) return false
    // Whoever looks comes whenever it comes; two deliveries belong together only when they come together.
    const isLook = way === 'looked' || sighting.way === 'looked'
    return isLook || now.getTime() - sighting.seenAt.getTime() <= pairMilliseconds
  })
}

/** What is left of an event that nobody has told of yet; null when that is nothing. */
export function unseenPart(event: AcceptedEvent, seen: SeenEvent[]): AcceptedEvent | null {
  if (event.kind !== 'push') {
    // Its tag alone tells a release only from deliveries that do not say its id.
    const isTold = seen.some(({ fact, way }) => fact === event.facts[0] || way !== 'looked')
    return isTold ? null : event
  }
  const told = new Set(seen.map(({ fact }) => fact))
  const commits = event.data.commits.filter(({ id }) => !told.has(pushFact(id)))
  const newest = commits.at(-1)
  if (!newest) return null
  const headCommit = { id: newest.id, message: newest.message }
  return { ...event, ...toPush({ ...event.data, commits, headCommit }) }
}
