import { useState } from 'react'
import { type Key, useUpdateKey } from '../../data/keys.ts'
import { placeError, TextField } from '../../kit/field.tsx'
import { useForm } from '../../kit/form.tsx'
import { FormDialog } from '../../kit/form-dialog.tsx'
import { toast } from '../../kit/toast.tsx'
import { AccessFields } from './access-fields.tsx'
import { noPermission, readScopes, toScopes } from './scopes.ts'
import * as strings from './strings.ts'

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
  const { at, rest } = placeError(update.error, [strings.editKeyDialog.name, noPermission])
  const saved = () => {
    onClose()
    toast(strings.editKeyDialog.saved(values.name))
  }
  return (
    <FormDialog
      title={strings.editKeyDialog.title(key.name)}
      onClose={onClose}
      wide
      onSubmit={() =>
        update.mutate({ ...values, ...(accesses && { scopes: toScopes(accesses) }) }, { onSuccess: saved })
      }
      note={strings.editKeyDialog.effect}
      change={update}
      error={rest}
      verb={strings.editKeyDialog.save}
      busy={strings.editKeyDialog.saving}
    >
      <TextField
        label={strings.editKeyDialog.name}
        required
        maxLength={100}
        autoComplete="off"
        error={at(strings.editKeyDialog.name)}
        {...bind('name')}
      />
      {accesses ? (
        <AccessFields accesses={accesses} error={at(noPermission)} onChange={setAccesses} />
      ) : (
        <p>{strings.editKeyDialog.otherScopes(<code>{key.scopes.join(', ')}</code>)}</p>
      )}
    </FormDialog>
  )
}
