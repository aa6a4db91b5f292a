import { and, eq, lt, type SQL, sql } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { deleteInSlices, repeatSlices } from '../../../jobs/retention.ts'
import { nextTurn } from '../../../slices.ts'
import { visitorClasses } from './classes.ts'
import { secondDigits } from './line-keys.ts'
import { trafficEvents, trafficJourneys, trafficLines } from './table.ts'

/** Times in milliseconds before which visits and their journeys, and the keys of imported lines, are deleted. */
type Oldest = { visits: number; lines: number }

const rows = 100
const sitesPerTurn = 200
const classes = JSON.stringify(visitorClasses.map((_, index) => index))

/** Deletes old visits that were folded, their journeys, and the keys of old lines, site by site and in slices. */
export async function deleteOldVisits(ctx: Context, oldest: Oldest, signal: AbortSignal): Promise<void> {
  const slices = { signal, rows }
  const lastKey = sql`unhex(${secondDigits(Math.max(0, Math.floor(oldest.lines / 1000)))})`
  for await (const site of findSites(ctx, oldest, lastKey)) {
    await repeatSlices(ctx, deleteEvents(site, oldest.visits), slices)
    const { site: ofSite, lastAt } = trafficJourneys
    await deleteInSlices(ctx, trafficJourneys, and(eq(ofSite, site), lt(lastAt, oldest.visits)), slices)
    await deleteLines(ctx, and(eq(trafficLines.site, site), lt(trafficLines.key, lastKey)), slices)
  }
}

/** The indexes start with the site, that of visits with site and class: old rows are found for each site. */
async function* findSites(ctx: Context, { visits }: Oldest, lastKey: SQL): AsyncGenerator<number> {
  const [{ last = 0 } = {}] = await ctx.db.all<{ last: number | null }>(
    sql`select max(id) as last from traffic_sites`,
  )
  for (let after = 0; after < (last ?? 0); after += sitesPerTurn) {
    const found = await ctx.db.all<{ id: number }>(sql`
      select id from traffic_sites as sites where id > ${after} and id <= ${after + sitesPerTurn} and (
        exists (${eventsOf(sql`sites.id`, visits)})
        or exists (select 1 from traffic_journeys where site = sites.id and last_at < ${visits})
        or exists (select 1 from traffic_lines where site = sites.id and key < ${lastKey}))
      order by id`)
    for (const { id } of found) yield id
    await nextTurn()
  }
}

const eventsOf = (site: SQL, oldest: number) => sql`
  select events.id from json_each(${classes}) as classes
    cross join ${trafficEvents} as events indexed by traffic_events_log
      on events.site = ${site} and events.class = classes.value and events.at < ${oldest}`

const deleteEvents = (site: number, oldest: number) => sql`
  delete from ${trafficEvents} where id in (
    ${eventsOf(sql`${site}`, oldest)}
      and events.id <= (select event from traffic_cursor where id = 1) limit ${rows})`

/** Deletes keys of imported lines in slices; their table has no row ids. */
export async function deleteLines(
  ctx: Context,
  where: SQL | undefined,
  slices: { signal: AbortSignal; rows: number },
): Promise<void> {
  await repeatSlices(
    ctx,
    sql`delete from ${trafficLines} where (site, key) in (
      select site, key from ${trafficLines} where ${where} limit ${slices.rows})`,
    slices,
  )
}
