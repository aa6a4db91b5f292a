import type { Context } from '../../../context.ts'
import { onReplica } from '../../../db/on-replica.ts'
import { runInSlices, type Sliced } from '../../../slices.ts'
import type { Caller } from '../../keys/model.ts'
import { textKinds } from './classes.ts'
import { addPage, countPages, findTexts, type PageCount, splitPage, type VisitorPages } from './counts.ts'
import type { PagesQuery } from './model.ts'
import { toVisitorFields } from './overview.ts'
import { findSites } from './sites.ts'
import { trafficWindow } from './traffic-window.ts'
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
  const sites = await findSites(ctx, caller, projectId)
  const figures = onReplica(ctx)
  const window = trafficWindow(query, ctx.now())
  const [pages, before] = await Promise.all([
    countPages(figures, sites, window),
    countPages(figures, sites, window.before),
  ])
  const visitors = await findVisitors(
    figures,
    [...pages, ...before].map(({ visitor }) => visitor),
  )
  const countOf = ({ visits, failed }: PageCount) => (query.failed === 'true' ? failed : visits)
  const rows = inOrder(await runInSlices(groupByCount(joinVisitors(visitors, pages, visitorType), countOf)))
  const earlier = joinVisitors(visitors, before, visitorType)
  const found: ReturnType<typeof toPage>[] = []
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
      const page = toPage(row, texts, earlier)
      if (!host || page.host === host.toLowerCase()) found.push(page)
    }
  }
  return { configured: true, pages: found.slice(0, limit), organization: caller.organization }
}

/** The pages of a site that a source visited. */
type SourcePages = { key: string; site: number; stored: StoredVisitor; pages: Map<number, PageCount> }
type Row = { from: SourcePages; count: PageCount }

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
    if (known) for (const page of pages.values()) addPage(known.pages, page)
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

function toPage({ from, count }: Row, texts: Map<string, string>, earlier: Map<string, SourcePages>) {
  const { source, visitorType } = toVisitorFields(from.stored)
  return {
    ...splitPage(texts.get(`${from.site}:${count.page}`)),
    source,
    visitorType,
    visits: count.visits,
    previousVisits: earlier.get(from.key)?.pages.get(count.page)?.visits ?? 0,
    failed: count.failed,
    lastSeenAt: new Date(count.lastAt).toISOString(),
  }
}
