import type { Context } from '../../../context.ts'
import type { Verdict } from '../../../traffic/verdict.ts'
import { dayNumber, textKinds } from './classes.ts'
import { isWithinLimit } from './ingest-rates.ts'
import { siteOf } from './sites.ts'

type HostVisit = { organizationId: string; projectId: string | null; host: string; at: Date }

/** `cross join` fixes the order: the planner would otherwise walk all stored texts for each batch. */
const addSql = `
  insert into traffic_proofs (site, host, day, first_at, last_at)
  select traffic_sites.id, hosts.number, proofs.value ->> 3, min(proofs.value ->> 4), max(proofs.value ->> 5)
  from json_each(?) as proofs
    cross join traffic_sites on ${siteOf('proofs.value')}
    cross join traffic_texts as hosts
      on hosts.site = traffic_sites.id and hosts.kind = ${textKinds.host} and hosts.text = proofs.value ->> 2
  where ${isWithinLimit('proofs.value ->> 0', 'proofs.value ->> 6')}
  group by 1, 2, 3
  on conflict do update set first_at = min(first_at, excluded.first_at), last_at = max(last_at, excluded.last_at)`

/** A visit with its ordinal if a rate limit applies to it. */
type LimitedVisit = { visit: HostVisit & { verdict: Verdict }; ordinal: number | null }

/** The statement that stores which hosts had verified visits, after the texts of the visits; none if no visit is verified. */
export function addProofs(visits: LimitedVisit[]) {
  const verified = visits.filter(({ visit }) => visit.verdict === 'verified' && visit.host !== '')
  if (verified.length === 0) return []
  const groups = Map.groupBy(verified, ({ visit: { organizationId, projectId, host, at }, ordinal }) =>
    JSON.stringify([organizationId, projectId ?? '', host, dayNumber(at), ordinal]),
  )
  const rows = [...groups].map(([key, group]) => {
    const times = group.map(({ visit }) => visit.at.getTime())
    const [organizationId, projectId, host, day, ordinal] = JSON.parse(key)
    return [organizationId, projectId, host, day, Math.min(...times), Math.max(...times), ordinal]
  })
  return [{ sql: addSql, args: [JSON.stringify(rows)] }]
}

const dayMilliseconds = 86_400_000

/** The last 24 hours span two days: the end of the first and the beginning of the second. */
const findSql = `
  select max(case when last_at <= ? then last_at else first_at end) as at from traffic_proofs
  where day in (?, ?) and first_at <= ? and last_at > ? and (site, host) = (
    select traffic_sites.id, number from traffic_sites
      join traffic_texts on site = traffic_sites.id and kind = ${textKinds.host} and text = ?
    where organization_id = ? and project_id = ?)`

/** The time of a verified visit of the host in the 24 hours before this one, in milliseconds; null if there is none. */
export async function findProof(
  ctx: Context,
  { organizationId, projectId, host, at }: HostVisit,
): Promise<number | null> {
  const time = at.getTime()
  const day = dayNumber(time)
  const { rows } = await ctx.db.$client.execute({
    sql: findSql,
    args: [time, day - 1, day, time, time - dayMilliseconds, host, organizationId, projectId ?? ''],
  })
  const found = rows[0]?.at
  return typeof found === 'number' ? found : null
}
