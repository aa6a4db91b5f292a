import { and, eq, sql } from 'drizzle-orm'
import { type AcceptedEvent, pushFact, toPush } from '../../codehost/events.ts'
import type { Context } from '../../context.ts'
import type { Statement } from '../../db/client.ts'
import { once, prepareStatement } from '../../db/prepared.ts'
import { guards } from '../../db/table.ts'
import { type EventSource, sightings } from './table.ts'

/** Earlier reports of these facts, by any source. */
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
 * Statements that store that a source reported these facts. A guard rolls the batch back if another source reported one
 * of the facts in `checked` after `seen` was read.
 */
export function noteSeenEvent(
  ctx: Context,
  integrationId: string,
  { facts, way, checked, seen }: { facts: string[]; way: EventSource; checked: string[]; seen: SeenEvent[] },
): Statement[] {
  const others = seen.filter((earlier) => earlier.way !== way).length
  const values = { integrationId, way, others, seenAt: ctx.now().getTime() }
  return [
    requireSeen(ctx)({ ...values, checked: JSON.stringify(checked) }),
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
        where integration_id = ${integrationId} and fact in (select value from json_each(${sql.placeholder('checked')}))
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

/** Whether another source reported the same event already: only the first report starts runs. */
export function isAlreadySeen(seen: SeenEvent[], way: EventSource, now: Date): boolean {
  return seen.some((earlier) => {
    if (earlier.way === way) return false
    // Polling reports an event at any later time; two deliveries are the same event only if they arrive together.
    const isPolled = way === 'looked' || earlier.way === 'looked'
    return isPolled || now.getTime() - earlier.seenAt.getTime() <= pairMilliseconds
  })
}

/** The part of an event that no source has reported yet; null if there is none. */
export function unseenPart(event: AcceptedEvent, seen: SeenEvent[]): AcceptedEvent | null {
  if (event.kind !== 'push') {
    // Only a delivery can lack the id of a release; its tag then identifies it.
    const isReported = seen.some(({ fact, way }) => fact === event.facts[0] || way !== 'looked')
    return isReported ? null : event
  }
  const reported = new Set(seen.map(({ fact }) => fact))
  const commits = event.data.commits.filter(({ id }) => !reported.has(pushFact(id)))
  const newest = commits.at(-1)
  if (!newest) return null
  const headCommit = { id: newest.id, message: newest.message }
  return { ...event, ...toPush({ ...event.data, commits, headCommit }) }
}
