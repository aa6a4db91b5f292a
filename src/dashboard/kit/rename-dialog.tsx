import type { UseMutationResult } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { TextField } from './field.tsx'

/** Gives something a name of one's own. */
export function RenameDialog({
  what,
  label = 'Name',
  name,
  rename,
  onClose,
}: {
  /** What is renamed: "the chat". */
  what: string
  label?: string
  name: string
  rename: Pick<UseMutationResult<unknown, Error, string>, 'mutate' | 'isPending' | 'error'>
  onClose: () => void
}) {
  const [text, setText] = useState(name)
  return (
    <Dialog
      title={`Rename ${what}`}
      onClose={onClose}
      onSubmit={() => rename.mutate(text, { onSuccess: onClose })}
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
        label={label}
        value={text}
        maxLength={120}
        required
        error={rename.error?.message}
        onChange={(event) => setText(event.target.value)}
      />
    </Dialog>
  )
}
