import type { Context } from '../../../../context.ts'
import { atomically } from '../../../../db/client.ts'
import { badRequest } from '../../../../errors.ts'
import type { Caller } from '../../../keys/model.ts'
import type { ApprovalRow } from '../../approvals/model.ts'
import { answerApproval, checkAnswer, findApproval } from '../../approvals/service.ts'
import { releaseReply } from '../../engine/charge.ts'
import type { ApprovalAnswer } from '../model.ts'
import { leaveChat, type Owned } from '../record.ts'

/** Checks answers before anything is charged: 400 for unknown approvals, 403 if the caller may not approve. */
export async function checkAnswers(ctx: Context, caller: Caller, chatId: string, answers: ApprovalAnswer[]) {
  for (const { id, ...answer } of answers) {
    const row = await findApproval(ctx, caller, inChat(chatId), id)
    if (!row) throw badRequest(`There is no approval ${id} in this chat`)
    if (row.status === 'open') await checkAnswer(ctx, caller, row, answer)
  }
}

/** Settles the answers. Frees the chat if that fails. */
export async function settleAnswers(ctx: Context, caller: Caller, owned: Owned, answers: ApprovalAnswer[]) {
  try {
    const answered: ApprovalRow[] = []
    for (const { id, ...answer } of answers) {
      const { approval, outcome } = await answerApproval(ctx, caller, inChat(owned.chatId), id, answer)
      answered.push(outcome === 'ignored' ? approval : { ...approval, reason: answer.reason ?? null })
    }
    return answered
  } catch (error) {
    await atomically(ctx.db, [...leaveChat(ctx, owned), ...releaseReply(ctx, owned.owner)])
    throw error
  }
}

const inChat = (conversationId: string) => ({ conversationKind: 'chat' as const, conversationId })
