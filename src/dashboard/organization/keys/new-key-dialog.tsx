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
import * as strings from './strings.ts'

/** Creates a key, by default with all read scopes, and shows it once. */
export function NewKeyDialog({ resources, onClose }: { resources: string[]; onClose: () => void }) {
  const { values, bind } = useForm({ name: '', days: '90' })
  const [accesses, setAccesses] = useState(() => allOf(resources, 'read'))
  const create = useCreateKey()
  if (create.data) return <MadeKey secret={create.data.secret} onDone={onClose} />
  const { at, rest } = placeError(create.error, [strings.newKeyDialog.name, noPermission])
  const { name, days } = values
  return (
    <FormDialog
      title={strings.newKeyDialog.newKey}
      onClose={onClose}
      wide
      onSubmit={() =>
        create.mutate({ name, scopes: toScopes(accesses), expiresInDays: days ? Number(days) : null })
      }
      note={strings.newKeyDialog.note}
      change={create}
      error={rest}
      verb={strings.newKeyDialog.createKey}
      busy={strings.newKeyDialog.creating}
    >
      <div className="two">
        <TextField
          label={strings.newKeyDialog.name}
          required
          maxLength={100}
          autoComplete="off"
          hint={strings.newKeyDialog.nameHint}
          error={at(strings.newKeyDialog.name)}
          {...bind('name')}
        />
        <SelectField
          label={strings.newKeyDialog.expiration}
          choices={expiryChoices}
          hint={expiryHint(days)}
          {...bind('days')}
        />
      </div>
      <AccessFields accesses={accesses} error={at(noPermission)} onChange={setAccesses} />
    </FormDialog>
  )
}

function MadeKey({ secret, onDone }: { secret: string; onDone: () => void }) {
  return (
    <ShownOnce
      title={strings.newKeyDialog.newKey}
      what={strings.newKeyDialog.keyNoun}
      text={secret}
      note={strings.newKeyDialog.copyNote}
      onDone={onDone}
    >
      <p className="muted">
        {strings.newKeyDialog.usage(
          <code>{strings.newKeyDialog.authorizationBearer}</code>,
          <code>{strings.newKeyDialog.v1(serverUrl)}</code>,
          <code>{strings.newKeyDialog.mcp(serverUrl)}</code>,
        )}
      </p>
    </ShownOnce>
  )
}
