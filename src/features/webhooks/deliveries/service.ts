import { and, desc, eq, gte, or, type SQL, sql } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { notFound } from '../../../errors.ts'
import { offsetOf, toPagination } from '../../../http/paging.ts'
import { events } from '../../activity/table.ts'
import { findRunsOf } from '../../generation/record.ts'
import type { Caller } from '../../keys/model.ts'
import { summarizePosts } from '../../posts/overview/service.ts'
import { readEntryId, toEntryId } from '../model.ts'
import { deliveries, webhookLogs } from '../table.ts'
import { type DeliveryQuery, type DeliveryType, toDelivery, toStartedRun } from './model.ts'
import { hasStarted, runIdsOf } from './rules.ts'

/** One page of the deliveries to an organization, the newest first, each with the runs that it started. */
export async function listDeliveries(ctx: Context, { organization }: Caller, query: DeliveryQuery) {
  const { page, limit } = query
  const where = matching(organization.id, query)
  const [rows, total] = await Promise.all([
    selectEntries(ctx, where).limit(limit).offset(offsetOf(page, limit)),
    ctx.db.$count(webhookLogs, where),
  ])
  return {
    deliveries: await tellRuns(ctx, organization.id, rows),
    pagination: toPagination(page, limit, total),
    organization,
  }
}

/** One delivery with the runs that it started. */
export async function getDelivery(ctx: Context, { organization }: Caller, id: string) {
  const own = and(
    eq(webhookLogs.organizationId, organization.id),
    eq(webhookLogs.sequence, readEntryId(id) ?? -1),
  )
  const [delivery] = await tellRuns(ctx, organization.id, await selectEntries(ctx, own))
  if (!delivery) throw notFound('Delivery not found')
  return { delivery, organization }
}

/** So many of the newest deliveries are looked through. */
const mostLookedThrough = 1000

/** The newest delivery that was refused since a moment, with how many there were; null where there was none. */
export async function findFailures(ctx: Context, organizationId: string, since: Date) {
  const { sequence, integrationId, title, status, statusCode, errorMessage, createdAt } = webhookLogs
  const newest = ctx.db
    .select({ sequence, integrationId, title, status, statusCode, errorMessage, createdAt })
    .from(webhookLogs)
    .where(eq(webhookLogs.organizationId, organizationId))
    .orderBy(desc(sequence))
    .limit(mostLookedThrough)
    .as('newest')
  const [failure] = await ctx.db
    .select({
      sequence: newest.sequence,
      integrationId: newest.integrationId,
      title: newest.title,
      statusCode: newest.statusCode,
      errorMessage: newest.errorMessage,
      createdAt: newest.createdAt,
      count: sql<number>`count(*) over ()`,
    })
    .from(newest)
    .where(and(eq(newest.status, 'failed'), gte(newest.createdAt, since)))
    .orderBy(desc(newest.sequence))
    .limit(1)
  if (!failure) return null
  const { sequence: last, count, ...entry } = failure
  return { count, newest: { id: toEntryId(last), ...entry } }
}

/** What an entry came to, as its columns tell it; of a repository that was disconnected the log keeps the payloads. */
const type = sql<DeliveryType>`case
  when ${webhookLogs.status} = 'failed' then 'rejected'
  when ${webhookLogs.processed} = 1 then 'processed'
  when ${webhookLogs.payload} ->> '$.filtered' then 'filtered'
  when ${webhookLogs.payload} ->> '$.ignored' then 'ignored'
  when ${webhookLogs.payload} ->> '$.duplicate' then 'duplicate'
  when ${webhookLogs.payload} ->> '$.event' = 'ping' then 'ping'
  else 'processed' end`

function matching(organizationId: string, query: DeliveryQuery): SQL | undefined {
  const { integrationId, status, type: types, search } = query
  return and(
    eq(webhookLogs.organizationId, organizationId),
    integrationId ? eq(webhookLogs.integrationId, integrationId) : undefined,
    status.length > 0 ? sql`${webhookLogs.status} in ${status}` : undefined,
    types.length > 0 ? sql`${type} in ${types}` : undefined,
    search ? or(contains(webhookLogs.title, search), contains(webhookLogs.referenceId, search)) : undefined,
  )
}

const contains = (column: typeof webhookLogs.title | typeof webhookLogs.referenceId, text: string) =>
  sql`instr(lower(${column}), lower(${text})) > 0`

function selectEntries(ctx: Context, where: SQL | undefined) {
  const { integrationId, referenceId, processed, sequence } = webhookLogs
  return ctx.db
    .select({ log: webhookLogs, event: events, type, triggerIds: deliveries.triggerIds })
    .from(webhookLogs)
    .leftJoin(
      events,
      and(eq(processed, true), eq(events.integrationId, integrationId), eq(events.deliveryId, referenceId)),
    )
    .leftJoin(
      deliveries,
      and(
        eq(processed, true),
        eq(deliveries.integrationId, integrationId),
        eq(deliveries.deliveryId, referenceId),
      ),
    )
    .where(where)
    .orderBy(desc(sequence))
}

type Entry = Awaited<ReturnType<typeof selectEntries>>[number]

async function tellRuns(ctx: Context, organizationId: string, entries: Entry[]) {
  const found = entries.map((entry) => ({
    ...entry,
    delivery: { ...entry.log, triggerIds: entry.triggerIds ?? [] },
  }))
  const runs = await findRunsOf(
    ctx,
    found.flatMap(({ delivery }) => runIdsOf(delivery)),
  )
  const written = await summarizePosts(
    ctx,
    organizationId,
    runs.flatMap(({ postId }) => postId ?? []),
  )
  return found.map(({ log, event, type, delivery }) => {
    const started = runs.filter((run) => hasStarted(delivery, run))
    return toDelivery(
      [log, event],
      type,
      started.map((run) => toStartedRun(run, written.get(run.postId ?? '')?.post ?? null)),
    )
  })
}
