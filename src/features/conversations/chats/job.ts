import { sql } from 'drizzle-orm'
import { t } from 'elysia'
import { defineJob, type Work } from '../../../jobs/define.ts'
import { findSubject } from '../../organizations/subject.ts'
import { chats } from './table.ts'

const TitleChat = t.Object({ chatId: t.String() })

async function title(...run: Parameters<Work<typeof TitleChat.static>>) {
  const { titleChat } = await import('./title-chat.ts')
  return titleChat(...run)
}

/** Gives a new chat a name of a few words, once (contract 15.5). */
export const titleChatJob = defineJob('chats.title', TitleChat, title, {
  title: 'Naming a chat',
  subject: (ctx, { chatId }) =>
    findSubject(ctx, sql`select organization_id, 'chat ' || id as record from ${chats} where id = ${chatId}`),
  attempts: 3,
})
