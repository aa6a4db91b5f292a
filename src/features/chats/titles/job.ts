import { t } from 'elysia'
import { defineJob, type Work } from '../../../jobs/define.ts'

const TitleChat = t.Object({ chatId: t.String() })

async function title(...run: Parameters<Work<typeof TitleChat.static>>) {
  const { titleChat } = await import('./work.ts')
  return titleChat(...run)
}

/** Gives a new chat a name of a few words, once (contract 15.5). */
export const titleChatJob = defineJob('chats.title', TitleChat, title, { attempts: 3 })
