import { useState } from 'react'
import {
  type GitHubApp as App,
  useCreateAddress,
  useDeleteApp,
  useGitHubApp,
  useSyncApp,
} from '../../data/github-app.ts'
import { useMay } from '../../data/session.tsx'
import { Button } from '../../kit/button.tsx'
import { ExternalLink } from '../../kit/external-link.tsx'
import { TextField } from '../../kit/field.tsx'
import { useForm } from '../../kit/form.tsx'
import { Confirm, FormDialog } from '../../kit/form-dialog.tsx'
import { Loaded } from '../../kit/loaded.tsx'
import { Failure } from '../../kit/notice.tsx'
import { Section } from '../../kit/page.tsx'
import * as strings from './strings.ts'

/** The app by which GitHub gives access to selected repositories, without a token or a webhook secret. */
export function GitHubApp() {
  const query = useGitHubApp()
  const may = useMay('admin')
  const [isCreating, setCreating] = useState(false)
  return (
    <Section
      title={strings.githubApp.title}
      action={
        may &&
        query.data === null && (
          <Button slim onClick={() => setCreating(true)}>
            {strings.githubApp.connect}
          </Button>
        )
      }
    >
      <Loaded query={query} rows={1}>
        {(app) => (app ? <Connected app={app} /> : <p className="muted pt-3">{strings.githubApp.hint}</p>)}
      </Loaded>
      {isCreating && <CreateDialog onClose={() => setCreating(false)} />}
    </Section>
  )
}

function Connected({ app: { name, url, account } }: { app: App }) {
  const may = useMay('admin')
  const sync = useSyncApp()
  const [isLeaving, setLeaving] = useState(false)
  return (
    <div className="settings">
      <p>
        {account === null ? strings.githubApp.notInstalled(name) : strings.githubApp.installed(name, account)}
      </p>
      <ExternalLink href={`${url}/installations/new`}>{strings.githubApp.choose}</ExternalLink>
      {sync.error && <Failure error={sync.error} />}
      {may && (
        <div className="row">
          <Button busy={sync.isPending && strings.githubApp.refreshing} onClick={() => sync.mutate()}>
            {strings.githubApp.refresh}
          </Button>
          <Button look="quiet" onClick={() => setLeaving(true)}>
            {strings.githubApp.remove}
          </Button>
        </div>
      )}
      {isLeaving && <Removal onClose={() => setLeaving(false)} />}
    </div>
  )
}

function Removal({ onClose }: { onClose: () => void }) {
  const change = useDeleteApp()
  return (
    <Confirm
      title={strings.githubApp.remove}
      verb={strings.githubApp.removeVerb}
      busy={strings.githubApp.removing}
      change={change}
      onClose={onClose}
      onConfirm={() => change.mutate(undefined, { onSuccess: onClose })}
    >
      <p>{strings.githubApp.removal}</p>
    </Confirm>
  )
}

function CreateDialog({ onClose }: { onClose: () => void }) {
  const { values, bind } = useForm({ account: '' })
  const addressOf = useCreateAddress()
  return (
    <FormDialog
      title={strings.githubApp.connect}
      onClose={onClose}
      onSubmit={() => location.assign(addressOf(values.account.trim()))}
      change={{ isPending: false, error: null }}
      verb={strings.githubApp.next}
      busy={strings.githubApp.next}
    >
      <TextField
        label={strings.githubApp.account}
        maxLength={39}
        pattern="[A-Za-z0-9\-]*"
        title={strings.githubApp.accountFormat}
        spellCheck={false}
        autoCapitalize="none"
        placeholder={strings.githubApp.accountExample}
        hint={strings.githubApp.accountHint}
        {...bind('account')}
      />
    </FormDialog>
  )
}
