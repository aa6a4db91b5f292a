import type { Context } from '../../../context.ts'
import { atomically, type Db } from '../../../db/client.ts'
import type { LimitUsage } from '../../../http/rate-limits.ts'
import { insertJob } from '../../../jobs/queue.ts'
import { verdicts } from '../../../traffic/verdict.ts'
import { classNumber, classOf, textKinds } from './classes.ts'
import { type PreparedVisit, type PrepareResult, today } from './prepare-visit.ts'
import { numberVisitors } from './visitors.ts'

/** Limits for new texts of a project. Further texts are stored as 0, "(other)". */
const maxTexts: Record<keyof typeof textKinds, { perDay: number; total: number }> = {
  host: { perDay: 200, total: 2_000 },
  page: { perDay: 20_000, total: 200_000 },
  userAgent: { perDay: 2_000, total: 200_000 },
  referrer: { perDay: 2_000, total: 50_000 },
}
const limitsJson = JSON.stringify(
  Object.entries(maxTexts).map(([name, { perDay, total }]) => [
    textKinds[name as keyof typeof textKinds],
    perDay,
    total,
  ]),
)

const siteOf = (value: string) =>
  `traffic_sites.organization_id = ${value} ->> 0 and traffic_sites.project_id = ${value} ->> 1`

// `cross join` fixes the order: the planner would otherwise walk all stored texts for each batch.

const addSites = `
  insert into traffic_sites (organization_id, project_id, created_at)
  select value ->> 0, value ->> 1, ? from json_each(?) where true on conflict do nothing`

const highest = (site: string, kind: string) => `
  coalesce((
    select max(number) from traffic_texts as stored where stored.site = ${site} and stored.kind = ${kind}), 0)`

const beginTextDays = `
  insert into traffic_text_days (site, kind, day, before)
  select traffic_sites.id, kinds.value ->> 0, ?, ${highest('traffic_sites.id', 'kinds.value ->> 0')}
  from json_each(?) as sites cross join traffic_sites on ${siteOf('sites.value')}
    cross join json_each('${limitsJson}') as kinds
  where true
  on conflict do update set day = excluded.day, before = excluded.before where excluded.day > day`

const addTexts = `
  insert into traffic_texts (site, kind, number, text)
  select numbered.site, numbered.kind, numbered.number, numbered.text from (
    select added.site, added.kind, added.text, added.total, added.perDay,
      ${highest('added.site', 'added.kind')}
        + row_number() over (partition by added.site, added.kind order by added.place) as number
    from (
      select traffic_sites.id as site, texts.value ->> 2 as kind, texts.value ->> 3 as text, texts.key as place,
        kinds.value ->> 1 as perDay, kinds.value ->> 2 as total
      from json_each(?) as texts
        cross join traffic_sites on ${siteOf('texts.value')}
        cross join json_each('${limitsJson}') as kinds on kinds.value ->> 0 = texts.value ->> 2
      where not exists (
        select 1 from traffic_texts as known
        where known.site = traffic_sites.id and known.kind = texts.value ->> 2 and known.text = texts.value ->> 3)
    ) as added
  ) as numbered
  where numbered.number <= numbered.total and numbered.number <= numbered.perDay + coalesce((
    select before from traffic_text_days as days where days.site = numbered.site and days.kind = numbered.kind), 0)`

const numberOf = (kind: keyof typeof textKinds, at: number) => `
  coalesce((select number from traffic_texts as texts where texts.site = traffic_sites.id
    and texts.kind = ${textKinds[kind]} and texts.text = visits.value ->> ${at}), 0)`

const addEvents = (condition: string) => `
  insert into traffic_events (site, class, visitor, at, host, page, user_agent, referrer, journey, country, method,
    status, verdict, wants_markdown)
  select traffic_sites.id, visits.value ->> 2, visits.value ->> 3, visits.value ->> 4,
    ${numberOf('host', 5)}, ${numberOf('page', 6)}, ${numberOf('userAgent', 7)}, ${numberOf('referrer', 8)},
    unhex(visits.value ->> 9), visits.value ->> 10, visits.value ->> 11, visits.value ->> 12, visits.value ->> 13,
    visits.value ->> 14
  from json_each(?) as visits cross join traffic_sites on ${siteOf('visits.value')}
  where ${condition}
  order by visits.key`

const addLines = `
  insert into traffic_lines (site, key, batch, at)
  select traffic_sites.id, unhex(visits.value ->> 15), ?, visits.value ->> 4
  from json_each(?) as visits cross join traffic_sites on ${siteOf('visits.value')}
  where true on conflict do nothing`

const isNewLine = `exists (
  select 1 from traffic_lines as lines
  where lines.site = traffic_sites.id and lines.key = unhex(visits.value ->> 15) and lines.batch = ?)`

/** How many more visits an organization may report: one counter for each second of the last minute. */
const spent = (organization: string) => `coalesce((
  select sum(visits) from traffic_rates as rates
  where rates.organization_id = ${organization} and rates.second > ?), 0)`

const hasRoom = `visits.value ->> 15 < ? - ${spent('visits.value ->> 0')}`

const countSpent = `
  select organizations.value as organization_id, coalesce(sum(visits), 0) as visits, min(second) as oldest
  from json_each(?) as organizations
    left join traffic_rates as rates on rates.organization_id = organizations.value and rates.second > ?
  group by 1`

const addReceived = `
  insert into traffic_received (organization_id, project_id, day, outcome, visits, last_at)
  select arrivals.value ->> 0, arrivals.value ->> 3, ?,
    case when arrivals.value ->> 2 < ? - ${spent('arrivals.value ->> 0')} then arrivals.value ->> 1 else 'rateLimited' end,
    count(*), ?
  from json_each(?) as arrivals group by 1, 2, 4
  on conflict do update set visits = visits + excluded.visits, last_at = max(last_at, excluded.last_at)`

const addRates = `
  insert into traffic_rates (organization_id, second, visits)
  select counts.value ->> 0, ?, min(counts.value ->> 1, max(0, ? - ${spent('counts.value ->> 0')}))
  from json_each(?) as counts where true
  on conflict do update set visits = visits + excluded.visits`

type Visits = { visit: PreparedVisit; extra: string | number }[]

/** The statements that store visits; `extra` is the last value of each, which `condition` may use. */
async function statementsFor(ctx: Context, visits: Visits, condition: string, args: (string | number)[]) {
  const numbers = await numberVisitors(
    ctx,
    visits.map(({ visit }) => visit.visitor),
  )
  const sites = new Map<string, [string, string]>()
  const texts = new Map<string, [string, string, number, string]>()
  const rows = visits.map(({ visit, extra }, index) => {
    const { organizationId, at, journey, country, method, status, verdict, wantsMarkdown } = visit
    const projectId = visit.projectId ?? ''
    sites.set(`${organizationId}\n${projectId}`, [organizationId, projectId])
    const number = (kind: keyof typeof textKinds, text: string | null) => {
      if (text)
        texts.set(`${organizationId}\n${projectId}\n${kind}\n${text}`, [
          organizationId,
          projectId,
          textKinds[kind],
          text,
        ])
      return text || null
    }
    return [
      ...[organizationId, projectId, classNumber(classOf(visit.visitor)), numbers[index], at.getTime()],
      number('host', visit.host),
      number('page', visit.host && visit.host + visit.path),
      number('userAgent', visit.userAgent),
      number('referrer', visit.referrer),
      journey && Buffer.from(journey).toString('hex'),
      ...[country, method, status, verdicts.indexOf(verdict), wantsMarkdown ? 1 : 0, extra],
    ]
  })
  const sitesJson = JSON.stringify([...sites.values()])
  return {
    rowsJson: JSON.stringify(rows),
    before: [
      { sql: addSites, args: [ctx.now().getTime(), sitesJson] },
      { sql: beginTextDays, args: [today(ctx), sitesJson] },
      { sql: addTexts, args: [JSON.stringify([...texts.values()])] },
    ],
    insert: { sql: addEvents(condition), args: [JSON.stringify(rows), ...args] },
  }
}

/** What a tracker sent, as it was decided. */
export type ReceivedVisit = { organizationId: string } & PrepareResult

/** Whether an arrival is within the rate limit of its organization, and the state of that limit after it. */
export type RateCheck = { isGranted: boolean; usage: LimitUsage }

/**
 * Stores what trackers sent within one turn of the event loop in one batch, with the rate limit of each organization.
 * Returns for each arrival whether it was within the limit, in the order given.
 */
export async function storeArrivals(ctx: Context, arrivals: ReceivedVisit[]): Promise<RateCheck[]> {
  const limit = ctx.config.ingestPerMinute
  const now = ctx.now().getTime()
  const second = Math.floor(now / 1000)
  const since = second - 60
  const counts = new Map<string, number>()
  const ordinals = arrivals.map(({ organizationId }) => {
    const ordinal = counts.get(organizationId) ?? 0
    counts.set(organizationId, ordinal + 1)
    return ordinal
  })
  const visits = arrivals.flatMap((arrival, index) =>
    arrival.outcome === 'stored' ? [{ visit: arrival.visit, extra: ordinals[index] ?? 0 }] : [],
  )
  const listed = JSON.stringify(
    arrivals.map((each, index) => [each.organizationId, each.outcome, ordinals[index], projectOf(each)]),
  )
  const organizations = JSON.stringify([...counts.keys()])
  const { before, insert } = await statementsFor(ctx, visits, hasRoom, [limit, since])
  if (visits.length > 0) await scheduleFold(ctx)
  const results = await ctx.db.$client.batch(
    [
      { sql: countSpent, args: [organizations, since] },
      ...(visits.length > 0 ? [...before, insert] : []),
      { sql: addReceived, args: [today(ctx), limit, since, now, listed] },
      { sql: addRates, args: [second, limit, since, JSON.stringify([...counts])] },
    ],
    'write',
  )
  const spentBy = new Map(results[0]?.rows.map((row) => [String(row.organization_id), row]))
  return arrivals.map(({ organizationId }, index) => {
    const row = spentBy.get(organizationId)
    const left = limit - Number(row?.visits ?? 0) - (ordinals[index] ?? 0)
    const resetAt = (Number(row?.oldest ?? second) + 60) * 1000
    return { isGranted: left > 0, usage: { limit, remaining: Math.max(0, left - 1), resetAt, now } }
  })
}

/** The project that a visit is counted for; empty without one. */
const projectOf = (arrival: ReceivedVisit) =>
  (arrival.outcome === 'stored' ? arrival.visit.projectId : arrival.projectId) ?? ''

/** A visit of an access log; `key` identifies the line, in hex. */
export type ImportedVisit = { visit: PreparedVisit; key: string }

/**
 * Stores visits of an access log in one batch, without a rate limit. A line whose key is stored for its project is
 * skipped. Returns how many were new.
 */
export async function importVisits(ctx: Context, visits: ImportedVisit[]): Promise<number> {
  if (visits.length === 0) return 0
  const batch = Bun.randomUUIDv7()
  const { rowsJson, before, insert } = await statementsFor(
    ctx,
    visits.map(({ visit, key }) => ({ visit, extra: key })),
    isNewLine,
    [batch],
  )
  await scheduleFold(ctx)
  const results = await ctx.db.$client.batch(
    [...before, { sql: addLines, args: [batch, rowsJson] }, insert],
    'write',
  )
  return results.at(-1)?.rowsAffected ?? 0
}

const countKnown = `
  select count(*) as known from json_each(?) as visits
    cross join traffic_sites on ${siteOf('visits.value')}
    cross join traffic_lines as lines
      on lines.site = traffic_sites.id and lines.key = unhex(visits.value ->> 2)`

/** Returns how many visits of an access log `importVisits` would store. */
export async function countNewVisits(ctx: Context, visits: ImportedVisit[]): Promise<number> {
  const keys = visits.map(({ visit, key }) => [visit.organizationId, visit.projectId ?? '', key])
  const { rows } = await ctx.db.$client.execute({ sql: countKnown, args: [JSON.stringify(keys)] })
  return visits.length - Number(rows[0]?.known ?? 0)
}

export const foldJob = 'traffic.fold'
const foldRhythm = 5_000
const scheduled = new WeakMap<Db, number>()

/** Inserts the job that adds new visits to the roll-ups, at most once every five seconds. */
async function scheduleFold(ctx: Context): Promise<void> {
  const slot = Math.floor(ctx.now().getTime() / foldRhythm) + 1
  if (scheduled.get(ctx.db) === slot) return
  await atomically(ctx.db, [
    insertJob(ctx, foldJob, {}, { key: `${foldJob}@${slot}`, runAt: new Date(slot * foldRhythm) }),
  ])
  scheduled.set(ctx.db, slot)
}
