import { useState } from 'react'
import { serverUrl } from '../base-path.ts'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { placeError, SelectField, TextField } from '../parts/field.tsx'
import { Failure } from '../parts/notice.tsx'
import { ShownOnce } from '../parts/shown-once.tsx'
import { useForm } from '../parts/use-form.ts'
import { AccessFields } from './access-fields.tsx'
import { expiryChoices, expiryHint } from './expiry.ts'
import { useCreateKey } from './queries.ts'
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
          <span className="grow muted">It is shown once, in the next step.</span>
          <Button look="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button look="primary" type="submit" busy={create.isPending && 'Making'}>
            Make the key
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
          hint="Who or what will use it, such as Release pipeline."
          error={at('Name')}
          {...bind('name')}
        />
        <SelectField label="Expires" choices={expiryChoices} hint={expiryHint(days)} {...bind('days')} />
      </div>
      <AccessFields accesses={accesses} error={at(noPermission)} onChange={setAccesses} />
      {rest && <Failure error={rest} />}
    </Dialog>
  )
}

function MadeKey({ secret, onDone }: { secret: string; onDone: () => void }) {
  return (
    <ShownOnce
      title="The new key"
      what="the key"
      text={secret}
      note="Copy it now: it is kept nowhere and not shown again."
      onDone={onDone}
    >
      <p className="muted">
        Send it as <code>Authorization: Bearer</code>, to the API at <code>{serverUrl}/v1</code> or as an
        agent to <code>{serverUrl}/mcp</code>.
      </p>
    </ShownOnce>
  )
}
