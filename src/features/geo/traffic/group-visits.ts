import { verdicts } from '../../../traffic/verdict.ts'
import { dayNumber } from './classes.ts'
import type { PagePack } from './packed-pages.ts'

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

/** The id of the last counted visit of a site, in SQL: row 1 has that of all sites, and a site may have a later one. */
export const foldedUpTo = (site: string) => `coalesce((
  select max(event) from traffic_cursor as cursors where cursors.id in (1, -${site})), 0)`

/** The condition, in SQL, for visits that are not in the roll-ups yet; the first part finds them by their ids. */
export const isUnfolded = `id > coalesce((select event from traffic_cursor where id = 1), 0)
  and +id > ${foldedUpTo('traffic_events.site')}`

/** Visits of a visitor on a day; contradicted ones count only as such. */
export type DayCount = {
  day: number
  visitor: number
  visits: number
  markdown: number
  verified: number
  contradicted: number
  lastAt: number
}

export type DayVisits = DayCount & { site: number; pages: PagePack }

/** Visits by site, day and visitor. */
export function groupDays(events: FoldedEvent[]): DayVisits[] {
  const days = new Map<string, DayVisits>()
  addToDays(days, events)
  return [...days.values()]
}

/** Adds visits to those of their site, day and visitor. */
export function addToDays(days: Map<string, DayVisits>, events: FoldedEvent[]): void {
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
  addToJourneys(journeys, events)
  return [...journeys.values()]
}

/** Adds visits to those of their journey. */
export function addToJourneys(journeys: Map<string, JourneyCount>, events: FoldedEvent[]): void {
  for (const { site, journey, visitor, at, page, verdict } of events) {
    if (journey === null || verdict === contradicted) continue
    const key = journeyKey({ site, journey })
    const pages = new Set([page])
    const visit = { site, journey, visitor, visits: 1, firstAt: at, lastAt: at, entry: page, pages }
    journeys.set(key, mergeJourneys(journeys.get(key), visit))
  }
}

export const journeyKey = ({ site, journey }: Pick<JourneyCount, 'site' | 'journey'>) => `${site} ${journey}`

/**
 * The sum of two parts of a journey; the part that began first names its entry and visitor. Adds to the pages of `known`,
 * since a crawler may visit every page of a site in one journey.
 */
export function mergeJourneys(known: JourneyCount | undefined, more: JourneyCount): JourneyCount {
  if (!known) return more
  const first = more.firstAt < known.firstAt ? more : known
  for (const page of more.pages) known.pages.add(page)
  return {
    ...first,
    visits: known.visits + more.visits,
    lastAt: Math.max(known.lastAt, more.lastAt),
    pages: known.pages,
  }
}
