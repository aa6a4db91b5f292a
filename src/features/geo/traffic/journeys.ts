import { sql } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { decodeJourneyId, encodeJourneyId } from '../../../traffic/journey-id.ts'
import { verdicts } from '../../../traffic/verdict.ts'
import type { Caller } from '../../keys/model.ts'
import type { WindowQuery } from '../visibility/window.ts'
import { textKinds } from './classes.ts'
import { findTexts, splitPage } from './counts.ts'
import { addToJourneys, isUnfolded, type JourneyCount, journeyKey } from './group-visits.ts'
import { toVisitorFields } from './overview.ts'
import { unpackNumbers } from './packed-pages.ts'
import { findSites } from './sites.ts'
import { spanOf, trafficWindow } from './traffic-window.ts'
import { eachUnfolded, readUnfolded } from './unfolded-visits.ts'
import { findVisitors } from './visitors.ts'

const standardLimit = 25
const maxSamples = 5
const maxEvents = 200

/** The entry page and others of the journey; roll-ups do not store in which order they were read. */
const samplesOf = ({ entry, pages }: JourneyCount) =>
  [entry, ...[...pages].filter((page) => page !== entry).sort((a, b) => a - b)].slice(0, maxSamples)

/** Returns journeys that were active in the window, newest activity first (contract geo 11). */
export async function listJourneys(
  ctx: Context,
  caller: Caller,
  projectId: string,
  query: WindowQuery & { limit?: number },
) {
  const span = spanOf(trafficWindow(query, ctx.now()))
  const sites = await findSites(ctx, caller, projectId)
  const rows = await findJourneys(ctx, sites, span, query.limit)
  const visitors = await findVisitors(
    ctx,
    rows.map(({ visitor }) => visitor),
  )
  const texts = await findTexts(
    ctx,
    textKinds.page,
    rows.flatMap((row) => samplesOf(row).map((number) => ({ site: row.site, number }))),
  )
  const pathOf = (site: number, page: number) => splitPage(texts.get(`${site}:${page}`)).path
  const journeys = rows.flatMap((row) => {
    const visitor = visitors.get(row.visitor)
    if (!visitor) return []
    return {
      journeyId: decodeJourneyId(Uint8Array.fromHex(row.journey)),
      source: visitor.source,
      visitorType: visitor.visitorType as 'crawler' | 'ai_referral' | 'unknown',
      pages: row.visits,
      distinctPaths: row.pages.size,
      firstSeenAt: new Date(row.firstAt).toISOString(),
      lastSeenAt: new Date(row.lastAt).toISOString(),
      samplePaths: samplesOf(row).map((page) => pathOf(row.site, page)),
      entryPath: pathOf(row.site, row.entry),
    }
  })
  return { configured: true, journeys, organization: caller.organization }
}

const readJourneys = `
  select site, hex(journey) as journey, visitor, visits, first_at as firstAt, last_at as lastAt, entry,
    hex(pages) as pages
  from traffic_journeys indexed by traffic_journeys_last
  where site = ? and last_at >= ? and first_at < ?
  order by last_at desc limit ?`

/** Journeys that go on may have begun before the window, and their visits are stored in any order. */
const always = { from: Number.MIN_SAFE_INTEGER, to: Number.MAX_SAFE_INTEGER }

/**
 * The parts of journeys with uncounted visits that are in the roll-ups. `+` keeps the planner from walking all journeys
 * of the project by their index.
 */
const readKnown = `
  select site, hex(journey) as journey, visitor, visits, first_at as firstAt, last_at as lastAt, entry,
    hex(pages) as pages
  from traffic_journeys
  where (site, journey) in (
    select site, journey from traffic_events
    where ${isUnfolded}
      and +site in (select value from json_each(?)) and +journey is not null)`

type Span = ReturnType<typeof spanOf>

async function findJourneys(
  ctx: Context,
  sites: number[],
  { from, to }: Span,
  limit = standardLimit,
): Promise<JourneyCount[]> {
  if (sites.length === 0) return []
  const listed = JSON.stringify(sites)
  const [folded, first, known, ...stored] = await ctx.db.$client.batch(
    [
      ...readUnfolded(sites, always),
      { sql: readKnown, args: [listed] },
      ...sites.map((site) => ({ sql: readJourneys, args: [site, from, to, limit] })),
    ],
    'read',
  )
  const journeys = new Map<string, JourneyCount>()
  for (const row of [...(known?.rows ?? []), ...stored.flatMap(({ rows }) => rows)]) {
    const journey = toJourney(row as Record<string, unknown>)
    journeys.set(journeyKey(journey), journey)
  }
  for await (const slice of eachUnfolded(ctx, [folded, first], sites, always)) addToJourneys(journeys, slice)
  return [...journeys.values()]
    .filter(({ firstAt, lastAt }) => lastAt >= from && firstAt < to)
    .sort((a, b) => b.lastAt - a.lastAt || (a.journey < b.journey ? -1 : 1))
    .slice(0, limit)
}

function toJourney(row: Record<string, unknown>): JourneyCount {
  const pages = new Set(unpackNumbers(Uint8Array.fromHex(String(row.pages))))
  return { ...(row as unknown as JourneyCount), pages }
}

type EventRow = {
  at: number
  visitor: number
  page: string | null
  referrer: string | null
  method: string | null
  country: string | null
  status: number | null
  verdict: number
}

/** Returns the visits of a journey in the window, oldest first (contract geo 11). */
export async function getJourney(
  ctx: Context,
  caller: Caller,
  projectId: string,
  journeyId: string,
  query: WindowQuery,
) {
  const span = spanOf(trafficWindow(query, ctx.now()))
  const sites = await findSites(ctx, caller, projectId)
  const journey = encodeJourneyId(journeyId)
  const rows = journey ? await findEvents(ctx, sites, Buffer.from(journey), span) : []
  const visitors = await findVisitors(
    ctx,
    rows.map(({ visitor }) => visitor),
  )
  const events = rows.flatMap((row) => {
    const visitor = visitors.get(row.visitor)
    if (!visitor) return []
    const { agent, category } = toVisitorFields(visitor)
    return {
      capturedAt: new Date(row.at).toISOString(),
      ...splitPage(row.page ?? undefined),
      method: row.method ?? 'GET',
      referer: row.referrer,
      country: row.country,
      agent,
      category,
      status: row.status,
      verdict: verdicts[row.verdict] ?? 'unknown',
    }
  })
  return { configured: true, events, organization: caller.organization }
}

const textOf = (kind: keyof typeof textKinds, column: string) => sql`(
  select text from traffic_texts as texts where texts.site = events.site
    and texts.kind = ${sql.raw(String(textKinds[kind]))} and texts.number = ${sql.raw(`events.${column}`)})`

/** The index is named: the planner would walk the whole log of a project instead. */
async function findEvents(
  ctx: Context,
  sites: number[],
  journey: Buffer,
  { from, to }: Span,
): Promise<EventRow[]> {
  if (sites.length === 0) return []
  return await ctx.db.all<EventRow>(sql`
    select at, visitor, method, country, status, verdict,
      ${textOf('page', 'page')} as page, ${textOf('referrer', 'referrer')} as referrer
    from traffic_events as events indexed by traffic_events_journey
    where site in ${sites} and journey = ${journey} and at >= ${from} and at < ${to}
    order by at, id limit ${maxEvents}`)
}
