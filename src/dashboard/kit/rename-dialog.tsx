import type { UseMutationResult } from '@tanstack/react-query'
import { useState } from 'react'
import { TextField } from './field.tsx'
import { FormDialog } from './form-dialog.tsx'
import * as strings from './strings.ts'

/** Renames a record. */
export function RenameDialog({
  what,
  label = strings.renameDialog.name,
  name,
  rename,
  onClose,
}: {
  /** The record: "the chat". */
  what: string
  label?: string
  name: string
  rename: Pick<UseMutationResult<unknown, Error, string>, 'mutate' | 'isPending' | 'error'>
  onClose: () => void
}) {
  const [text, setText] = useState(name)
  return (
    <FormDialog
      title={strings.renameDialog.title(what)}
      onClose={onClose}
      onSubmit={() => rename.mutate(text, { onSuccess: onClose })}
      change={rename}
      error={null}
      verb={strings.renameDialog.rename}
      busy={strings.renameDialog.renaming}
    >
      <TextField
        label={label}
        value={text}
        maxLength={120}
        required
        error={rename.error?.message}
        onChange={(event) => setText(event.target.value)}
      />
    </FormDialog>
  )
}
