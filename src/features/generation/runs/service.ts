import { and, desc, eq, gte, inArray, type SQL, sql } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { notFound } from '../../../errors.ts'
import { offsetOf, toPagination } from '../../../http/paging.ts'
import { findEventHeads } from '../../activity/record.ts'
import { findAutomationNames } from '../../automations/service.ts'
import { findRepositoryNames } from '../../integrations/service.ts'
import type { Caller } from '../../keys/model.ts'
import { summarizePosts } from '../../posts/overview/service.ts'
import { type GenerationRow, toGenerationJob } from '../model.ts'
import { startOf } from '../rules.ts'
import { findEvents } from '../service.ts'
import { generationJobs, openStatuses } from '../table.ts'
import type { Run, RunQuery } from './model.ts'
import { toCause } from './rules.ts'

/** One page of an organization's runs, the newest first. */
export async function listRuns(ctx: Context, { organization }: Caller, query: RunQuery) {
  const { page, limit } = query
  const where = matching(organization.id, query)
  const [rows, total] = await Promise.all([
    findRuns(ctx, where, limit, offsetOf(page, limit)),
    ctx.db.$count(generationJobs, where),
  ])
  return {
    runs: await describeRuns(ctx, organization.id, rows),
    pagination: toPagination(page, limit, total),
    organization,
  }
}

/** Runs wait for minutes, for the code host an hour at the most. */
const openMilliseconds = 24 * 60 * 60 * 1000

/** The newest runs that have not ended. */
export async function listOpenRuns(ctx: Context, organizationId: string, limit: number): Promise<Run[]> {
  const where = and(
    eq(generationJobs.organizationId, organizationId),
    gte(generationJobs.createdAt, new Date(ctx.now().getTime() - openMilliseconds)),
    inArray(generationJobs.status, openStatuses),
  )
  return describeRuns(ctx, organizationId, await findRuns(ctx, where, limit))
}

/** One run with its event log, oldest first. */
export async function getRun(ctx: Context, { organization }: Caller, id: string) {
  const [row] = await findRuns(
    ctx,
    and(eq(generationJobs.organizationId, organization.id), eq(generationJobs.id, id)),
    1,
  )
  if (!row) throw notFound('Run not found')
  const [[run], events] = await Promise.all([describeRuns(ctx, organization.id, [row]), findEvents(ctx, id)])
  return { run: run as Run, events, organization }
}

function findRuns(ctx: Context, where: SQL | undefined, limit: number, offset = 0) {
  return (
    ctx.db
      .select()
      .from(generationJobs)
      .where(where)
      // Of runs of one moment the later one comes first; the index holds this order as it is.
      .orderBy(desc(generationJobs.createdAt), sql`${generationJobs}.rowid desc`)
      .limit(limit)
      .offset(offset)
  )
}

function matching(organizationId: string, { status, integrationId }: RunQuery): SQL | undefined {
  const read = generationJobs.repositoryIds
  return and(
    eq(generationJobs.organizationId, organizationId),
    status.length > 0 ? sql`${generationJobs.status} in ${status}` : undefined,
    integrationId
      ? sql`(${read} = '[]' or ${integrationId} in (select value from json_each(${read})))`
      : undefined,
  )
}

/** Runs with what started them and what they wrote. */
async function describeRuns(ctx: Context, organizationId: string, rows: GenerationRow[]): Promise<Run[]> {
  if (rows.length === 0) return []
  const postIds = rows.flatMap(({ postId }) => postId ?? [])
  const [written, heads, automations, repositories] = await Promise.all([
    summarizePosts(ctx, organizationId, postIds),
    findEventHeads(ctx, rows.flatMap(deliveryOf)),
    findAutomationNames(ctx, organizationId),
    findRepositoryNames(ctx, organizationId),
  ])
  return rows.map((row) => {
    const start = startOf(row)
    const [delivery] = deliveryOf(row)
    const cause = toCause(row, start, {
      automationName: start.type === 'request' ? null : (automations.get(start.automationId) ?? null),
      event: heads.find((head) => isOf(head, delivery)) ?? null,
      repositories: row.repositoryIds.map((id) => repositories.get(id) ?? null),
    })
    const { post = null, ledger = null } = written.get(row.postId ?? '') ?? {}
    return { ...toGenerationJob(row), cause, post, ledger }
  })
}

type Delivery = { integrationId: string; deliveryId: string }

/** The delivery that started a run, where one did: it is of the run's only repository. */
function deliveryOf(row: GenerationRow): Delivery[] {
  const start = startOf(row)
  const [integrationId = ''] = row.repositoryIds
  const deliveryId = start.type === 'delivery' ? start.deliveryId : null
  return deliveryId === null ? [] : [{ integrationId, deliveryId }]
}

const isOf = (head: Delivery, delivery: Delivery | undefined) =>
  head.integrationId === delivery?.integrationId && head.deliveryId === delivery.deliveryId
