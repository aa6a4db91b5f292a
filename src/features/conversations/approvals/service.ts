import { and, eq, gt } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import type { Statement } from '../../../db/client.ts'
import { AppError, forbidden, isRefusal } from '../../../errors.ts'
import type { Caller } from '../../keys/model.ts'
import { mayCall } from '../../tools/tools.ts'
import type { Answer, ApprovalRow } from './model.ts'
import { type Conversation, settleApproval, whereConversation } from './record.ts'
import { approvals } from './table.ts'

/** An approval of a conversation of the caller's organization; null if there is none with this id. */
export async function findApproval(
  ctx: Context,
  caller: Caller,
  conversation: Conversation,
  id: string,
): Promise<ApprovalRow | null> {
  const [row] = await ctx.db
    .select()
    .from(approvals)
    .where(
      and(
        eq(approvals.id, id),
        eq(approvals.organizationId, caller.organization.id),
        whereConversation(conversation),
      ),
    )
  return row ?? null
}

/** The open approvals of a conversation, and why the caller may not approve each; null if they may. */
export async function listWaiting(
  ctx: Context,
  caller: Caller,
  conversation: Conversation,
): Promise<{ id: string; obstacle: string | null }[]> {
  const open = await ctx.db
    .select()
    .from(approvals)
    .where(
      and(
        whereConversation(conversation),
        eq(approvals.organizationId, caller.organization.id),
        eq(approvals.status, 'open'),
        gt(approvals.expiresAt, ctx.now()),
      ),
    )
  return Promise.all(
    open.map(async (row) => ({ id: row.id, obstacle: await findObstacle(ctx, caller, row) })),
  )
}

/** Why the caller may not approve a call; null if they may. */
export async function findObstacle(
  ctx: Context,
  caller: Caller,
  approval: ApprovalRow,
): Promise<string | null> {
  try {
    await checkAnswer(ctx, caller, approval, { approved: true })
    return null
  } catch (error) {
    if (error instanceof AppError && error.status === 403) return error.message
    throw error
  }
}

/** An approval after an answer, and the statements that settle it. An answer to a settled approval changes nothing. */
export type AnsweredApproval = { approval: ApprovalRow; statements: Statement[] }

/** Answers an approval. Throws a 403 if the caller may not approve the call. */
export async function answerApproval(
  ctx: Context,
  caller: Caller,
  approval: ApprovalRow,
  answer: Answer,
): Promise<AnsweredApproval> {
  if (approval.status !== 'open') return { approval, statements: [] }
  if (approval.expiresAt <= ctx.now()) return { approval: { ...approval, status: 'expired' }, statements: [] }
  await checkAnswer(ctx, caller, approval, answer)
  const status = answer.approved ? 'approved' : 'denied'
  return {
    approval: { ...approval, status, answeredBy: caller.id, reason: answer.reason ?? null },
    statements: settleApproval(ctx, approval.id, caller.id, answer),
  }
}

/** Refuses an approval if the approver or the requester may not use the tool. */
async function checkAnswer(
  ctx: Context,
  caller: Caller,
  { tool, askedBy, organizationId }: ApprovalRow,
  { approved }: Answer,
) {
  if (!approved) return
  if (!(await isAllowed(ctx, { id: caller.id, organizationId }, tool)))
    throw forbidden(`You may not approve this: your key or role may not use ${tool}.`)
  if (!(await isAllowed(ctx, { id: askedBy, organizationId }, tool)))
    throw forbidden(`This cannot be approved: its requester may no longer use ${tool}.`)
}

/** Whether a key or user may use a tool now; false if they have lost access. */
async function isAllowed(ctx: Context, asker: Parameters<typeof mayCall>[1], tool: string) {
  try {
    return await mayCall(ctx, asker, tool)
  } catch (error) {
    if (isRefusal(error)) return false
    throw error
  }
}
