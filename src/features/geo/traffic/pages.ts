import type { Context } from '../../../context.ts'
import { onReplica } from '../../../db/on-replica.ts'
import { runInSlices, type Sliced } from '../../../slices.ts'
import type { Caller } from '../../keys/model.ts'
import { textKinds } from './classes.ts'
import { addPage, countPages, findTexts, type PageCount, splitPage, type VisitorPages } from './counts.ts'
import type { PagesQuery } from './model.ts'
import { toVisitorFields } from './overview.ts'
import { findSites } from './sites.ts'
import { type Days, trafficWindow } from './traffic-window.ts'
import { findVisitors, type StoredVisitor } from './visitors.ts'

const standardLimit = 20

/** Returns the pages of a window by source, most visits or failed requests first (contract geo 11). */
export async function readPages(
  ctx: Context,
  caller: Pick<Caller, 'organization'>,
  projectId: string,
  query: PagesQuery,
) {
  const { limit = standardLimit, visitorType = null, host } = query
  const window = trafficWindow(query, ctx.now())
  const sites = await findSites(ctx, caller, projectId)
  const figures = onReplica(ctx)
  const pages = await countPages(figures, sites, window)
  const visitors = await findVisitors(
    figures,
    pages.map(({ visitor }) => visitor),
  )
  const countOf = ({ visits, failed }: PageCount) => (query.failed === 'true' ? failed : visits)
  const rows = inOrder(await runInSlices(groupByCount(joinVisitors(visitors, pages, visitorType), countOf)))
  const found: FoundPage[] = []
  // Hosts are part of the stored text, so that a filter reads texts until enough rows match.
  while (found.length < limit) {
    const slice = takeRows(rows, host ? 500 : limit)
    if (slice.length === 0) break
    const texts = await findTexts(
      figures,
      textKinds.page,
      slice.map(({ from, count }) => ({ site: from.site, number: count.page })),
    )
    for (const row of slice) {
      const text = splitPage(texts.get(`${row.from.site}:${row.count.page}`))
      if (!host || text.host === host.toLowerCase()) found.push({ ...row, text })
    }
  }
  const shown = found.slice(0, limit)
  const earlier = await countEarlier(figures, sites, window.before, shown)
  return {
    configured: true,
    pages: shown.map((page) => toPage(page, earlier)),
    organization: caller.organization,
  }
}

/** The visits of listed pages in earlier days, by source; other pages are not counted. */
async function countEarlier(ctx: Context, sites: number[], days: Days, listed: FoundPage[]) {
  const pages = new Map<number, Set<number>>()
  for (const { from, count } of listed)
    pages.set(from.site, (pages.get(from.site) ?? new Set()).add(count.page))
  const counted = await countPages(ctx, sites, days, { pages })
  const visitors = await findVisitors(
    ctx,
    counted.map(({ visitor }) => visitor),
  )
  return joinVisitors(visitors, counted, null)
}

/** The pages of a site that a source visited. */
type SourcePages = { key: string; site: number; stored: StoredVisitor; pages: Map<number, PageCount> }
type Row = { from: SourcePages; count: PageCount }
type FoundPage = Row & { text: ReturnType<typeof splitPage> }

/** The pages of each source, whatever rule found it. */
function joinVisitors(
  visitors: Map<number, StoredVisitor>,
  counted: VisitorPages[],
  only: string | null,
): Map<string, SourcePages> {
  const sources = new Map<string, SourcePages>()
  for (const { site, visitor, pages } of counted) {
    const stored = visitors.get(visitor)
    if (!stored || (stored.visitorType !== 'crawler' && stored.visitorType !== 'ai_referral')) continue
    if (only !== null && stored.visitorType !== only) continue
    const key = `${site}:${stored.visitorType}:${stored.source}`
    const known = sources.get(key)
    if (known)
      for (const { page, visits, failed, lastAt } of pages.values())
        addPage(known.pages, page, visits, failed, lastAt)
    else sources.set(key, { key, site, stored, pages })
  }
  return sources
}

/** Rows by a count above zero: sorting all of them would take long, and only the first are shown. */
function* groupByCount(
  sources: Map<string, SourcePages>,
  countOf: (count: PageCount) => number,
): Sliced<Map<number, Row[]>> {
  const groups = new Map<number, Row[]>()
  for (const from of sources.values()) {
    for (const count of from.pages.values()) {
      const key = countOf(count)
      const group = groups.get(key)
      if (group) group.push({ from, count })
      else if (key > 0) groups.set(key, [{ from, count }])
    }
    yield
  }
  return groups
}

/** The highest count first, then the newest. */
function* inOrder(groups: Map<number, Row[]>): Generator<Row, undefined> {
  for (const key of [...groups.keys()].sort((a, b) => b - a))
    yield* (groups.get(key) ?? []).sort(
      (a, b) => b.count.lastAt - a.count.lastAt || a.count.page - b.count.page,
    )
}

/** The next rows. `Iterator.take` would end the generator. */
function takeRows(rows: Iterator<Row, undefined>, most: number): Row[] {
  const taken: Row[] = []
  while (taken.length < most) {
    const { value } = rows.next()
    if (!value) break
    taken.push(value)
  }
  return taken
}

function toPage({ from, count, text }: FoundPage, earlier: Map<string, SourcePages>) {
  const { source, visitorType } = toVisitorFields(from.stored)
  return {
    ...text,
    source,
    visitorType,
    visits: count.visits,
    previousVisits: earlier.get(from.key)?.pages.get(count.page)?.visits ?? 0,
    failed: count.failed,
    lastSeenAt: new Date(count.lastAt).toISOString(),
  }
}
