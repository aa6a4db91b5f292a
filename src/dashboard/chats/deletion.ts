import { graceSeconds, holdBack, show } from '../parts/deletion.ts'
import { toast } from '../parts/toast.tsx'
import { type Chat, useDelete } from './queries.ts'

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
