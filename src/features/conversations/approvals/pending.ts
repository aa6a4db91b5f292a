import { and, asc, eq, sql } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { countList } from '../../../db/merged-page.ts'
import { notFound } from '../../../errors.ts'
import { rangeOf, toPagination } from '../../../http/paging.ts'
import { nameOfCaller } from '../../keys/caller-name.ts'
import type { Caller } from '../../keys/model.ts'
import { previewTool } from '../../tools/tools.ts'
import type { ApprovalRow, WaitingQuery } from './model.ts'
import { inputOf } from './record.ts'
import { findObstacle } from './service.ts'
import { approvals } from './table.ts'

/** One page of the oldest pending approvals of the caller's organization, and whether the caller may approve each. */
export async function listWaitingApprovals(ctx: Context, caller: Caller, { page, limit }: WaitingQuery) {
  const where = isWaiting(ctx, caller)
  const total = await countList(ctx.db, approvals, where)
  const range = rangeOf(page, limit, total)
  const rows = await ctx.db
    .select({ approval: approvals, askedBy: nameOfCaller(approvals.askedBy) })
    .from(approvals)
    .where(where)
    .orderBy(asc(approvals.createdAt), sql`approvals.rowid`)
    .limit(range.limit)
    .offset(range.offset)
  const shown = await Promise.all(
    rows.map(async (row) => ({
      ...(await toWaiting(ctx, caller, row)),
      isChanged: (await previewAgain(ctx, caller, row.approval)).isChanged,
    })),
  )
  return { approvals: shown, pagination: toPagination(page, limit, total) }
}

type PendingApproval = { approval: ApprovalRow; askedBy: string | null }

async function toWaiting(ctx: Context, caller: Caller, { approval, askedBy }: PendingApproval) {
  const { id, conversationKind, conversationId, tool, prompt, createdAt, expiresAt } = approval
  return {
    ...{ id, conversationKind, conversationId, tool, prompt, askedBy },
    obstacle: await findObstacle(ctx, caller, approval),
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  }
}

/** The preview of an open approval as of now, with the caller's rights, and whether it differs from what was asked. */
async function previewAgain(ctx: Context, caller: Caller, approval: ApprovalRow) {
  const asker = { id: caller.id, organizationId: approval.organizationId }
  const preview = await previewTool(ctx, asker, approval.tool, inputOf(approval))
  return { preview, isChanged: preview !== null && !Bun.deepEquals(preview.subject, approval.subject) }
}

/**
 * One approval of the caller's organization. While it is open its preview is computed with the caller's rights, who may
 * read more than the requester: only if it describes the same versions that the approval is bound to.
 */
export async function showApproval(ctx: Context, caller: Caller, id: string) {
  const organizationId = caller.organization.id
  const [found] = await ctx.db
    .select({ approval: approvals, askedBy: nameOfCaller(approvals.askedBy) })
    .from(approvals)
    .where(and(eq(approvals.id, id), eq(approvals.organizationId, organizationId)))
  if (!found) throw notFound('Approval not found')
  const { approval } = found
  const isOpen = approval.status === 'open' && approval.expiresAt > ctx.now()
  const { preview, isChanged } = isOpen
    ? await previewAgain(ctx, caller, approval)
    : { preview: null, isChanged: false }
  const shown = await toWaiting(ctx, caller, found)
  return {
    approval: {
      ...shown,
      prompt: preview && !isChanged ? preview.prompt : approval.prompt,
      status: approval.status === 'open' && !isOpen ? ('expired' as const) : approval.status,
      isChanged,
      refused: preview?.refused ?? null,
    },
  }
}

/** The number of pending approvals of the caller's organization. */
export async function countWaitingApprovals(ctx: Context, caller: Caller) {
  return { count: await countList(ctx.db, approvals, isWaiting(ctx, caller)) }
}

const isWaiting = (ctx: Context, { organization }: Caller) =>
  and(
    eq(approvals.organizationId, organization.id),
    eq(approvals.status, 'open'),
    // The plus keeps the database on the index by time of asking, the order of pages.
    sql`+${approvals.expiresAt} > ${ctx.now().getTime()}`,
  )
