import type { Context } from '../../../context.ts'
import { atomically, type Db } from '../../../db/client.ts'
import type { LimitUsage } from '../../../http/rate-limits.ts'
import { insertJob } from '../../../jobs/queue.ts'
import { verdicts } from '../../../traffic/verdict.ts'
import { classNumber, classOf, textKinds } from './classes.ts'
import { numberTexts, type SiteKey, type TextKind } from './number-texts.ts'
import { type PreparedVisit, type PrepareResult, today } from './prepare-visit.ts'
import { addProofs } from './proofs.ts'
import { siteOf } from './sites.ts'
import { numberVisitors } from './visitors.ts'

const numberOf = (kind: TextKind, at: number) => `
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
  const sites = new Map<string, SiteKey>()
  const texts = new Map<string, [...SiteKey, number, string]>()
  const rows = visits.map(({ visit, extra }, index) => {
    const { organizationId, at, country, method, status, verdict, wantsMarkdown } = visit
    const projectId = visit.projectId ?? ''
    sites.set(`${organizationId}\n${projectId}`, [organizationId, projectId])
    const add = (kind: TextKind, text: string | null) => {
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
      ...textsOf(visit, add),
      journeyHex(visit),
      ...[country, method, status, verdicts.indexOf(verdict), wantsMarkdown ? 1 : 0, extra],
    ]
  })
  return [
    ...numberTexts(ctx, [...sites.values()], [...texts.values()]),
    { sql: addEvents(condition), args: [JSON.stringify(rows), ...args] },
    ...addProofs(visits.map(({ visit }) => visit)),
  ]
}

/** Calls `read` for the texts of a visit in the order of their columns; null for one that it lacks. */
export const textsOf = <T>(
  { host, path, userAgent, referrer }: PreparedVisit,
  read: (kind: TextKind, text: string | null) => T,
): [host: T, page: T, userAgent: T, referrer: T] => [
  read('host', host),
  read('page', host && host + path),
  read('userAgent', userAgent),
  read('referrer', referrer),
]

export const journeyHex = ({ journey }: PreparedVisit) => journey && Buffer.from(journey).toString('hex')

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
  const statements = await statementsFor(ctx, visits, hasRoom, [limit, since])
  if (visits.length > 0) await scheduleFold(ctx)
  const results = await ctx.db.$client.batch(
    [
      { sql: countSpent, args: [organizations, since] },
      ...(visits.length > 0 ? statements : []),
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

export const foldJob = 'traffic.fold'
const foldRhythm = 5_000
const scheduled = new WeakMap<Db, number>()

/** Inserts the job that adds new visits to the roll-ups, at most once every five seconds. */
export async function scheduleFold(ctx: Context): Promise<void> {
  const slot = Math.floor(ctx.now().getTime() / foldRhythm) + 1
  if (scheduled.get(ctx.db) === slot) return
  await atomically(ctx.db, [
    insertJob(ctx, foldJob, {}, { key: `${foldJob}@${slot}`, runAt: new Date(slot * foldRhythm) }),
  ])
  scheduled.set(ctx.db, slot)
}
