import type { Context } from '../../../../context.ts'
import { badRequest } from '../../../../errors.ts'
import type { Caller } from '../../../keys/model.ts'
import { type AnsweredApproval, answerApproval, findApproval } from '../../approvals/service.ts'
import type { ApprovalAnswer } from '../model.ts'

/** Reads the answers to approvals of a chat: 400 for unknown approvals, 403 if the caller may not approve. */
export async function readAnswers(
  ctx: Context,
  caller: Caller,
  conversationId: string,
  answers: ApprovalAnswer[],
): Promise<AnsweredApproval[]> {
  const answered = new Map<string, AnsweredApproval>()
  for (const { id, ...answer } of answers) {
    const approval = await findApproval(ctx, caller, { conversationKind: 'chat', conversationId }, id)
    if (!approval) throw badRequest(`There is no approval ${id} in this chat`)
    // The first of several answers counts.
    if (!answered.has(id)) answered.set(id, await answerApproval(ctx, caller, approval, answer))
  }
  return [...answered.values()]
}
