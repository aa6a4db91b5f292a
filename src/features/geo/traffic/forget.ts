import { and, eq, gte, inArray, lt, type SQL, sql } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { isGuardViolation } from '../../../db/errors.ts'
import { deleteInSlices, repeatSlices } from '../../../jobs/retention.ts'
import { nextTurn } from '../../../slices.ts'
import type { Organization } from '../../organizations/model.ts'
import { textKinds } from './classes.ts'
import { deleteLines } from './delete-old-visits.ts'
import { foldVisits } from './fold.ts'
import { eventColumns, type FoldedEvent, foldedUpTo, groupJourneys } from './group-visits.ts'
import { addBits, packNumbers, packPages, unpackNumbers, unpackPages } from './packed-pages.ts'
import { findSites } from './sites.ts'
import {
  trafficCursor,
  trafficDays,
  trafficEvents,
  trafficJourneys,
  trafficLines,
  trafficProofs,
  trafficSites,
  trafficTextDays,
  trafficTexts,
  trafficTopPages,
} from './table.ts'

const rows = 100

/**
 * Deletes everything that is stored about sites, in slices. New visits of their projects begin a new site, so the row of
 * a site is deleted first; the sweep finishes a deletion that was interrupted.
 */
export async function deleteSites(ctx: Context, sites: number[], signal: AbortSignal): Promise<void> {
  for (const site of sites) {
    await ctx.db.batch([
      ctx.db.delete(trafficSites).where(eq(trafficSites.id, site)),
      refuseEarlierWrites(ctx),
    ])
    await deleteInSlices(ctx, trafficEvents, eq(trafficEvents.site, site), { signal, rows })
    await refuseEarlierWrites(ctx)
    // Every site has a row in `traffic_text_days`, by which the sweep finds what is left: it is the last.
    for (const table of [trafficDays, trafficTopPages, trafficJourneys, trafficProofs, trafficTexts])
      await deleteInSlices(ctx, table, eq(table.site, site), { signal, rows })
    await deleteLines(ctx, eq(trafficLines.site, site), { signal, rows })
    await ctx.db.delete(trafficTextDays).where(eq(trafficTextDays.site, site))
  }
}

/** Sites of deleted projects, and those whose deletion was interrupted. */
export async function findOrphans(ctx: Context): Promise<number[]> {
  const rows = await ctx.db.all<{ id: number }>(sql`
    select id from traffic_sites
    where project_id <> '' and not exists (select 1 from projects where projects.id = project_id)
    union
    select site from traffic_text_days
    where not exists (select 1 from traffic_sites where traffic_sites.id = site)`)
  return rows.map(({ id }) => id)
}

/**
 * Deletes what is stored about one host of a site, in slices. Numbers of texts are not used again, so their rows stay
 * without the text. Returns whether the host was known. Calling it again finishes a deletion that was interrupted.
 */
export async function deleteHost(
  ctx: Context,
  site: number,
  host: string,
  signal: AbortSignal,
): Promise<boolean> {
  const { kind, number, text } = trafficTexts
  const ofSite = eq(trafficTexts.site, site)
  const rename = (which: SQL | undefined, prefix: string) =>
    repeatSlices(
      ctx,
      sql`update traffic_texts set text = ${prefix} || number where rowid in (
        select rowid from ${trafficTexts} where ${which} limit ${rows})`,
      { signal, rows },
    )
  // New visits of the host get new numbers once its texts have a mark, and an interrupted deletion finds them by it.
  const mark = `${host}#`
  await rename(and(ofSite, eq(kind, textKinds.host), eq(text, host)), mark)
  // A page's text begins with its host and a slash; `0` is the character after the slash, and `$` the one after `#`.
  await rename(and(ofSite, eq(kind, textKinds.page), gte(text, `${host}/`), lt(text, `${host}0`)), mark)
  await refuseEarlierWrites(ctx)
  const isMarked = and(
    ofSite,
    inArray(kind, [textKinds.host, textKinds.page]),
    gte(text, mark),
    lt(text, `${host}$`),
  )
  const marked = await ctx.db.select({ kind, number }).from(trafficTexts).where(isMarked)
  if (marked.length === 0) return false
  const numbersOf = (wanted: number) => marked.filter((row) => row.kind === wanted).map((row) => row.number)
  const pages = new Set(numbersOf(textKinds.page))
  await foldVisits(ctx, signal)
  for (const known of numbersOf(textKinds.host)) {
    const ofHost = and(eq(trafficEvents.site, site), eq(trafficEvents.host, known))
    await deleteInSlices(ctx, trafficEvents, ofHost, { signal, rows })
    const { site: ofSite, host } = trafficProofs
    await ctx.db.delete(trafficProofs).where(and(eq(ofSite, site), eq(host, known)))
  }
  await refuseEarlierWrites(ctx)
  await removeFromDays(ctx, site, pages, signal)
  await removeFromJourneys(ctx, site, pages, signal)
  await rename(isMarked, '#')
  return true
}

/** Refuses writes that are based on what was read before a deletion: folds, and numbers of texts. */
function refuseEarlierWrites(ctx: Context) {
  const { id, deletions } = trafficCursor
  return ctx.db
    .insert(trafficCursor)
    .values({ id: 1, event: 0, deletions: 1 })
    .onConflictDoUpdate({ target: id, set: { deletions: sql`${deletions} + 1` } })
}

/** Repeats a change that was computed from a row until no fold changed the row of the site meanwhile. */
async function withoutFold(ctx: Context, site: number, change: (event: number) => Promise<boolean>) {
  for (;;) {
    const [cursor] = await ctx.db.all<{ event: number }>(sql.raw(`select ${foldedUpTo(`${site}`)} as event`))
    if (await change(cursor?.event ?? 0)) return
  }
}

const ifNotFolded = (site: number, event: number) =>
  sql`insert into guards (ok) select 0 where ${sql.raw(foldedUpTo(`${site}`))} <> ${event}`

/** Markdown and verified counts are not stored per page, so they are capped at the remaining visits. */
async function removeFromDays(ctx: Context, site: number, pages: Set<number>, signal: AbortSignal) {
  const days = await ctx.db
    .select({ day: trafficDays.day, visitor: trafficDays.visitor })
    .from(trafficDays)
    .where(eq(trafficDays.site, site))
  for (const { day, visitor } of days) {
    signal.throwIfAborted()
    const isRow = and(eq(trafficDays.site, site), eq(trafficDays.day, day), eq(trafficDays.visitor, visitor))
    await withoutFold(ctx, site, async (event) => {
      const [row] = await ctx.db.select().from(trafficDays).where(isRow)
      if (!row) return true
      const left = unpackPages(row.pages, day)
      for (const page of pages) left.delete(page)
      const counts = [...left.values()]
      const visits = counts.reduce((total, count) => total + count.visits, 0)
      if (visits === row.visits) return true
      const change = {
        visits,
        markdown: Math.min(row.markdown, visits),
        verified: Math.min(row.verified, visits),
        lastAt: counts.reduce((newest, { last }) => Math.max(newest, last), 0),
        seen: Buffer.from(addBits(new Uint8Array(), left.keys())),
        pages: Buffer.from(packPages(left, day)),
      }
      return await attempt(
        ctx.db.batch([
          ctx.db.run(ifNotFolded(site, event)),
          ctx.db.update(trafficDays).set(change).where(isRow),
          ctx.db
            .update(trafficTopPages)
            .set({ version: sql`${trafficTopPages.version} + 1`, pages: null, rest: 0 })
            .where(and(eq(trafficTopPages.site, site), eq(trafficTopPages.day, day))),
        ]),
      )
    })
    await nextTurn()
  }
}

/** Journeys are as old as single visits at most, so those that visited the host are counted again. */
async function removeFromJourneys(ctx: Context, site: number, pages: Set<number>, signal: AbortSignal) {
  let after = -1
  for (;;) {
    signal.throwIfAborted()
    const slice = await ctx.db.all<{ row: number; journey: string; pages: string }>(sql`
      select rowid as row, hex(journey) as journey, hex(pages) as pages from traffic_journeys
      where site = ${site} and rowid > ${after} order by rowid limit ${rows}`)
    for (const { row, journey, pages: packed } of slice) {
      after = row
      const visited = unpackNumbers(Uint8Array.fromHex(packed))
      if (visited.some((page) => pages.has(page))) await recountJourney(ctx, site, journey)
    }
    if (slice.length < rows) return
    await nextTurn()
  }
}

async function recountJourney(ctx: Context, site: number, journey: string) {
  const id = Buffer.from(journey, 'hex')
  const isRow = and(eq(trafficJourneys.site, site), eq(trafficJourneys.journey, id))
  await withoutFold(ctx, site, async (event) => {
    const events = await ctx.db.all<FoldedEvent>(sql`
      select ${sql.raw(eventColumns)} from traffic_events indexed by traffic_events_journey
      where site = ${site} and journey = ${id} and id <= ${event} order by id`)
    const [counted] = groupJourneys(events)
    const change = counted
      ? ctx.db
          .update(trafficJourneys)
          .set({ ...counted, site, journey: id, pages: Buffer.from(packNumbers(counted.pages)) })
          .where(isRow)
      : ctx.db.delete(trafficJourneys).where(isRow)
    return await attempt(ctx.db.batch([ctx.db.run(ifNotFolded(site, event)), change]))
  })
}

/** False if a fold came first. */
async function attempt(batch: Promise<unknown>): Promise<boolean> {
  try {
    await batch
    return true
  } catch (error) {
    if (isGuardViolation(error)) return false
    throw error
  }
}

/**
 * Deletes what is stored about AI traffic of a project, or of one of its hosts; the oldest project includes the visits
 * without a project. 404 if the organization has no such project. Returns whether anything was stored.
 */
export async function deleteTraffic(
  ctx: Context,
  organization: Organization,
  projectId: string,
  host: string | null,
): Promise<boolean> {
  const { signal } = new AbortController()
  const sites = await findSites(ctx, { organization }, projectId)
  if (host === null) {
    await deleteSites(ctx, sites, signal)
    return sites.length > 0
  }
  let isKnown = false
  for (const site of sites) isKnown = (await deleteHost(ctx, site, host.toLowerCase(), signal)) || isKnown
  return isKnown
}
