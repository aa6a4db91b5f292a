import type { Context } from '../../../context.ts'
import { isRefusal } from '../../../errors.ts'
import type { Actor } from '../../../http/internal-request.ts'
import { findTools, type Tool } from '../../tools/tools.ts'

/** Ends a reply or turn whose sender has lost access, even if somebody else approves its calls. */
export const senderGone =
  'The user or API key that sent this message no longer has access. Send a new message to continue.'

/** What people said in a conversation, and the names of the tools that it called, both oldest first. */
export type ConversationTopics = { said: string[]; called: string[] }

/** The tools that the sender of a message may use now, chosen by what the conversation is about. */
export const findSenderTools = (
  ctx: Context,
  sender: Actor,
  { said, called }: ConversationTopics,
): Promise<Tool[]> => findTools(ctx, sender, { said: said.toReversed(), used: called.toReversed() })

/** Does what needs the rights of a sender; null if they have lost access. */
export async function asSender<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work()
  } catch (error) {
    if (isRefusal(error)) return null
    throw error
  }
}
