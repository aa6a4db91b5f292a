import type { Context } from '../../../context.ts'
import { onReplica } from '../../../db/on-replica.ts'
import type { Caller } from '../../keys/model.ts'
import { findSettings } from '../settings/record.ts'
import type { WindowQuery } from '../visibility/window.ts'
import { findAddressState } from './address-state.ts'
import { dayText, textKinds } from './classes.ts'
import { createConversionCheck } from './conversions.ts'
import { countDays, countPages, findTexts, splitPage, type VisitorPages } from './counts.ts'
import type { DayCount } from './group-visits.ts'
import type { TrafficOverview } from './model.ts'
import { findSites } from './sites.ts'
import { trafficWindow } from './traffic-window.ts'
import { findVisitors, type StoredVisitor } from './visitors.ts'

type Source = (typeof TrafficOverview.static)['sources'][number]
type Visitors = Map<number, StoredVisitor>
type VisitClass = 'crawler' | 'ai_referral'

const isListed = (type: string | undefined): type is VisitClass =>
  type === 'crawler' || type === 'ai_referral'
const sum = <T>(rows: T[], of: (row: T) => number) => rows.reduce((total, row) => total + of(row), 0)

/** Returns the visits of a window by source and day, compared with the window before (contract geo 11). */
export async function readOverview(
  ctx: Context,
  caller: Pick<Caller, 'organization'>,
  projectId: string,
  query: WindowQuery,
) {
  const window = trafficWindow(query, ctx.now())
  const sites = await findSites(ctx, caller, projectId)
  const figures = onReplica(ctx)
  const settings = await findSettings(ctx, projectId)
  const conversionPaths = settings?.conversionPaths ?? []
  const isCounted = conversionPaths.length > 0
  const { days, before, countPaths } = await countDays(figures, sites, window)
  const visitors = await findVisitors(
    figures,
    [...days, ...before].map(({ visitor }) => visitor),
  )
  const isVisitor = (visitor: number) => visitors.get(visitor)?.visitorType === 'ai_referral'
  const [landings, landingsBefore] = isCounted
    ? await Promise.all(
        [window, window.before].map((part) => countPages(figures, sites, part, { isVisitor })),
      )
    : []
  const conversions = createConversions(figures, conversionPaths)
  const of = (type: string) => days.filter(({ visitor }) => visitors.get(visitor)?.visitorType === type)
  const isCited = ({ visitor }: DayCount) => visitors.get(visitor)?.category === 'assistant-browse'
  const visits = (rows: DayCount[]) => sum(rows, (row) => row.visits)
  const sources = groupSources(visitors, days)
  return {
    configured: true,
    totals: {
      crawler: visits(of('crawler')),
      cited: visits(of('crawler').filter(isCited)),
      aiReferral: visits(of('ai_referral')),
      conversions: await conversions(landings),
      contradicted: sum(days, (row) => row.contradicted),
      unknown: visits(of('unknown')),
      aiReferralTagged: visits(of('human')),
    },
    previousConversions: await conversions(landingsBefore),
    sources: toSources(sources, visitors, before, countPaths),
    addresses: await findAddressState(
      ctx,
      sources.map(({ stored, ...counts }) => ({ source: stored.source, ...counts })),
    ),
    pretended: toPretended(sources),
    points: toPoints(visitors, days),
    organization: caller.organization,
  }
}

type SourceDays = {
  key: string
  rows: DayCount[]
  /** The visitor with most visits. */
  stored: StoredVisitor
  visits: number
  verified: number
  contradicted: number
}

/** Crawlers and referrals by source. */
function groupSources(visitors: Visitors, days: DayCount[]): SourceDays[] {
  return [...groupBySource(visitors, days)].flatMap(([key, rows]) => {
    const [most] = [...rows].sort((a, b) => b.visits - a.visits)
    const stored = most && visitors.get(most.visitor)
    if (!stored || key === '') return []
    return {
      ...{ key, rows, stored, visits: sum(rows, (row) => row.visits) },
      verified: sum(rows, (row) => row.verified),
      contradicted: sum(rows, (row) => row.contradicted),
    }
  })
}

function groupBySource<T extends { visitor: number }>(visitors: Visitors, rows: T[]): Map<string, T[]> {
  return Map.groupBy(rows, ({ visitor }) => {
    const { visitorType, source } = visitors.get(visitor) ?? {}
    return isListed(visitorType) ? `${visitorType}\n${source}` : ''
  })
}

function toSources(
  sources: SourceDays[],
  visitors: Visitors,
  before: DayCount[],
  countPaths: (visitors: Iterable<number>) => number,
): Source[] {
  const earlier = groupBySource(visitors, before)
  return sources
    .filter(({ visits }) => visits > 0)
    .map(({ key, rows, stored, visits, verified, contradicted }) => ({
      ...toVisitorFields(stored),
      visits,
      previousVisits: sum(earlier.get(key) ?? [], (row) => row.visits),
      markdownVisits: sum(rows, (row) => row.markdown),
      paths: countPaths(new Set(rows.map(({ visitor }) => visitor))),
      lastSeenAt: new Date(Math.max(...rows.map((row) => row.lastAt))).toISOString(),
      verification: { verified, unknown: visits - verified, contradicted },
    }))
    .sort((a, b) => b.visits - a.visits || (a.source < b.source ? -1 : 1))
}

/** The crawlers that contradicted visits claimed to be, most visits first. */
const toPretended = (sources: SourceDays[]) =>
  sources
    .filter(({ contradicted }) => contradicted > 0)
    .map(({ stored, contradicted }) => ({
      source: stored.source,
      agent: stored.agent || null,
      visits: contradicted,
    }))
    .sort((a, b) => b.visits - a.visits || (a.source < b.source ? -1 : 1))

/** The fields of a visitor in answers. */
export function toVisitorFields({ source, visitorType, agent, category, confidence }: StoredVisitor) {
  return {
    source,
    visitorType: visitorType as VisitClass,
    agent: agent || null,
    category: (category || null) as Source['category'],
    confidence: (confidence || null) as Source['confidence'],
  }
}

function toPoints(visitors: Visitors, days: DayCount[]) {
  const points = new Map<string, { day: string; visitorType: VisitClass; source: string; visits: number }>()
  for (const { day, visitor, visits } of days) {
    const { visitorType, source = '' } = visitors.get(visitor) ?? {}
    if (!isListed(visitorType) || visits === 0) continue
    const key = `${day} ${visitorType} ${source}`
    const point = points.get(key) ?? { day: dayText(day), visitorType, source, visits: 0 }
    points.set(key, { ...point, visits: point.visits + visits })
  }
  return [...points].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, point]) => point)
}

/** Returns a function that counts referrals whose landing page is on a conversion path; null without such paths. */
function createConversions(ctx: Context, paths: string[]) {
  const isConversion = createConversionCheck(paths)
  return async (counted: VisitorPages[] | undefined): Promise<number | null> => {
    if (!counted) return null
    const landed = counted.flatMap(({ site, pages }) =>
      [...pages.values()].map((page) => ({ site, ...page })),
    )
    const texts = await findTexts(
      ctx,
      textKinds.page,
      landed.map(({ site, page }) => ({ site, number: page })),
    )
    return sum(landed, ({ site, page, visits }) =>
      isConversion(splitPage(texts.get(`${site}:${page}`)).path) ? visits : 0,
    )
  }
}
