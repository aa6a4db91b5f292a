import { and, asc, eq, sql } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { offsetOf, toPagination } from '../../../http/paging.ts'
import type { Caller } from '../../keys/model.ts'
import { nameOfCaller } from '../../keys/names/record.ts'
import type { WaitingQuery } from '../model.ts'
import { findObstacle } from '../service.ts'
import { approvals } from '../table.ts'

/** One page of what waits for a person in the caller's organization, the oldest first, and whether they may approve it. */
export async function listWaitingApprovals(ctx: Context, caller: Caller, { page, limit }: WaitingQuery) {
  const where = isWaiting(ctx, caller)
  const [rows, total] = await Promise.all([
    ctx.db
      .select({ approval: approvals, askedBy: nameOfCaller(approvals.askedBy) })
      .from(approvals)
      .where(where)
      .orderBy(asc(approvals.createdAt), sql`approvals.rowid`)
      .limit(limit)
      .offset(offsetOf(page, limit)),
    ctx.db.$count(approvals, where),
  ])
  const shown = rows.map(async ({ approval, askedBy }) => {
    const { id, conversationKind, conversationId, tool, prompt, createdAt, expiresAt } = approval
    return {
      ...{ id, conversationKind, conversationId, tool, prompt, askedBy },
      obstacle: await findObstacle(ctx, caller, approval),
      createdAt: createdAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
    }
  })
  return { approvals: await Promise.all(shown), pagination: toPagination(page, limit, total) }
}

/** How much waits for a person in the caller's organization. */
export async function countWaitingApprovals(ctx: Context, caller: Caller) {
  return { count: await ctx.db.$count(approvals, isWaiting(ctx, caller)) }
}

const isWaiting = (ctx: Context, { organization }: Caller) =>
  and(
    eq(approvals.organizationId, organization.id),
    eq(approvals.status, 'open'),
    // The plus keeps the database on the index by time of asking, in whose order pages are read.
    sql`+${approvals.expiresAt} > ${ctx.now().getTime()}`,
  )
