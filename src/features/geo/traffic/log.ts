import { type SQL, sql } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { decodeJourneyId } from '../../../traffic/journey-id.ts'
import { verdicts } from '../../../traffic/verdict.ts'
import type { Caller } from '../../keys/model.ts'
import { classNumber, textKinds, type VisitorClass } from './classes.ts'
import { splitPage } from './counts.ts'
import type { LogQuery } from './model.ts'
import { toVisitorFields } from './overview.ts'
import { findSites } from './sites.ts'
import { findVisitors } from './visitors.ts'

const standardLimit = 50
const shownUserAgent = 180

const crawlerClasses: VisitorClass[] = ['training-crawler', 'search-index', 'assistant-browse', 'crawler']

/** Returns the newest visits, newest first (contract geo 11). */
export async function readLog(ctx: Context, caller: Caller, projectId: string, query: LogQuery) {
  const { limit = standardLimit, host } = query
  const sites = await findSites(ctx, caller, projectId)
  const rows = await findEvents(ctx, sites, classesOf(query), limit, host?.toLowerCase() ?? null)
  const visitors = await findVisitors(
    ctx,
    rows.map(({ visitor }) => visitor),
  )
  const log = rows.flatMap((row) => {
    const visitor = visitors.get(row.visitor)
    if (!visitor) return []
    return {
      capturedAt: new Date(row.at).toISOString(),
      ...toVisitorFields(visitor),
      ...splitPage(row.page ?? undefined),
      country: row.country,
      ua: row.ua?.slice(0, shownUserAgent).toWellFormed() ?? null,
      journeyId: row.journey === null ? null : decodeJourneyId(Uint8Array.fromHex(row.journey)),
      wantsMarkdown: row.markdown === 1,
      status: row.status,
      verdict: verdicts[row.verdict] ?? 'unknown',
      rule: visitor.rule,
    }
  })
  return { configured: true, log, total: log.length, organization: caller.organization }
}

function classesOf({ visitorTypes, categories }: LogQuery): number[] {
  const crawlers = categories.length > 0 ? categories : crawlerClasses
  const wants = (type: (typeof visitorTypes)[number]) =>
    visitorTypes.length > 0 ? visitorTypes.includes(type) : type === 'crawler' || categories.length === 0
  const referrals: VisitorClass[] = wants('ai_referral') && categories.length === 0 ? ['ai_referral'] : []
  return [...(wants('crawler') ? crawlers : []), ...referrals].map(classNumber)
}

type Row = {
  at: number
  visitor: number
  country: string | null
  status: number | null
  verdict: number
  markdown: number
  journey: string | null
  page: string | null
  ua: string | null
}

const textOf = (kind: keyof typeof textKinds, number: SQL) => sql`(
  select text from traffic_texts as texts
  where texts.site = events.site and texts.kind = ${sql.raw(String(textKinds[kind]))} and texts.number = ${number})`

/** Each class of each site has its own order of time in the index, so that a rare class is found without a search. */
async function findEvents(
  ctx: Context,
  sites: number[],
  classes: number[],
  limit: number,
  host: string | null,
): Promise<Row[]> {
  const ofHost = (site: number) => sql`(
    select number from traffic_texts where site = ${site} and kind = ${textKinds.host} and text = ${host})`
  const parts = sites.flatMap((site) =>
    classes.map(
      (part) => sql`select * from (
        select id, at from traffic_events
        where site = ${site} and class = ${part} ${host === null ? sql`` : sql`and host = ${ofHost(site)}`}
        order by at desc, id desc limit ${limit})`,
    ),
  )
  if (parts.length === 0) return []
  return await ctx.db.all<Row>(sql`
    select events.at, visitor, country, status, verdict, wants_markdown as markdown, nullif(hex(journey), '') as journey,
      ${textOf('page', sql`events.page`)} as page, ${textOf('userAgent', sql`events.user_agent`)} as ua
    from (${sql.join(parts, sql` union all `)}) as newest
      cross join traffic_events as events on events.id = newest.id
    order by newest.at desc, newest.id desc limit ${limit}`)
}
