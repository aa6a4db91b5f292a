import { type Chat, useDelete } from '../../data/chats.ts'
import { graceSeconds, holdBack, show } from '../../kit/deletion.ts'
import { toast } from '../../kit/toast.tsx'

/** Deletes a chat: it vanishes at once, and the request goes out after eight seconds; until then it can be undone. */
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
