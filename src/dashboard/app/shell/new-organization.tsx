import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api, ask } from '../../data/api.ts'
import { dashboardPath } from '../../kit/base-path.ts'
import { TextField } from '../../kit/field.tsx'
import { FormDialog } from '../../kit/form-dialog.tsx'

/** Creates an organization for another product or team. */
export function NewOrganization({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState('')
  const create = useMutation({
    mutationFn: () => ask(api.api.app.organizations.post({ name })),
    // Reloads the document, so that no state of the other organization is left.
    onSuccess: ({ organization }) => location.assign(`${dashboardPath}/${organization.slug}`),
  })
  return (
    <FormDialog
      title="New organization"
      onClose={onClose}
      onSubmit={() => create.mutate()}
      note="Has its own posts, repositories and keys."
      change={create}
      error={null}
      verb="Create"
      busy="Creating"
    >
      <TextField
        label="Name"
        autoComplete="organization"
        required
        maxLength={120}
        value={name}
        error={create.error?.message}
        onChange={(event) => setName(event.target.value)}
      />
    </FormDialog>
  )
}
