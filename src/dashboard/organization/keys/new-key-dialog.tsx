import { useState } from 'react'
import { serverUrl } from '../../data/base-path.ts'
import { useCreateKey } from '../../data/keys.ts'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { placeError, SelectField, TextField } from '../../kit/field.tsx'
import { Failure } from '../../kit/notice.tsx'
import { ShownOnce } from '../../kit/shown-once.tsx'
import { useForm } from '../../kit/use-form.ts'
import { AccessFields } from './access-fields.tsx'
import { expiryChoices, expiryHint } from './expiry.ts'
import { allOf, noPermission, toScopes } from './scopes.ts'

/** Makes a key, which reads everything unless told otherwise, and shows it this once. */
export function NewKeyDialog({ resources, onClose }: { resources: string[]; onClose: () => void }) {
  const { values, bind } = useForm({ name: '', days: '90' })
  const [accesses, setAccesses] = useState(() => allOf(resources, 'read'))
  const create = useCreateKey()
  if (create.data) return <MadeKey secret={create.data.secret} onDone={onClose} />
  const { at, rest } = placeError(create.error, ['Name', noPermission])
  const { name, days } = values
  return (
    <Dialog
      title="New key"
      onClose={onClose}
      wide
      onSubmit={() =>
        create.mutate({ name, scopes: toScopes(accesses), expiresInDays: days ? Number(days) : null })
      }
      footer={
        <>
          <span className="grow muted">The key is shown once, in the next step.</span>
          <Button look="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button look="primary" type="submit" busy={create.isPending && 'Creating'}>
            Create key
          </Button>
        </>
      }
    >
      <div className="two">
        <TextField
          label="Name"
          required
          maxLength={100}
          autoComplete="off"
          hint="For example, Release pipeline."
          error={at('Name')}
          {...bind('name')}
        />
        <SelectField label="Expiration" choices={expiryChoices} hint={expiryHint(days)} {...bind('days')} />
      </div>
      <AccessFields accesses={accesses} error={at(noPermission)} onChange={setAccesses} />
      {rest && <Failure error={rest} />}
    </Dialog>
  )
}

function MadeKey({ secret, onDone }: { secret: string; onDone: () => void }) {
  return (
    <ShownOnce
      title="New key"
      what="the key"
      text={secret}
      note="Copy it now. It will not be shown again."
      onDone={onDone}
    >
      <p className="muted">
        Send it as <code>Authorization: Bearer</code> to the API at <code>{serverUrl}/v1</code> or to MCP at{' '}
        <code>{serverUrl}/mcp</code>.
      </p>
    </ShownOnce>
  )
}
