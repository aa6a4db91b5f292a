import { and, eq, sql } from 'drizzle-orm'
import { type AcceptedEvent, pushFact, toPush } from '../../codehost/events.ts'
import type { Context } from '../../context.ts'
import type { Statement } from '../../db/client.ts'
import type { IntegrationRow } from '../integrations/model.ts'
import { sightings, type Way } from './table.ts'

export type Sighting = Pick<typeof sightings.$inferSelect, 'fact' | 'way' | 'seenAt'>

/** GitHub sends the two deliveries of a pre-release within seconds. */
const pairMilliseconds = 10 * 60 * 1000

/** Whether an event may be told of in more than one way: where its repository is looked at too, and of pre-releases. */
export function isSharedFact({ watchMinutes }: IntegrationRow, event: AcceptedEvent): boolean {
  const isPreRelease = event.kind === 'release' && event.data.prerelease
  return event.facts.length > 0 && (watchMinutes !== null || isPreRelease)
}

/** Whether one of these sightings makes a telling by `way` the second one of the same: only the first starts runs. */
export function isToldAlready(seen: Sighting[], way: Way, now: Date): boolean {
  return seen.some((sighting) => {
    if (sighting.way === way) return false
    // Whoever looks comes whenever it comes; two deliveries belong together only when they come together.
    const isLook = way === 'looked' || sighting.way === 'looked'
    return isLook || now.getTime() - sighting.seenAt.getTime() <= pairMilliseconds
  })
}

/** What is left of an event that nobody has told of yet; null when that is nothing. */
export function untoldPart(event: AcceptedEvent, seen: Sighting[]): AcceptedEvent | null {
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
