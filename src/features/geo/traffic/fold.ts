import type { Context } from '../../../context.ts'
import { isGuardViolation } from '../../../db/errors.ts'
import { nextTurn } from '../../../slices.ts'
import {
  type DayVisits,
  eventColumns,
  type FoldedEvent,
  groupDays,
  groupJourneys,
  type JourneyCount,
  mergeJourneys,
} from './group-visits.ts'
import { addBits, addToPack, packNumbers, unpackNumbers } from './packed-pages.ts'

/** Milliseconds after which other work gets a turn: the turn also answers the requests that wait. */
const sliceMilliseconds = 2
/** Visits that are written at once: more would let other writes wait longer. */
const rowsPerBatch = 400
const rowsPerRead = 500
/** Visits that are sorted by site before they are written: the pages of a day are packed once for all of them. */
const rowsPerRound = 20_000

/**
 * Adds the new visits to the roll-ups, site by site and in slices; those that arrive meanwhile only with the next call,
 * since a round of few visits costs nearly as much as one of many. Roll-ups and cursors move in one batch, so that
 * neither a crash nor a second process counts a visit twice.
 */
export async function foldVisits(ctx: Context, signal: AbortSignal, rows = rowsPerBatch): Promise<void> {
  do {
    signal.throwIfAborted()
    await nextTurn()
  } while ((await foldRound(ctx, signal, rows)) === rowsPerRound)
}

/** The id of the last counted visit: of all sites, and of those of which an unfinished round counted later ones. */
type Cursors = { event: number; deletions: number; sites: Map<number, number> }

/** Visits to fold at once. `before` and `event` are the last counted visits of a site before and after it. */
type FoldBatch = { events: FoldedEvent[]; sites: { site: number; before: number; event: number }[] }

/** Folds the next visits; returns how many it read, and 0 if another process folded or deleted some meanwhile. */
async function foldRound(ctx: Context, signal: AbortSignal, rows: number): Promise<number> {
  const cursors = await readCursors(ctx)
  const events = await readEvents(ctx, cursors.event)
  const last = events.at(-1)
  if (!last) return 0
  const batches = divide(events, cursors.sites, rows)
  for (const [index, batch] of batches.entries()) {
    signal.throwIfAborted()
    const began = performance.now()
    const end = index === batches.length - 1 ? last.id : null
    if (!(await foldBatch(ctx, cursors, batch, end))) return 0
    // Requests get at least half of the time, so that they do not queue up.
    await Bun.sleep(performance.now() - began)
  }
  return events.length
}

async function readCursors(ctx: Context): Promise<Cursors> {
  const { rows } = await ctx.db.$client.execute('select id, event, deletions from traffic_cursor')
  const events = new Map(rows.map(({ id, event }) => [Number(id), Number(event)]))
  return {
    event: events.get(1) ?? 0,
    deletions: Number(rows.find(({ id }) => id === 1)?.deletions ?? 0),
    sites: new Map([...events].filter(([id]) => id < 0).map(([id, event]) => [-id, event])),
  }
}

const readNext = `select ${eventColumns} from traffic_events where id > ? order by id limit ${rowsPerRead}`

async function readEvents(ctx: Context, after: number): Promise<FoldedEvent[]> {
  const events: FoldedEvent[] = []
  while (events.length < rowsPerRound) {
    const args = [events.at(-1)?.id ?? after]
    const { rows } = await ctx.db.$client.execute({ sql: readNext, args })
    for (const row of rows) events.push({ ...row } as unknown as FoldedEvent)
    if (rows.length < rowsPerRead) break
    await nextTurn()
  }
  return events
}

/** Visits by site in batches of at most `rows`; the last one ends the round, so there is at least one. */
function divide(events: FoldedEvent[], folded: Map<number, number>, rows: number): FoldBatch[] {
  let batch: FoldBatch = { events: [], sites: [] }
  const batches = [batch]
  for (const [site, all] of Map.groupBy(events, (event) => event.site)) {
    let before = folded.get(site) ?? 0
    const left = all.filter(({ id }) => id > before)
    while (left.length > 0) {
      if (batch.events.length >= rows) {
        batch = { events: [], sites: [] }
        batches.push(batch)
      }
      const part = left.splice(0, rows - batch.events.length)
      const event = part.at(-1)?.id ?? before
      batch.events.push(...part)
      batch.sites.push({ site, before, event })
      before = event
    }
  }
  return batches
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

const requireCursor = `
  insert into guards (ok) select 0 where not exists (
    select 1 from traffic_cursor where id = 1 and event = ? and deletions = ?)`

const requireSites = `
  insert into guards (ok) select 0 from json_each(?)
  where coalesce((select event from traffic_cursor where id = -(value ->> 0)), 0) <> value ->> 1`

const moveSites = `
  insert into traffic_cursor (id, event, deletions) select -(value ->> 0), value ->> 2, 0 from json_each(?) where true
  on conflict do update set event = excluded.event`

/** The statements that move the cursors of a batch, or that of all sites at the end of a round. */
function moveCursors({ event, deletions }: Cursors, { sites }: FoldBatch, end: number | null) {
  const listed = JSON.stringify(sites.map((each) => [each.site, each.before, each.event]))
  return [
    'insert into traffic_cursor (id, event, deletions) values (1, 0, 0) on conflict do nothing',
    { sql: requireCursor, args: [event, deletions] },
    { sql: requireSites, args: [listed] },
    ...(end === null
      ? [{ sql: moveSites, args: [listed] }]
      : [
          { sql: 'update traffic_cursor set event = ? where id = 1', args: [end] },
          { sql: 'delete from traffic_cursor where id < 0 and event <= ?', args: [end] },
        ]),
  ]
}

/** False if another process folded or deleted visits meanwhile. */
async function foldBatch(
  ctx: Context,
  cursors: Cursors,
  batch: FoldBatch,
  end: number | null,
): Promise<boolean> {
  const pause = createPause()
  const days = groupDays(batch.events)
  const journeys = groupJourneys(batch.events)
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
        ...moveCursors(cursors, batch, end),
        { sql: writeDays, args: [JSON.stringify(dayRows)] },
        { sql: reopenDays, args: [JSON.stringify(days.map(({ site, day }) => [site, day]))] },
        { sql: writeJourneys, args: [JSON.stringify(journeyRows)] },
      ],
      'write',
    )
    return true
  } catch (error) {
    if (isGuardViolation(error)) return false
    throw error
  }
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
async function packDays(days: DayVisits[], stored: StoredRows, pause: () => Promise<void>) {
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
