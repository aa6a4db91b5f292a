import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { type Chat, usePin, useRename } from '../../data/chats.ts'
import { Icon } from '../../kit/icon.tsx'
import { Menu } from '../../kit/menu.tsx'
import type { MenuItem } from '../../kit/menu-list.tsx'
import { RenameDialog } from '../../kit/rename-dialog.tsx'
import { toast } from '../../kit/toast.tsx'

/** The actions of a chat: rename, pin, copy, delete. */
export function ChatMenu({
  chat,
  onDelete,
  more = [],
}: {
  chat: Chat
  onDelete: () => void
  more?: MenuItem[]
}) {
  const [isRenaming, setRenaming] = useState(false)
  const rename = useRename(chat.chatId)
  const pin = usePin()
  const isPinned = chat.pinnedAt !== null
  function togglePin() {
    pin.mutate(
      { chatId: chat.chatId, pinned: !isPinned },
      { onError: ({ message }) => toast(`The chat was not changed. ${message}`) },
    )
  }
  return (
    <>
      <Menu
        label={`More actions for ${chat.title}`}
        look="quiet"
        iconOnly
        slim
        items={[
          { label: 'Rename', onSelect: () => setRenaming(true) },
          { label: isPinned ? 'Unpin' : 'Pin', onSelect: togglePin },
          ...more,
          'line',
          { label: 'Delete', danger: true, onSelect: onDelete },
        ]}
      >
        <Icon of={Ellipsis} />
      </Menu>
      {isRenaming && (
        <RenameDialog
          what="the chat"
          label="Title"
          name={chat.title}
          rename={rename}
          onClose={() => setRenaming(false)}
        />
      )}
    </>
  )
}
