import type { Context } from '../../../context.ts'
import { isGuardViolation } from '../../../db/errors.ts'
import { nextTurn } from '../../../slices.ts'
import { verdicts } from '../../../traffic/verdict.ts'
import { dayNumber } from './classes.ts'
import { addBits, addToPack, type PagePack, packNumbers, unpackNumbers } from './packed-pages.ts'

/** A visit as roll-ups need it; `journey` in hex. */
export type FoldedEvent = {
  id: number
  site: number
  visitor: number
  at: number
  page: number
  journey: string | null
  status: number | null
  verdict: number
  markdown: number
}

const contradicted = verdicts.indexOf('contradicted')
const verified = verdicts.indexOf('verified')

/** Columns of a `FoldedEvent`. */
export const eventColumns = `id, site, visitor, at, page, nullif(hex(journey), '') as journey, status, verdict,
  wants_markdown as markdown`

/** Milliseconds after which other work gets a turn: the turn also answers the requests that wait. */
const sliceMilliseconds = 2
/** Larger slices pack the pages of a day less often, but let other writes wait longer. */
const rowsPerSlice = 300

/**
 * Adds all new visits to the roll-ups, in slices. Roll-ups and cursor move in one batch, so that neither a crash nor a
 * second process counts a visit twice.
 */
export async function foldVisits(ctx: Context, signal: AbortSignal, rows = rowsPerSlice): Promise<void> {
  do {
    signal.throwIfAborted()
    await nextTurn()
  } while ((await foldSlice(ctx, rows)) > 0)
}

type Day = {
  site: number
  day: number
  visitor: number
  visits: number
  markdown: number
  verified: number
  contradicted: number
  lastAt: number
  pages: PagePack
}

/** Visits by site, day and visitor. */
export function groupDays(events: FoldedEvent[]): Day[] {
  const days = new Map<string, Day>()
  for (const event of events) {
    const { site, visitor, at, page, status, verdict, markdown } = event
    const day = dayNumber(at)
    const key = `${site} ${day} ${visitor}`
    const empty = { visits: 0, markdown: 0, verified: 0, contradicted: 0, lastAt: 0 }
    const group = days.get(key) ?? { site, day, visitor, ...empty, pages: new Map() }
    days.set(key, group)
    if (verdict === contradicted) {
      group.contradicted++
      continue
    }
    group.visits++
    group.markdown += markdown
    if (verdict === verified) group.verified++
    group.lastAt = Math.max(group.lastAt, at)
    const known = group.pages.get(page) ?? { visits: 0, failed: 0, last: 0 }
    group.pages.set(page, {
      visits: known.visits + 1,
      failed: known.failed + (status !== null && status >= 400 ? 1 : 0),
      last: Math.max(known.last, at),
    })
  }
  return [...days.values()]
}

export type JourneyCount = {
  site: number
  journey: string
  visitor: number
  visits: number
  firstAt: number
  lastAt: number
  entry: number
  pages: Set<number>
}

/** Visits by journey; events come in the order of their ids. */
export function groupJourneys(events: FoldedEvent[]): JourneyCount[] {
  const journeys = new Map<string, JourneyCount>()
  for (const { site, journey, visitor, at, page, verdict } of events) {
    if (journey === null || verdict === contradicted) continue
    const key = `${site} ${journey}`
    const known = journeys.get(key)
    journeys.set(
      key,
      mergeJourneys(known, {
        site,
        journey,
        visitor,
        visits: 1,
        firstAt: at,
        lastAt: at,
        entry: page,
        pages: new Set([page]),
      }),
    )
  }
  return [...journeys.values()]
}

/** The sum of two parts of a journey; the part that began first names its entry and visitor. */
export function mergeJourneys(known: JourneyCount | undefined, more: JourneyCount): JourneyCount {
  if (!known) return more
  const first = more.firstAt < known.firstAt ? more : known
  return {
    ...first,
    visits: known.visits + more.visits,
    lastAt: Math.max(known.lastAt, more.lastAt),
    pages: new Set([...known.pages, ...more.pages]),
  }
}

const readDays = `
  select value ->> 0 as site, value ->> 1 as day, value ->> 2 as visitor, hex(seen) as seen, hex(pages) as pages
  from json_each(?) cross join traffic_days as days
    on days.site = value ->> 0 and days.day = value ->> 1 and days.visitor = value ->> 2`

const readJourneys = `
  select journeys.site, hex(journey) as journey, visitor, visits, first_at as firstAt, last_at as lastAt, entry,
    hex(pages) as pages
  from json_each(?) cross join traffic_journeys as journeys
    on journeys.site = value ->> 0 and journeys.journey = unhex(value ->> 1)`

const writeDays = `
  insert into traffic_days (site, day, visitor, visits, markdown, verified, contradicted, last_at, seen, pages)
  select value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6, value ->> 7,
    unhex(value ->> 8), unhex(value ->> 9)
  from json_each(?) where true
  on conflict do update set visits = visits + excluded.visits, markdown = markdown + excluded.markdown,
    verified = verified + excluded.verified, contradicted = contradicted + excluded.contradicted,
    last_at = max(last_at, excluded.last_at), seen = excluded.seen, pages = excluded.pages`

const reopenDays = `
  insert into traffic_top_pages (site, day, version, rest, pages)
  select distinct value ->> 0, value ->> 1, 0, 0, null from json_each(?) where true
  on conflict do update set version = version + 1, rest = 0, pages = null`

const writeJourneys = `
  insert into traffic_journeys (site, journey, visitor, visits, first_at, last_at, entry, pages)
  select value ->> 0, unhex(value ->> 1), value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6,
    unhex(value ->> 7)
  from json_each(?) where true
  on conflict do update set visitor = excluded.visitor, visits = excluded.visits, first_at = excluded.first_at,
    last_at = excluded.last_at, entry = excluded.entry, pages = excluded.pages`

const hexOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
const bytesOf = (hex: unknown) => Uint8Array.fromHex(String(hex ?? ''))

/** Folds up to `rows` visits; returns how many it folded, also 0 if another process folded them. */
async function foldSlice(ctx: Context, rows: number): Promise<number> {
  const [cursorRows, found] = await ctx.db.$client.batch(
    [
      'select event, deletions from traffic_cursor where id = 1',
      {
        sql: `select ${eventColumns} from traffic_events
          where id > coalesce((select event from traffic_cursor where id = 1), 0) order by id limit ?`,
        args: [rows],
      },
    ],
    'read',
  )
  const events = (found?.rows ?? []).map((row) => ({ ...row }) as unknown as FoldedEvent)
  const last = events.at(-1)
  if (!last) return 0
  const { event: cursor, deletions } = { event: 0, deletions: 0, ...cursorRows?.rows[0] }
  const pause = createPause()
  const days = groupDays(events)
  const journeys = groupJourneys(events)
  await pause()
  const [storedDays, storedJourneys] = await ctx.db.$client.batch(
    [
      { sql: readDays, args: [JSON.stringify(days.map(({ site, day, visitor }) => [site, day, visitor]))] },
      { sql: readJourneys, args: [JSON.stringify(journeys.map(({ site, journey }) => [site, journey]))] },
    ],
    'read',
  )
  const dayRows = await packDays(days, storedDays?.rows ?? [], pause)
  const journeyRows = await packJourneys(journeys, storedJourneys?.rows ?? [], pause)
  try {
    await ctx.db.$client.batch(
      [
        'insert into traffic_cursor (id, event, deletions) values (1, 0, 0) on conflict do nothing',
        {
          sql: 'update traffic_cursor set event = ? where id = 1 and event = ? and deletions = ?',
          args: [last.id, cursor, deletions],
        },
        'insert into guards (ok) select 0 where changes() = 0',
        { sql: writeDays, args: [JSON.stringify(dayRows)] },
        { sql: reopenDays, args: [JSON.stringify(days.map(({ site, day }) => [site, day]))] },
        { sql: writeJourneys, args: [JSON.stringify(journeyRows)] },
      ],
      'write',
    )
  } catch (error) {
    if (isGuardViolation(error)) return 0
    throw error
  }
  return events.length
}

type StoredRows = Record<string, unknown>[]

/** Returns a function that lets other work run if it has not for some milliseconds. */
function createPause() {
  let began = performance.now()
  return async () => {
    if (performance.now() - began < sliceMilliseconds) return
    await nextTurn()
    began = performance.now()
  }
}

/** Adds visits to the stored packs of their days. */
async function packDays(days: Day[], stored: StoredRows, pause: () => Promise<void>) {
  const known = new Map(stored.map((row) => [`${row.site} ${row.day} ${row.visitor}`, row]))
  const rows: unknown[][] = []
  for (const { site, day, visitor, visits, markdown, verified, contradicted, lastAt, pages } of days) {
    await pause()
    const row = known.get(`${site} ${day} ${visitor}`)
    const seen = addBits(bytesOf(row?.seen), pages.keys())
    rows.push([
      ...[site, day, visitor, visits, markdown, verified, contradicted, lastAt],
      ...[hexOf(seen), hexOf(addToPack(bytesOf(row?.pages), day, pages))],
    ])
  }
  return rows
}

/** Adds visits to their stored journeys. */
async function packJourneys(journeys: JourneyCount[], stored: StoredRows, pause: () => Promise<void>) {
  const known = new Map(stored.map((row) => [`${row.site} ${row.journey}`, row]))
  const rows: unknown[][] = []
  for (const journey of journeys) {
    await pause()
    const row = known.get(`${journey.site} ${journey.journey}`)
    const pages = new Set(unpackNumbers(bytesOf(row?.pages)))
    const merged = mergeJourneys(row && ({ ...row, pages } as unknown as JourneyCount), journey)
    const { site, visitor, visits, firstAt, lastAt, entry } = merged
    const packed = hexOf(packNumbers(merged.pages))
    rows.push([site, journey.journey, visitor, visits, firstAt, lastAt, entry, packed])
  }
  return rows
}
