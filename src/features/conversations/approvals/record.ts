import { and, eq, gt, inArray, lte } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { ceilingCount, ceilingGuard, ceilingSentence, ceilings } from '../../../db/ceilings.ts'
import type { Statement } from '../../../db/client.ts'
import { guard } from '../../../db/table.ts'
import { hashToken } from '../../../ids.ts'
import type { Answer, ApprovalRow } from './model.ts'
import { approvalMilliseconds, toCanonicalJson } from './rules.ts'
import { approvals } from './table.ts'

/** The chat or session of an approval. */
export type Conversation = Pick<ApprovalRow, 'conversationKind' | 'conversationId'>

export const whereConversation = ({ conversationKind, conversationId }: Conversation) =>
  and(eq(approvals.conversationId, conversationId), eq(approvals.conversationKind, conversationKind))

type NewApproval = Pick<
  ApprovalRow,
  'organizationId' | 'conversationKind' | 'conversationId' | 'callId' | 'tool' | 'prompt' | 'askedBy'
> & { turnId?: string | null; input: Record<string, unknown>; subject: ApprovalRow['subject'] }

/** The row of a call that waits for a person, and the statements for the batch that stores the call. */
export function openApproval(ctx: Context, { input, turnId = null, ...wanted }: NewApproval) {
  const createdAt = ctx.now()
  const text = toCanonicalJson(input)
  const row: ApprovalRow = {
    ...wanted,
    id: Bun.randomUUIDv7(),
    turnId,
    input: text,
    inputHash: hashToken(text),
    status: 'open',
    answeredBy: null,
    reason: null,
    createdAt,
    expiresAt: new Date(createdAt.getTime() + approvalMilliseconds),
    settledAt: null,
  }
  const statements: Statement[] = [
    ctx.db.insert(approvals).values(row),
    ctx.db.run(ceilingGuard('approvals', wanted.organizationId)),
  ]
  return { row, statements }
}

/** Why no further call can wait for a person, if `unsaved` calls are about to; null if one can. */
export async function findFullQueue(
  ctx: Context,
  organizationId: string,
  unsaved: number,
): Promise<string | null> {
  const [row] = await ctx.db.all<{ total: number }>(ceilingCount('approvals', organizationId))
  return (row?.total ?? 0) + unsaved < ceilings.approvals.max ? null : ceilingSentence('approvals')
}

/** The input of a call, exactly as a person approves it. */
export const inputOf = ({ input }: Pick<ApprovalRow, 'input'>): Record<string, unknown> => JSON.parse(input)

/** Statements that settle an open approval. The batch fails on its guard if it is not open. */
export function settleApproval(ctx: Context, id: string, answeredBy: string, { approved, reason }: Answer) {
  const settledAt = ctx.now()
  return [
    ctx.db
      .update(approvals)
      .set({ status: approved ? 'approved' : 'denied', answeredBy, reason: reason ?? null, settledAt })
      .where(and(eq(approvals.id, id), eq(approvals.status, 'open'), gt(approvals.expiresAt, settledAt))),
    ctx.db.run(guard),
  ]
}

/** Statements for the batch that begins an approved call. It fails on its guard if the call has begun before. */
export function spendApproval(ctx: Context, id: string): Statement[] {
  return [
    ctx.db
      .update(approvals)
      .set({ status: 'spent' })
      .where(and(eq(approvals.id, id), eq(approvals.status, 'approved'))),
    ctx.db.run(guard),
  ]
}

/** A statement for the batch of a new message: cancels open approvals, and approved ones whose call has not begun. */
export function cancelOpen(ctx: Context, conversationId: string) {
  return ctx.db
    .update(approvals)
    .set({ status: 'cancelled', settledAt: ctx.now() })
    .where(and(eq(approvals.conversationId, conversationId), inArray(approvals.status, ['open', 'approved'])))
    .returning()
}

/** A statement that expires old approvals. */
export function expireOpen(ctx: Context) {
  const now = ctx.now()
  return ctx.db
    .update(approvals)
    .set({ status: 'expired', settledAt: now })
    .where(and(eq(approvals.status, 'open'), lte(approvals.expiresAt, now)))
}
