import { and, eq } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import type { Statement } from '../../../db/client.ts'
import { type Effect, needsApproval } from '../../../http/operation.ts'
import { type Conversation, openApproval, whereConversation } from './record.ts'
import { approvals } from './table.ts'

/** Calls of `draft` tools that a model may make without approval in one chat or session, counted over all senders. */
export const maxUnaskedDrafts = 3

/**
 * Whether a call needs the approval of a person: one that changes or reaches another host always does, one that creates
 * a draft does once the budget of its conversation is used up. An approved call does not count, and resets nothing.
 */
export async function needsPerson(
  ctx: Context,
  conversation: Conversation,
  effect: Effect,
): Promise<boolean> {
  if (effect !== 'draft') return needsApproval(effect)
  const unasked = await ctx.db.$count(
    approvals,
    and(whereConversation(conversation), eq(approvals.status, 'automatic')),
  )
  return unasked >= maxUnaskedDrafts
}

/**
 * A statement that counts a draft against the budget of its conversation. It belongs into the batch that precedes the
 * call and holds the conversation, so that no other attempt counts at the same time.
 */
export function countDraft(ctx: Context, wanted: Parameters<typeof openApproval>[1]): Statement {
  const { row } = openApproval(ctx, wanted)
  return ctx.db.insert(approvals).values({ ...row, status: 'automatic', settledAt: row.createdAt })
}
