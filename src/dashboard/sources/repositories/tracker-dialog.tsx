import { useState } from 'react'
import { type TrackerKind, useConnectTracker, useLookAtTracker } from '../../data/repositories.ts'
import { useRestriction } from '../../data/restricted.tsx'
import { ExternalLink } from '../../kit/external-link.tsx'
import { SelectField, TextField } from '../../kit/field.tsx'
import { FormDialog } from '../../kit/form-dialog.tsx'
import { toast } from '../../kit/toast.tsx'
import * as strings from './strings.ts'

/** Connects a tracker in two steps: a token lists its teams, then one or all of them are chosen. */
export function TrackerDialog({ kind, onClose }: { kind: TrackerKind; onClose: () => void }) {
  const { provider, name } = kind
  const [token, setToken] = useState('')
  const [teamId, setTeamId] = useState('')
  const look = useLookAtTracker()
  const connect = useConnectTracker()
  const restriction = useRestriction('admin')
  const workspace = look.data
  function submit() {
    if (!workspace) return look.mutate({ provider, token })
    connect.mutate(
      { provider, token, teamId: teamId || null },
      {
        onSuccess({ tracker }) {
          onClose()
          toast(strings.trackerDialog.connected(tracker.displayName))
        },
      },
    )
  }
  const tokenError = look.error && /token/i.test(look.error.message) ? look.error.message : null
  return (
    <FormDialog
      title={strings.trackerDialog.title(name)}
      onClose={onClose}
      onSubmit={submit}
      note={restriction}
      change={workspace ? connect : look}
      error={(tokenError ? null : look.error) ?? connect.error}
      verb={workspace ? strings.trackerDialog.connect : strings.trackerDialog.findTeams}
      busy={workspace ? strings.trackerDialog.connecting : strings.trackerDialog.searching}
      disabled={restriction !== null}
    >
      <TextField
        label={strings.trackerDialog.token}
        type="password"
        autoComplete="off"
        required
        maxLength={255}
        placeholder={kind.token.prefix}
        hint={
          <>
            {kind.token.help}{' '}
            <ExternalLink href={kind.token.createUrl}>{strings.trackerDialog.createKeyIn(name)}</ExternalLink>
          </>
        }
        error={tokenError}
        value={token}
        onChange={({ target }) => {
          setToken(target.value)
          // Another token may belong to another workspace.
          look.reset()
        }}
      />
      {workspace && (
        <SelectField
          label={strings.trackerDialog.teamIn(workspace.workspaceName)}
          hint={strings.trackerDialog.hint}
          value={teamId}
          choices={[
            { value: '', label: strings.trackerDialog.allTeams },
            ...workspace.teams.map(({ id, key, name }) => ({ value: id, label: `${name} (${key})` })),
          ]}
          onChange={({ target }) => setTeamId(target.value)}
        />
      )}
    </FormDialog>
  )
}
