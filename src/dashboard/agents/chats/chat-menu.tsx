import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { type Chat, usePin, useRename } from '../../data/chats.ts'
import { Icon } from '../../kit/icon.tsx'
import { Menu } from '../../kit/menu.tsx'
import type { MenuItem } from '../../kit/menu-list.tsx'
import { RenameDialog } from '../../kit/rename-dialog.tsx'
import { toast } from '../../kit/toast.tsx'
import * as strings from './strings.ts'

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
      { onError: ({ message }) => toast(strings.chatMenu.notChanged(message)) },
    )
  }
  return (
    <>
      <Menu
        label={strings.chatMenu.moreActionsFor(chat.title)}
        look="quiet"
        iconOnly
        slim
        items={[
          { label: strings.chatMenu.rename, onSelect: () => setRenaming(true) },
          { label: isPinned ? strings.chatMenu.unpin : strings.chatMenu.pin, onSelect: togglePin },
          ...more,
          'line',
          { label: strings.chatMenu.delete, danger: true, onSelect: onDelete },
        ]}
      >
        <Icon of={Ellipsis} />
      </Menu>
      {isRenaming && (
        <RenameDialog
          what={strings.chatMenu.chatNoun}
          label={strings.chatMenu.title}
          name={chat.title}
          rename={rename}
          onClose={() => setRenaming(false)}
        />
      )}
    </>
  )
}
