import type { ResultSet } from '@libsql/client/web'
import type { Context } from '../../../context.ts'
import { nextTurn } from '../../../slices.ts'
import {
  addToDays,
  type DayVisits,
  eventColumns,
  type FoldedEvent,
  foldedUpTo,
  isUnfolded,
} from './group-visits.ts'

/** A time range in milliseconds; `to` is exclusive. */
type Span = { from: number; to: number }

const rowsPerSlice = 1_000

/** `+` keeps the planner from walking the whole log by an index of site or time. */
const isWanted = '+site in (select value from json_each(?)) and +at >= ? and +at < ?'
const ordered = `order by id limit ${rowsPerSlice}`

const readFolded = `
  select value as site, ${foldedUpTo('value')} as event, (select max(id) from traffic_events) as newest
  from json_each(?)`
const readFirst = `select ${eventColumns} from traffic_events where ${isUnfolded} and ${isWanted} ${ordered}`
const readMore = `select ${eventColumns} from traffic_events where id > ? and id <= ? and ${isWanted} ${ordered}`

const argsOf = (sites: number[], { from, to }: Span) => [JSON.stringify(sites), from, to]

/**
 * The two statements that read the first visits that are not in the roll-ups yet. They belong in one batch with those
 * that read the roll-ups, so that no visit counts twice.
 */
export const readUnfolded = (sites: number[], span: Span) => [
  { sql: readFolded, args: [JSON.stringify(sites)] },
  { sql: readFirst, args: argsOf(sites, span) },
]

/** Reads the other visits that are not in the roll-ups of the batch; returns slices of all of them, by their ids. */
export async function* eachUnfolded(
  ctx: Context,
  [folded, first]: (ResultSet | undefined)[],
  sites: number[],
  span: Span,
): AsyncGenerator<FoldedEvent[]> {
  // Later visits may belong to journeys whose counted parts the batch did not read.
  const newest = Number(folded?.rows[0]?.newest ?? 0)
  const foldedOf = new Map(folded?.rows.map(({ site, event }) => [Number(site), Number(event)]))
  let slice = (first?.rows ?? []) as unknown as FoldedEvent[]
  for (;;) {
    // An unfinished fold may have folded one site further than another.
    yield slice.filter(({ id, site }) => id > (foldedOf.get(site) ?? 0))
    const last = slice.at(-1)
    if (!last || slice.length < rowsPerSlice) return
    await nextTurn()
    const args = [last.id, newest, ...argsOf(sites, span)]
    slice = (await ctx.db.$client.execute({ sql: readMore, args })).rows as unknown as FoldedEvent[]
  }
}

/** The same visits, by day. */
export async function groupUnfolded(...read: Parameters<typeof eachUnfolded>): Promise<DayVisits[]> {
  const days = new Map<string, DayVisits>()
  for await (const slice of eachUnfolded(...read)) addToDays(days, slice)
  return [...days.values()]
}
