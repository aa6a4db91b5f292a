import { type Chat, useDelete } from '../../data/chats.ts'
import { graceSeconds, holdBack, show } from '../../kit/deletion.ts'
import { toast } from '../../kit/toast.tsx'

/** Hides a chat and deletes it after eight seconds; until then it can be undone. */
export function useDeleteChat() {
  const remove = useDelete()
  return ({ chatId, title }: Pick<Chat, 'chatId' | 'title'>) =>
    holdBack([chatId], 'Chat deleted', () =>
      remove.mutate(chatId, {
        onError: ({ message }) => {
          show([chatId])
          toast(`“${title}” could not be deleted. ${message}`, { seconds: graceSeconds })
        },
      }),
    )
}
