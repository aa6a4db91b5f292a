import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api, ask } from '../../data/api.ts'
import { dashboardPath } from '../../kit/base-path.ts'
import { TextField } from '../../kit/field.tsx'
import { FormDialog } from '../../kit/form-dialog.tsx'
import * as strings from './strings.ts'

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
      title={strings.newOrganization.title}
      onClose={onClose}
      onSubmit={() => create.mutate()}
      note={strings.newOrganization.effect}
      change={create}
      error={null}
      verb={strings.newOrganization.create}
      busy={strings.newOrganization.creating}
    >
      <TextField
        label={strings.newOrganization.name}
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
