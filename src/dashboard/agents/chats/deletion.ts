import { type Chat, useDelete } from '../../data/chats.ts'
import { delayDeletion, graceSeconds, show } from '../../kit/deletion.ts'
import { toast } from '../../kit/toast.tsx'
import * as strings from './strings.ts'

/** Hides a chat and deletes it after eight seconds; until then it can be undone. */
export function useDeleteChat() {
  const remove = useDelete()
  return ({ chatId, title }: Pick<Chat, 'chatId' | 'title'>) =>
    delayDeletion([chatId], strings.deletion.chatDeleted, () =>
      remove.mutate(chatId, {
        onError: ({ message }) => {
          show([chatId])
          toast(strings.deletion.notDeleted(title, message), { seconds: graceSeconds })
        },
      }),
    )
}
