import { useState } from 'react'
import { type Key, useUpdateKey } from '../../data/keys.ts'
import { placeError, TextField } from '../../kit/field.tsx'
import { useForm } from '../../kit/form.tsx'
import { FormDialog } from '../../kit/form-dialog.tsx'
import { toast } from '../../kit/toast.tsx'
import { AccessFields } from './access-fields.tsx'
import { noPermission, readScopes, toScopes } from './scopes.ts'

/** Changes the name and the scopes of a key, from its next request on. */
export function EditKeyDialog({
  of: key,
  resources,
  onClose,
}: {
  of: Key
  resources: string[]
  onClose: () => void
}) {
  const { values, bind } = useForm({ name: key.name })
  const [accesses, setAccesses] = useState(() => readScopes(key.scopes, resources))
  const update = useUpdateKey(key.id)
  const { at, rest } = placeError(update.error, ['Name', noPermission])
  const saved = () => {
    onClose()
    toast(`${values.name} saved.`)
  }
  return (
    <FormDialog
      title={`Edit ${key.name}`}
      onClose={onClose}
      wide
      onSubmit={() =>
        update.mutate({ ...values, ...(accesses && { scopes: toScopes(accesses) }) }, { onSuccess: saved })
      }
      note="Takes effect immediately."
      change={update}
      error={rest}
      verb="Save"
      busy="Saving"
    >
      <TextField
        label="Name"
        required
        maxLength={100}
        autoComplete="off"
        error={at('Name')}
        {...bind('name')}
      />
      {accesses ? (
        <AccessFields accesses={accesses} error={at(noPermission)} onChange={setAccesses} />
      ) : (
        <p>
          Scopes from the command line (cannot be edited here): <code>{key.scopes.join(', ')}</code>
        </p>
      )}
    </FormDialog>
  )
}
