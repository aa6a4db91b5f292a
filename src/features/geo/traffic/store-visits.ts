import type { ResultSet } from '@libsql/client/web'
import type { Context } from '../../../context.ts'
import { atomically, type Db } from '../../../db/client.ts'
import { isGuardViolation } from '../../../db/errors.ts'
import { insertJob } from '../../../jobs/queue.ts'
import { verdicts } from '../../../traffic/verdict.ts'
import { classNumber, classOf, textKinds } from './classes.ts'
import { chargeRates, isWithinLimit, type RateCheck } from './ingest-rates.ts'
import {
  findKnownTexts,
  forgetKnownTexts,
  type KnownTexts,
  keyOf,
  refuseDeletions,
  remember,
} from './known-texts.ts'
import { type NewText, numberTexts, type SiteKey, type TextKind } from './number-texts.ts'
import { type PreparedVisit, type PrepareResult, today } from './prepare-visit.ts'
import { addProofs } from './proofs.ts'
import { siteOf } from './sites.ts'
import { numberVisitors } from './visitors.ts'

/** A text is given by its number, or itself if this process does not know the number. */
const numberOf = (kind: TextKind, at: number) => `
  case typeof(visits.value ->> ${at}) when 'integer' then visits.value ->> ${at} else coalesce((
    select number from traffic_texts as texts where texts.site = traffic_sites.id
      and texts.kind = ${textKinds[kind]} and texts.text = visits.value ->> ${at}), 0) end`

const addEvents = `
  insert into traffic_events (site, class, visitor, at, host, page, user_agent, referrer, journey, country, method,
    status, verdict, wants_markdown)
  select traffic_sites.id, visits.value ->> 2, visits.value ->> 3, visits.value ->> 4,
    ${numberOf('host', 5)}, ${numberOf('page', 6)}, ${numberOf('userAgent', 7)}, ${numberOf('referrer', 8)},
    unhex(visits.value ->> 9), visits.value ->> 10, visits.value ->> 11, visits.value ->> 12, visits.value ->> 13,
    visits.value ->> 14
  from json_each(?) as visits cross join traffic_sites on ${siteOf('visits.value')}
  where ${isWithinLimit('visits.value ->> 0', 'visits.value ->> 15')}
  order by visits.key`

const findNumbers = `
  select texts.key as place, number from json_each(?) as texts
    cross join traffic_sites on ${siteOf('texts.value')}
    cross join traffic_texts as stored on stored.site = traffic_sites.id and stored.kind = texts.value ->> 2
      and stored.text = texts.value ->> 3`

const addReceived = `
  insert into traffic_received (organization_id, project_id, day, outcome, visits, last_at)
  select arrivals.value ->> 0, arrivals.value ->> 3, ?,
    case when ${isWithinLimit('arrivals.value ->> 0', 'arrivals.value ->> 2')} then arrivals.value ->> 1 else 'rateLimited' end,
    count(*), ?
  from json_each(?) as arrivals group by 1, 2, 4
  on conflict do update set visits = visits + excluded.visits, last_at = max(last_at, excluded.last_at)`

type Visits = { visit: PreparedVisit; ordinal: number }[]

/** The statements that store visits within the rate limit, and a function that remembers the numbers of new texts. */
async function statementsFor(ctx: Context, visits: Visits, known: KnownTexts) {
  const numbers = await numberVisitors(
    ctx,
    visits.map(({ visit }) => visit.visitor),
  )
  const day = today(ctx)
  const sites = new Map<string, SiteKey>()
  const missing = new Map<string, NewText>()
  const rows = visits.map(({ visit, ordinal }, index) => {
    const { organizationId, at, country, method, status, verdict, wantsMarkdown } = visit
    const site: SiteKey = [organizationId, visit.projectId ?? '']
    if (known.days.get(keyOf(site)) !== day) sites.set(keyOf(site), site)
    const numberOrText = (kind: TextKind, text: string | null) => {
      if (!text) return 0
      const key = keyOf([...site, textKinds[kind], text])
      const number = known.numbers.get(key)
      if (number === undefined && !missing.has(key))
        missing.set(key, [...site, textKinds[kind], text, ordinal])
      return number ?? text
    }
    return [
      ...[...site, classNumber(classOf(visit.visitor)), numbers[index], at.getTime()],
      ...textsOf(visit, numberOrText),
      journeyHex(visit),
      ...[country, method, status, verdicts.indexOf(verdict), wantsMarkdown ? 1 : 0, ordinal],
    ]
  })
  const texts = [...missing.values()]
  const statements = [
    refuseDeletions(known),
    ...numberTexts(ctx, [...sites.values()], texts),
    { sql: addEvents, args: [JSON.stringify(rows)] },
    ...addProofs(visits),
  ]
  if (texts.length > 0) statements.push({ sql: findNumbers, args: [JSON.stringify(texts)] })
  function rememberTexts(found: ResultSet | undefined) {
    for (const site of sites.keys()) remember(known.days, site, day)
    const keys = [...missing.keys()]
    for (const { place, number } of found?.rows ?? [])
      remember(known.numbers, keys[Number(place)] ?? '', Number(number))
  }
  return { statements, rememberTexts: texts.length > 0 || sites.size > 0 ? rememberTexts : null }
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

/** Retries if traffic is deleted meanwhile. */
const maxAttempts = 10

/**
 * Stores what trackers sent within one turn of the event loop in one batch, with the rate limit of each organization.
 * Returns for each arrival whether it was within the limit, in the order given.
 */
export async function storeArrivals(ctx: Context, arrivals: ReceivedVisit[]): Promise<RateCheck[]> {
  for (let attempt = 1; ; attempt++) {
    const known = await findKnownTexts(ctx)
    try {
      return await storeOnce(ctx, arrivals, known)
    } catch (error) {
      if (!isGuardViolation(error) || attempt === maxAttempts) throw error
      forgetKnownTexts(ctx)
    }
  }
}

async function storeOnce(ctx: Context, arrivals: ReceivedVisit[], known: KnownTexts): Promise<RateCheck[]> {
  const now = ctx.now().getTime()
  const { counts, ordinals } = countByOrganization(arrivals)
  const visits = arrivals.flatMap((arrival, index) =>
    arrival.outcome === 'stored' ? [{ visit: arrival.visit, ordinal: ordinals[index] ?? 0 }] : [],
  )
  const listed = JSON.stringify(
    arrivals.map((each, index) => [each.organizationId, each.outcome, ordinals[index], projectOf(each)]),
  )
  const charge = chargeRates(ctx, counts)
  const stored = visits.length > 0 ? await statementsFor(ctx, visits, known) : null
  if (stored) await scheduleFold(ctx)
  const results = await ctx.db.$client.batch(
    [
      ...charge.before,
      { sql: addReceived, args: [today(ctx), now, listed] },
      charge.after,
      ...(stored?.statements ?? []),
    ],
    'write',
  )
  stored?.rememberTexts?.(results.at(-1))
  const states = charge.read(results)
  return arrivals.map(({ organizationId }, index) => states(organizationId, ordinals[index] ?? 0))
}

/** Arrivals by organization, and the ordinal of each within its organization. */
function countByOrganization(arrivals: ReceivedVisit[]) {
  const counts = new Map<string, number>()
  const ordinals = arrivals.map(({ organizationId }) => {
    const ordinal = counts.get(organizationId) ?? 0
    counts.set(organizationId, ordinal + 1)
    return ordinal
  })
  return { counts, ordinals }
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
