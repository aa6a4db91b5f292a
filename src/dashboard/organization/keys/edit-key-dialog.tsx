import { useState } from 'react'
import { type Key, useUpdateKey } from '../../data/keys.ts'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { placeError, TextField } from '../../kit/field.tsx'
import { Failure } from '../../kit/notice.tsx'
import { toast } from '../../kit/toast.tsx'
import { useForm } from '../../kit/use-form.ts'
import { AccessFields } from './access-fields.tsx'
import { noPermission, readScopes, toScopes } from './scopes.ts'

/** Changes what a key is called and what it may do, from its next request on. */
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
    <Dialog
      title={`Edit ${key.name}`}
      onClose={onClose}
      wide
      onSubmit={() =>
        update.mutate({ ...values, ...(accesses && { scopes: toScopes(accesses) }) }, { onSuccess: saved })
      }
      footer={
        <>
          <span className="grow muted">Takes effect immediately.</span>
          <Button look="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button look="primary" type="submit" busy={update.isPending && 'Saving'}>
            Save
          </Button>
        </>
      }
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
      {rest && <Failure error={rest} />}
    </Dialog>
  )
}
