import type { Context } from '../../../context.ts'
import type { Caller } from '../../keys/model.ts'
import { textKinds } from './classes.ts'
import { countPages, findTexts, type PageCount, splitPage } from './counts.ts'
import type { PagesQuery } from './model.ts'
import { toVisitorFields } from './overview.ts'
import { findSites } from './sites.ts'
import { trafficWindow } from './traffic-window.ts'
import { findVisitors, type StoredVisitor } from './visitors.ts'

const standardLimit = 20

/** Returns the most visited pages of a window by source (contract geo 11). */
export async function readPages(
  ctx: Context,
  caller: Pick<Caller, 'organization'>,
  projectId: string,
  query: PagesQuery,
) {
  const { limit = standardLimit, visitorType, host } = query
  const sites = await findSites(ctx, caller, projectId)
  const window = trafficWindow(query, ctx.now())
  const [pages, before] = await Promise.all([
    countPages(ctx, sites, window),
    countPages(ctx, sites, window.before),
  ])
  const visitors = await findVisitors(
    ctx,
    [...pages, ...before].map(({ visitor }) => visitor),
  )
  const rows = [...merge(visitors, pages, visitorType ?? null).values()].sort(
    (a, b) => b.visits - a.visits || b.lastAt - a.lastAt || a.page - b.page,
  )
  const earlier = merge(visitors, before, visitorType ?? null)
  const found: ReturnType<typeof toPage>[] = []
  // Hosts are part of the stored text, so that a filter reads texts until enough rows match.
  for (let start = 0; start < rows.length && found.length < limit; start += 500) {
    const slice = rows.slice(start, host ? start + 500 : limit)
    const texts = await findTexts(
      ctx,
      textKinds.page,
      slice.map(({ site, page }) => ({ site, number: page })),
    )
    for (const row of slice) {
      const page = toPage(row, texts, earlier)
      if (!host || page.host === host.toLowerCase()) found.push(page)
    }
  }
  return { configured: true, pages: found.slice(0, limit), organization: caller.organization }
}

type MergedCount = PageCount & { stored: StoredVisitor }

/** One row for each page and source, whatever rule found the source. */
function merge(visitors: Map<number, StoredVisitor>, pages: PageCount[], only: string | null) {
  const merged = new Map<string, MergedCount>()
  for (const row of pages) {
    const stored = visitors.get(row.visitor)
    if (!stored || (stored.visitorType !== 'crawler' && stored.visitorType !== 'ai_referral')) continue
    if (only !== null && stored.visitorType !== only) continue
    const key = `${row.site}:${row.page}:${stored.visitorType}:${stored.source}`
    const known = merged.get(key)
    merged.set(key, {
      ...row,
      stored,
      visits: row.visits + (known?.visits ?? 0),
      failed: row.failed + (known?.failed ?? 0),
      lastAt: Math.max(row.lastAt, known?.lastAt ?? 0),
    })
  }
  return merged
}

function toPage(row: MergedCount, texts: Map<string, string>, earlier: Map<string, MergedCount>) {
  const { site, page, visits, failed, lastAt, stored } = row
  const { source, visitorType } = toVisitorFields(stored)
  return {
    ...splitPage(texts.get(`${site}:${page}`)),
    source,
    visitorType,
    visits,
    previousVisits: earlier.get(`${site}:${page}:${visitorType}:${source}`)?.visits ?? 0,
    failed,
    lastSeenAt: new Date(lastAt).toISOString(),
  }
}
