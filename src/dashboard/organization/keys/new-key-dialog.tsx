import { useState } from 'react'
import { useCreateKey } from '../../data/keys.ts'
import { serverUrl } from '../../kit/base-path.ts'
import { placeError, SelectField, TextField } from '../../kit/field.tsx'
import { useForm } from '../../kit/form.tsx'
import { FormDialog } from '../../kit/form-dialog.tsx'
import { ShownOnce } from '../../kit/shown-once.tsx'
import { AccessFields } from './access-fields.tsx'
import { expiryChoices, expiryHint } from './expiry.ts'
import { allOf, noPermission, toScopes } from './scopes.ts'

/** Creates a key, by default with all read scopes, and shows it once. */
export function NewKeyDialog({ resources, onClose }: { resources: string[]; onClose: () => void }) {
  const { values, bind } = useForm({ name: '', days: '90' })
  const [accesses, setAccesses] = useState(() => allOf(resources, 'read'))
  const create = useCreateKey()
  if (create.data) return <MadeKey secret={create.data.secret} onDone={onClose} />
  const { at, rest } = placeError(create.error, ['Name', noPermission])
  const { name, days } = values
  return (
    <FormDialog
      title="New key"
      onClose={onClose}
      wide
      onSubmit={() =>
        create.mutate({ name, scopes: toScopes(accesses), expiresInDays: days ? Number(days) : null })
      }
      note="The key is shown once, in the next step."
      change={create}
      error={rest}
      verb="Create key"
      busy="Creating"
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
    </FormDialog>
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
