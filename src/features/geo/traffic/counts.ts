import type { Context } from '../../../context.ts'
import { runInSlices, type Sliced } from '../../../slices.ts'
import type { DayCount } from './group-visits.ts'
import { addBits, countBits, eachPage, mergeBits, type PagePack, splitPacks } from './packed-pages.ts'
import { type Days, spanOf, type TrafficWindow } from './traffic-window.ts'
import { groupUnfolded, readUnfolded } from './unfolded-visits.ts'

/** Visits of a page, without contradicted ones. */
export type PageCount = { page: number; visits: number; failed: number; lastAt: number }

/** The pages of a site that a visitor visited, by their numbers. */
export type VisitorPages = { site: number; visitor: number; pages: Map<number, PageCount> }

const inDays = (column: string) => `${column} in (select value from json_each(?)) and day between ? and ?`
const args = (sites: number[], { first, last }: Days) => [JSON.stringify(sites), first, last]

/** A copy: rows may be shared with another read, and counts are changed in place. */
const bytesOf = (value: unknown) => new Uint8Array(value as ArrayBuffer).slice()

const readDayCounts = `
  select day, visitor, visits, markdown, verified, contradicted, last_at as lastAt from traffic_days
  where ${inDays('site')}`

const readSeen = `select site, visitor, seen from traffic_days where ${inDays('site')}`

/**
 * Visits of sites by day and visitor, in a window and in the one before; a day and visitor may occur more than once.
 * `countPaths` counts the different pages that any of some visitors visited in the window.
 */
export async function countDays(ctx: Context, sites: number[], window: TrafficWindow) {
  const span = { first: window.before.first, last: window.last }
  const [counts, seen, ...unfolded] =
    sites.length === 0
      ? []
      : await ctx.db.$client.batch(
          [
            { sql: readDayCounts, args: args(sites, span) },
            { sql: readSeen, args: args(sites, window) },
            ...readUnfolded(sites, spanOf(span)),
          ],
          'read',
        )
  const late = await groupUnfolded(ctx, unfolded, sites, spanOf(span))
  const days: DayCount[] = [...((counts?.rows ?? []) as unknown as DayCount[]), ...late]
  const paths = createPathCounts()
  for (const { visitor, site, seen: bits } of seen?.rows ?? [])
    paths.add(Number(visitor), Number(site), bytesOf(bits))
  for (const { day, site, visitor, pages } of late)
    if (day >= window.first) paths.add(visitor, site, addBits(new Uint8Array(), pages.keys()))
  return {
    days: days.filter(({ day }) => day >= window.first),
    before: days.filter(({ day }) => day < window.first),
    countPaths: paths.count,
  }
}

function createPathCounts() {
  const seen = new Map<number, Map<number, Uint8Array>>()
  return {
    add(visitor: number, site: number, bits: Uint8Array) {
      const bySite = seen.get(visitor) ?? new Map<number, Uint8Array>()
      seen.set(visitor, bySite.set(site, mergeBits(bits, bySite.get(site) ?? new Uint8Array())))
    },
    count(visitors: Iterable<number>): number {
      const bySite = new Map<number, Uint8Array>()
      for (const visitor of visitors)
        for (const [site, bits] of seen.get(visitor) ?? [])
          bySite.set(site, mergeBits(bits.slice(), bySite.get(site) ?? new Uint8Array()))
      return [...bySite.values()].reduce((total, bits) => total + countBits(bits), 0)
    },
  }
}

const topPagesOf = `(
  select top.pages from traffic_top_pages as top where top.site = days.site and top.day = days.day)`

/** The pages of a day, unless its busiest pages are already computed. */
const readOpenPages = `
  select days.site, days.day, days.visitor, days.pages from traffic_days as days
  where ${inDays('days.site')} and ${topPagesOf} is null`

const readTopPages = `
  select site, day, pages from traffic_top_pages where ${inDays('site')} and pages is not null`

/** Which visitors and, by site, which pages to count; all without it. */
type PageFilter = {
  isVisitor?: (visitor: number) => boolean
  pages?: Map<number, Set<number>>
}

/**
 * Visits of sites by visitor and page. Of days that have ended, the pages outside the 2,000 busiest are left out,
 * except those of referrals.
 */
export async function countPages(
  ctx: Context,
  sites: number[],
  days: Days,
  filter: PageFilter = {},
): Promise<VisitorPages[]> {
  if (sites.length === 0) return []
  const [open, top, ...unfolded] = await ctx.db.$client.batch(
    [
      { sql: readOpenPages, args: args(sites, days) },
      { sql: readTopPages, args: args(sites, days) },
      ...readUnfolded(sites, spanOf(days)),
    ],
    'read',
  )
  const counts = createPageCounts(filter)
  await runInSlices(addPacks(counts, open?.rows ?? [], top?.rows ?? []))
  for (const { site, visitor, pages } of await groupUnfolded(ctx, unfolded, sites, spanOf(days)))
    counts.addDay(site, visitor, pages)
  return counts.list()
}

function* addPacks(
  counts: ReturnType<typeof createPageCounts>,
  open: Record<string, unknown>[],
  top: Record<string, unknown>[],
): Sliced<void> {
  for (const { site, day, visitor, pages } of open) {
    counts.addPack(Number(site), Number(day), Number(visitor), bytesOf(pages))
    yield
  }
  for (const { site, day, pages } of top) {
    for (const [visitor, pack] of splitPacks(bytesOf(pages)))
      counts.addPack(Number(site), Number(day), visitor, pack)
    yield
  }
}

function createPageCounts({ isVisitor, pages: wanted }: PageFilter) {
  const groups = new Map<string, VisitorPages>()

  /** Adds pages to the group of a visitor: `fill` gets a function that adds the visits of one. */
  function addTo(
    site: number,
    visitor: number,
    fill: (add: (page: number, visits: number, failed: number, last: number) => void) => void,
  ) {
    if (isVisitor && !isVisitor(visitor)) return
    const only = wanted && (wanted.get(site) ?? new Set())
    const key = `${site} ${visitor}`
    const group = groups.get(key) ?? { site, visitor, pages: new Map() }
    groups.set(key, group)
    fill((page, visits, failed, last) => {
      if (!only || only.has(page)) addPage(group.pages, page, visits, failed, last)
    })
  }

  return {
    addDay: (site: number, visitor: number, pages: PagePack) =>
      addTo(site, visitor, (add) => {
        for (const [page, { visits, failed, last }] of pages) add(page, visits, failed, last)
      }),
    addPack: (site: number, day: number, visitor: number, pack: Uint8Array) =>
      addTo(site, visitor, (add) => eachPage(pack, day, add)),
    list: () => [...groups.values()],
  }
}

/** Adds visits to those of the same page. */
export function addPage(
  pages: Map<number, PageCount>,
  page: number,
  visits: number,
  failed: number,
  lastAt: number,
) {
  const known = pages.get(page)
  if (!known) {
    pages.set(page, { page, visits, failed, lastAt })
    return
  }
  known.visits += visits
  known.failed += failed
  known.lastAt = Math.max(known.lastAt, lastAt)
}

const otherText = '(other)'

/** A page's text is its host, directly followed by its path. */
export function splitPage(text: string | undefined): { host: string; path: string } {
  const slash = text?.indexOf('/') ?? -1
  if (text === undefined || slash < 0) return { host: otherText, path: otherText }
  return { host: text.slice(0, slash), path: text.slice(slash) }
}

const readTexts = `
  select number, text from traffic_texts
  where site = ? and kind = ? and number in (select value from json_each(?))`

/** Stored texts of one kind by site and number, with the key `site:number`. */
export async function findTexts(
  ctx: Context,
  kind: number,
  wanted: { site: number; number: number }[],
): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (const [site, group] of Map.groupBy(wanted, (each) => each.site)) {
    const numbers = [...new Set(group.map(({ number }) => number))]
    for (let start = 0; start < numbers.length; start += 500) {
      const slice = numbers.slice(start, start + 500)
      const { rows } = await ctx.db.$client.execute({
        sql: readTexts,
        args: [site, kind, JSON.stringify(slice)],
      })
      for (const { number, text } of rows) found.set(`${site}:${number}`, String(text))
    }
  }
  return found
}
