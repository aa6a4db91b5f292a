import { desc, eq } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { type ChatMessage, toMessage } from './model.ts'
import { chatMessages } from './table.ts'

/** More than fits into any model's room. */
const maxMessages = 400

/** What was said in a chat, the newest of it, in its order. */
export async function readHistory(ctx: Context, chatId: string): Promise<ChatMessage[]> {
  const rows = await ctx.db
    .select()
    .from(chatMessages)
    .where(eq(chatMessages.chatId, chatId))
    .orderBy(desc(chatMessages.place))
    .limit(maxMessages)
  return rows.reverse().map(toMessage)
}
