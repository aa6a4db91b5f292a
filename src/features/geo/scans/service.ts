import { and, desc, eq, getTableColumns, sql } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { countList } from '../../../db/merged-page.ts'
import { AppError, badRequest, conflict, notFound } from '../../../errors.ts'
import { findEarlierResult } from '../../../http/idempotency.ts'
import { rangeOf, toPagination } from '../../../http/paging.ts'
import type { Caller } from '../../keys/model.ts'
import { getProject } from '../projects/service.ts'
import { findSettings } from '../settings/record.ts'
import { beginScan, type RefusedScan } from './begin-scan.ts'
import { type ListedScan, toScan } from './model.ts'
import { planProject } from './plan-project.ts'
import { scans } from './table.ts'

/**
 * Starts a scan of everything that a project tracks. The rate limit is charged before any refusal (contract
 * geo 0).
 */
export async function startScan(ctx: Context, caller: Caller, projectId: string) {
  await getProject(ctx, caller, projectId)
  const made = await findEarlierResult(ctx, caller)
  if (made) return toStarted(caller, projectId, made)
  await caller.spend()
  const settings = await findSettings(ctx, projectId)
  if (!settings) throw notFound(notSetUp)
  const { plan, nothing } = await planProject(ctx, caller.organization.id, settings)
  if (nothing !== null) throw badRequest(nothing)
  const begun = await beginScan(ctx, {
    projectId,
    organizationId: caller.organization.id,
    cause: 'manual',
    plan,
    caller,
  })
  if ('refused' in begun) throw toRefusal(begun)
  return toStarted(caller, projectId, begun.scanId)
}

export const notSetUp = 'Visibility is not set up for this project: save its settings first'

/** The error for a scan that did not start. */
export const toRefusal = ({ refused, sentence }: RefusedScan) =>
  refused === 'running' ? conflict(sentence) : new AppError(402, sentence)

export function toStarted({ organization }: Caller, projectId: string, scanId: string) {
  return { scanId, statusUrl: `/v1/projects/${projectId}/geo/scans/${scanId}`, organization }
}

/** Returns a page of a project's newest scans, up to the maximum that is counted. */
export async function listScans(
  ctx: Context,
  caller: Caller,
  projectId: string,
  { page, limit }: { page: number; limit: number },
) {
  await getProject(ctx, caller, projectId)
  const ofProject = eq(scans.projectId, projectId)
  const total = await countList(ctx.db, scans, ofProject)
  const range = rangeOf(page, limit, total)
  const rows = await ctx.db
    .select(listed)
    .from(scans)
    .where(ofProject)
    .orderBy(desc(scans.createdAt), desc(scans.id))
    .limit(range.limit)
    .offset(range.offset)
  return {
    scans: rows.map(toScan),
    pagination: toPagination(page, limit, total),
    organization: caller.organization,
  }
}

/** Returns a scan with its progress. */
export async function getScan(ctx: Context, caller: Caller, projectId: string, id: string) {
  await getProject(ctx, caller, projectId)
  const [row] = await ctx.db
    .select(listed)
    .from(scans)
    .where(and(eq(scans.projectId, projectId), eq(scans.id, id)))
  if (!row) throw notFound('Scan not found')
  return { scan: toScan(row), organization: caller.organization }
}

const { plan, ...columns } = getTableColumns(scans)
const listed = {
  ...columns,
  skipped: sql<ListedScan['skipped']>`json_extract(${plan}, '$.skipped')`.mapWith(JSON.parse),
}
