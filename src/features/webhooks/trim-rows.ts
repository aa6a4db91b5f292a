import { type SQL, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/client.ts'
import { repeatSlices } from '../../jobs/retention.ts'

/** The maximum numbers of stored rows of an organization, which its signed deliveries would otherwise exceed. */
export const maxKept = { logs: 100_000, events: 500_000 }
const rowsPerSlice = 200
/** After this many deliveries of an organization, this process checks its rows again. */
const deliveriesPerTrim = 1_000
const maxCounted = 10_000

const counters = new WeakMap<Db, Map<string, number>>()

/** Trims the rows of an organization at every thousandth delivery: in a burst, the hourly sweep would be too late. */
export async function trimIfDue(ctx: Context, organizationId: string): Promise<void> {
  const counted = counters.get(ctx.db) ?? new Map<string, number>()
  counters.set(ctx.db, counted)
  const count = (counted.get(organizationId) ?? 0) + 1
  if (counted.size > maxCounted) counted.clear()
  counted.set(organizationId, count % deliveriesPerTrim)
  if (count === deliveriesPerTrim) await trimRows(ctx, organizationId, new AbortController().signal)
}

/**
 * Deletes the oldest rows beyond the limits. Log entries: those of the most frequent kind. Events: those of the
 * repository with the most, first merged pull requests, then pushes, then releases.
 */
export async function trimRows(ctx: Context, organizationId: string, signal: AbortSignal): Promise<void> {
  for (const statement of [trimLogs(organizationId), trimEvents(organizationId)])
    await repeatSlices(ctx, statement, { signal, rows: rowsPerSlice })
}

/** The organizations that have more rows than the limits. */
export async function findFull({ db }: Context): Promise<string[]> {
  const full = await db.all<{ id: string }>(sql`
    select organization_id as id from webhook_log_counts group by 1 having sum(total) > ${maxKept.logs}
    union
    select organization_id from webhook_row_counts join integrations on integrations.id = integration_id
    group by 1 having sum(events) > ${maxKept.events}`)
  return full.map(({ id }) => id)
}

function trimLogs(organizationId: string): SQL {
  const counts = sql`webhook_log_counts where organization_id = ${organizationId}`
  return sql`delete from webhook_logs where sequence in (
    select sequence from webhook_logs where organization_id = ${organizationId}
      and type = (select type from ${counts} group by type order by sum(total) desc limit 1)
    order by sequence limit ${excess(sql`sum(total) as total from ${counts}`, maxKept.logs)})`
}

function trimEvents(organizationId: string): SQL {
  const counts = sql`webhook_row_counts join integrations on integrations.id = integration_id
    where organization_id = ${organizationId}`
  // The index has the kinds in this order: merged pull requests, pushes, releases.
  return sql`delete from activities where rowid in (
    select rowid from activities
    where integration_id = (select integration_id from ${counts} order by events desc limit 1)
    order by kind, created_at limit ${excess(sql`sum(events) as total from ${counts}`, maxKept.events)})`
}

/** How many rows to delete in the next slice. */
const excess = (total: SQL, max: number): SQL =>
  sql`(select min(${rowsPerSlice}, max(0, coalesce(total, 0) - ${max})) from (select ${total}))`
