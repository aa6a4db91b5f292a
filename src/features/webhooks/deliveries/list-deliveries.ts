import { and, desc, eq, gte, type SQL, sql } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { likePattern } from '../../../db/like.ts'
import { countRows, readMergedPage, toSlice } from '../../../db/merged-page.ts'
import { notFound } from '../../../errors.ts'
import { offsetOf, toPagination } from '../../../http/paging.ts'
import { events } from '../../activity/table.ts'
import { findRunsOf } from '../../generation/record.ts'
import type { Caller } from '../../keys/model.ts'
import { summarizePosts } from '../../posts/post-summaries.ts'
import { readEntryId, toEntryId } from '../model.ts'
import { deliveries, deliveryTypes, webhookLogCounts, webhookLogs } from '../table.ts'
import { type DeliveryQuery, type DeliveryType, toDelivery, toStartedRun } from './model.ts'
import { hasStarted, runIdsOf } from './started-runs.ts'

/** One page of an organization's deliveries, newest first, each with the runs that it started. */
export async function listDeliveries(ctx: Context, { organization }: Caller, query: DeliveryQuery) {
  const { page, limit } = query
  const { total, sequences } = await findPage(ctx, organization.id, query)
  const shown = sql`${webhookLogs.sequence} in (select value from json_each(${JSON.stringify(sequences)}))
    and +${webhookLogs.organizationId} = ${organization.id}`
  return {
    deliveries: await addRuns(ctx, organization.id, await selectEntries(ctx, shown)),
    pagination: toPagination(page, limit, total),
    organization,
  }
}

/** The sequences of one page and how many entries match. Totals are stored per type; only a search counts rows, among the newest. */
async function findPage(ctx: Context, organizationId: string, query: DeliveryQuery) {
  const { integrationId, search, page, limit } = query
  const counts = await ctx.db
    .select({ type: webhookLogCounts.type, total: sql<number>`sum(${webhookLogCounts.total})` })
    .from(webhookLogCounts)
    .where(
      and(
        eq(webhookLogCounts.organizationId, organizationId),
        integrationId ? eq(webhookLogCounts.integrationId, integrationId) : undefined,
      ),
    )
    .groupBy(webhookLogCounts.type)
  const wanted = typesOf(query)
  const kept = counts.reduce((sum, { total }) => sum + total, 0)
  const found = counts.filter(({ type, total }) => wanted.includes(type) && total > 0)
  const own = sql`${webhookLogs.organizationId} = ${organizationId}`
  // The plus keeps SQLite from scanning the whole organization instead of the repository.
  const ofRepository = integrationId ? sql`${webhookLogs.integrationId} = ${integrationId} and +${own}` : own
  const ofTypes = (types: DeliveryType[]) =>
    sql`${ofRepository} and ${webhookLogs.type} in (select value from json_each(${JSON.stringify(types)}))`
  const isWhole = wanted.length === deliveryTypes.length
  const isSearch = search !== undefined && search !== ''
  const searched = isWhole ? ofRepository : ofTypes(wanted)
  const matches = isSearch
    ? sql`${searched} and ${contains(search)} and ${isRecent(ofRepository)}`
    : ofRepository
  const isIndexed = !isSearch && (isWhole || !integrationId)

  const total = isSearch
    ? await countRows(ctx.db, webhookLogs, matches, Math.min(kept, maxSearched))
    : found.reduce((sum, each) => sum + each.total, 0)
  const slice = toSlice(total, { limit, offset: offsetOf(page, limit) })
  if (!slice) return { total, sequences: [] }
  const groups = isSearch || isWhole ? [matches] : integrationId ? [ofTypes(wanted)] : groupsOf(own, found)
  const sequences = await readMergedPage<number>(ctx.db, {
    table: webhookLogs,
    groups,
    order: [webhookLogs.sequence],
    sort: 'desc',
    slice,
    steps: isIndexed ? 0 : kept,
  })
  return { total, sequences }
}

const groupsOf = (own: SQL, found: { type: DeliveryType }[]) =>
  found.map(({ type }) => sql`${own} and ${webhookLogs.type} = ${type}`)

/** The types that a filter selects: only rejected deliveries have failed. */
function typesOf({ status, type }: DeliveryQuery): DeliveryType[] {
  return deliveryTypes.filter(
    (each) =>
      (type.length === 0 || type.includes(each)) &&
      (status.length === 0 || status.includes(each === 'rejected' ? 'failed' : 'success')),
  )
}

/** One delivery with the runs that it started. */
export async function getDelivery(ctx: Context, { organization }: Caller, id: string) {
  const own = and(
    eq(webhookLogs.organizationId, organization.id),
    eq(webhookLogs.sequence, readEntryId(id) ?? -1),
  )
  const [delivery] = await addRuns(ctx, organization.id, await selectEntries(ctx, own))
  if (!delivery) throw notFound('Delivery not found')
  return { delivery, organization }
}

/** Only this many of the newest deliveries are searched. */
const maxLookedThrough = 1000

/** The newest rejected delivery since a time, with the number of rejections; null if there is none. */
export async function findFailures(ctx: Context, organizationId: string, since: Date) {
  const { sequence, integrationId, title, status, statusCode, errorMessage, createdAt } = webhookLogs
  const newest = ctx.db
    .select({ sequence, integrationId, title, status, statusCode, errorMessage, createdAt })
    .from(webhookLogs)
    .where(eq(webhookLogs.organizationId, organizationId))
    .orderBy(desc(sequence))
    .limit(maxLookedThrough)
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

/** How many of the newest deliveries a text search covers. */
export const maxSearched = 100_000

const isRecent = (own: SQL) => sql`${webhookLogs.sequence} > coalesce((
  select sequence from ${webhookLogs} where ${own} order by sequence desc limit 1 offset ${maxSearched}), 0)`

/** `like` ignores the case, which is faster than comparing lower-case copies. */
const contains = (text: string) => {
  const inColumn = (column: typeof webhookLogs.title | typeof webhookLogs.referenceId) =>
    sql`${column} like ${likePattern(text)} escape '\\'`
  return sql`(${inColumn(webhookLogs.title)} or ${inColumn(webhookLogs.referenceId)})`
}

function selectEntries(ctx: Context, where: SQL | undefined) {
  const { integrationId, referenceId, processed, sequence } = webhookLogs
  return ctx.db
    .select({ log: webhookLogs, event: events, triggerIds: deliveries.triggerIds })
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

async function addRuns(ctx: Context, organizationId: string, entries: Entry[]) {
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
  return found.map(({ log, event, delivery }) => {
    const started = runs.filter((run) => hasStarted(delivery, run))
    return toDelivery(
      [log, event],
      started.map((run) => toStartedRun(run, written.get(run.postId ?? '')?.post ?? null)),
    )
  })
}
