import type { ResultSet } from '@libsql/client/web'
import type { Context } from '../../../context.ts'
import type { LimitUsage } from '../../../http/rate-limits.ts'

/** Whether an arrival is within the rate limit of its organization, and the state of that limit after it. */
export type RateCheck = { isGranted: boolean; usage: LimitUsage }

const windowSeconds = 60

/**
 * Each row of an organization counts the visits of one second. The row with this number stores how many visits it may
 * still report. Every batch sets it first, so that the last minute is added up once per batch.
 */
const remainingSecond = -1

/** What an organization may still report at the start of the batch, in SQL. */
const remainingOf = (organization: string) => `(
  select visits from traffic_rates as rates
  where rates.organization_id = ${organization} and rates.second = ${remainingSecond})`

/**
 * The condition, in SQL, for visits that an organization may still report, by their ordinal within it in the batch;
 * imported visits have none and are not limited.
 */
export const isWithinLimit = (organization: string, ordinal: string) =>
  `(${ordinal} is null or ${ordinal} < ${remainingOf(organization)})`

const setRemaining = `
  insert into traffic_rates (organization_id, second, visits)
  select organizations.value, ${remainingSecond}, ? - coalesce((
    select sum(visits) from traffic_rates as rates
    where rates.organization_id = organizations.value and rates.second > ?), 0)
  from json_each(?) as organizations where true
  on conflict do update set visits = excluded.visits`

const readRemaining = `
  select organizations.value as organization_id, ${remainingOf('organizations.value')} as remaining, (
    select min(second) from traffic_rates as rates
    where rates.organization_id = organizations.value and rates.second > ?) as oldest
  from json_each(?) as organizations`

const addRates = `
  insert into traffic_rates (organization_id, second, visits)
  select counts.value ->> 0, ?, min(counts.value ->> 1, max(0, ${remainingOf('counts.value ->> 0')}))
  from json_each(?) as counts where true
  on conflict do update set visits = visits + excluded.visits`

/**
 * Charges arrivals, counted by organization. Returns the statements that come before and after those that use
 * `remainingOf`, and a function that reads their results.
 */
export function chargeRates(ctx: Context, counts: Map<string, number>) {
  const limit = ctx.config.ingestPerMinute
  const now = ctx.now().getTime()
  const second = Math.floor(now / 1000)
  const since = second - windowSeconds
  const organizations = JSON.stringify([...counts.keys()])
  function read(results: ResultSet[]) {
    const rows = new Map(results[1]?.rows.map((row) => [String(row.organization_id), row]))
    return (organizationId: string, ordinal: number): RateCheck => {
      const row = rows.get(organizationId)
      const left = Number(row?.remaining ?? limit) - ordinal
      const resetAt = (Number(row?.oldest ?? second) + windowSeconds) * 1000
      return { isGranted: left > 0, usage: { limit, remaining: Math.max(0, left - 1), resetAt, now } }
    }
  }
  return {
    before: [
      { sql: setRemaining, args: [limit, since, organizations] },
      { sql: readRemaining, args: [since, organizations] },
    ],
    after: { sql: addRates, args: [second, JSON.stringify([...counts])] },
    read,
  }
}
