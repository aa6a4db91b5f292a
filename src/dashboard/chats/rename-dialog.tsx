import { useState } from 'react'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { TextField } from '../parts/field.tsx'
import { type Chat, useRename } from './queries.ts'

/** Gives a chat a title of one's own, which no model changes after that. */
export function RenameDialog({ chat, onClose }: { chat: Chat; onClose: () => void }) {
  const [title, setTitle] = useState(chat.title)
  const rename = useRename(chat.chatId)
  return (
    <Dialog
      title="Rename the chat"
      onClose={onClose}
      onSubmit={() => rename.mutate(title, { onSuccess: onClose })}
      footer={
        <>
          <span className="grow" />
          <Button look="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button look="primary" type="submit" busy={rename.isPending && 'Renaming'}>
            Rename
          </Button>
        </>
      }
    >
      <TextField
        label="Title"
        value={title}
        maxLength={120}
        required
        error={rename.error?.message}
        onChange={(event) => setTitle(event.target.value)}
      />
    </Dialog>
  )
}
