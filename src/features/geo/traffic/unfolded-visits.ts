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
import { type Days, spanOf } from './traffic-window.ts'

const rowsPerSlice = 1_000

/** `+` keeps the planner from walking the whole log by an index of site or time. */
const isWanted = '+site in (select value from json_each(?)) and +at >= ? and +at < ?'
const ordered = `order by id limit ${rowsPerSlice}`

const readFolded = `select value as site, ${foldedUpTo('value')} as event from json_each(?)`
const readFirst = `select ${eventColumns} from traffic_events where ${isUnfolded} and ${isWanted} ${ordered}`
const readMore = `select ${eventColumns} from traffic_events where id > ? and ${isWanted} ${ordered}`

function argsOf(sites: number[], days: Days): [string, number, number] {
  const { from, to } = spanOf(days)
  return [JSON.stringify(sites), from, to]
}

/**
 * The two statements that read the first visits that are not in the roll-ups yet. They belong in one batch with those
 * that read the roll-ups, so that no visit counts twice.
 */
export const readUnfolded = (sites: number[], days: Days) => [
  { sql: readFolded, args: [JSON.stringify(sites)] },
  { sql: readFirst, args: argsOf(sites, days) },
]

/** Reads the other visits that are not in the roll-ups of the batch, in slices; returns all of them by day. */
export async function groupUnfolded(
  ctx: Context,
  [folded, first]: (ResultSet | undefined)[],
  sites: number[],
  days: Days,
): Promise<DayVisits[]> {
  const foldedOf = new Map(folded?.rows.map(({ site, event }) => [Number(site), Number(event)]))
  const groups = new Map<string, DayVisits>()
  let slice = (first?.rows ?? []) as unknown as FoldedEvent[]
  for (;;) {
    // An unfinished fold may have folded one site further than another.
    addToDays(
      groups,
      slice.filter(({ id, site }) => id > (foldedOf.get(site) ?? 0)),
    )
    const last = slice.at(-1)
    if (!last || slice.length < rowsPerSlice) return [...groups.values()]
    await nextTurn()
    const args = [last.id, ...argsOf(sites, days)]
    slice = (await ctx.db.$client.execute({ sql: readMore, args })).rows as unknown as FoldedEvent[]
  }
}
