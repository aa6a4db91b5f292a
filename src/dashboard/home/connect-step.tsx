import { type FormEvent, useState } from 'react'
import { useLastMonth } from '../data/home.ts'
import { type Repository, useConnect } from '../data/repositories.ts'
import { fieldOf } from '../data/repository-connection.ts'
import { useMay } from '../data/session.tsx'
import { Button } from '../kit/button.tsx'
import { TextField } from '../kit/field.tsx'
import { Time } from '../kit/time.tsx'
import { TokenField } from '../sources/repositories/token-field.tsx'
import { FirstStep } from './first-step.tsx'
import * as strings from './strings.ts'

export function ConnectStep({ repository }: { repository: Repository | null }) {
  const mayConnect = useMay('admin')
  if (!repository) {
    return (
      <FirstStep number={1} title={strings.connectStep.connectRepository} state="now">
        {mayConnect ? <ConnectForm /> : <p className="muted">{strings.connectStep.notAllowed}</p>}
      </FirstStep>
    )
  }
  const branch = repository.branch ?? repository.defaultBranch
  return (
    <FirstStep
      number={1}
      title={strings.connectStep.connectRepository}
      state="done"
      aside={<span className="muted">{strings.connectStep.doneAt(<Time at={repository.createdAt} />)}</span>}
    >
      <p>
        <span className="strong">{repository.displayName}</span>
        <span className="muted">
          {branch && strings.connectStep.onBranch(branch)}
          {'. '}
          <LastMonth repositoryId={repository.id} />
        </span>
      </p>
    </FirstStep>
  )
}

function ConnectForm() {
  const [name, setName] = useState('')
  const [token, setToken] = useState('')
  const [isPrivate, setPrivate] = useState(false)
  const connect = useConnect()
  const isOfToken = isPrivate && fieldOf(connect.error?.message ?? '') === 'token'
  function submit(event: FormEvent) {
    event.preventDefault()
    connect.mutate({ repository: name, token, branch: '' })
  }
  return (
    <form className="grid max-w-md gap-4 pt-2" onSubmit={submit}>
      <TextField
        label={strings.connectStep.repositoryOnGitHub}
        placeholder={strings.connectStep.repositoryOnGitHubPlaceholder}
        autoComplete="off"
        spellCheck={false}
        required
        value={name}
        error={isOfToken ? null : connect.error?.message}
        hint={strings.connectStep.repositoryOnGitHubHint}
        onChange={(event) => setName(event.target.value)}
      />
      {isPrivate && (
        <TokenField
          label={strings.connectStep.token}
          value={token}
          error={isOfToken ? connect.error?.message : null}
          onChange={(event) => setToken(event.target.value)}
        />
      )}
      <div className="row">
        <Button look="primary" type="submit" busy={connect.isPending && strings.connectStep.connecting}>
          {strings.connectStep.connect}
        </Button>
        {!isPrivate && (
          <Button look="quiet" onClick={() => setPrivate(true)}>
            {strings.connectStep.privateRepository}
          </Button>
        )}
      </div>
    </form>
  )
}

function LastMonth({ repositoryId }: { repositoryId: string }) {
  const { data } = useLastMonth(repositoryId)
  if (!data) return strings.connectStep.loading
  const [unreadable] = data.unreadable
  if (unreadable) return unreadable.error
  const { pullRequests, commits, releases, truncated } = data
  return strings.connectStep.activity(pullRequests.length, commits.length, releases.length, truncated)
}
