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

export function ConnectStep({ repository }: { repository: Repository | null }) {
  const mayConnect = useMay('admin')
  if (!repository) {
    return (
      <FirstStep number={1} title="Connect a repository" state="now">
        {mayConnect ? (
          <ConnectForm />
        ) : (
          <p className="muted">Only an owner or admin can connect a repository.</p>
        )}
      </FirstStep>
    )
  }
  const branch = repository.branch ?? repository.defaultBranch
  return (
    <FirstStep
      number={1}
      title="Connect a repository"
      state="done"
      aside={
        <span className="muted">
          Done at <Time at={repository.createdAt} />
        </span>
      }
    >
      <p>
        <span className="strong">{repository.displayName}</span>
        <span className="muted">
          {branch && ` on ${branch}`}. <LastMonth repositoryId={repository.id} />
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
        label="Repository on GitHub"
        placeholder="owner/name"
        autoComplete="off"
        spellCheck={false}
        required
        value={name}
        error={isOfToken ? null : connect.error?.message}
        hint="Any public repository."
        onChange={(event) => setName(event.target.value)}
      />
      {isPrivate && (
        <TokenField
          label="Token"
          value={token}
          error={isOfToken ? connect.error?.message : null}
          onChange={(event) => setToken(event.target.value)}
        />
      )}
      <div className="row">
        <Button look="primary" type="submit" busy={connect.isPending && 'Connecting'}>
          Connect
        </Button>
        {!isPrivate && (
          <Button look="quiet" onClick={() => setPrivate(true)}>
            Private repository
          </Button>
        )}
      </div>
    </form>
  )
}

function LastMonth({ repositoryId }: { repositoryId: string }) {
  const { data } = useLastMonth(repositoryId)
  if (!data) return 'Loading the last 30 days.'
  const [unreadable] = data.unreadable
  if (unreadable) return unreadable.error
  const counts = [
    [data.pullRequests.length, 'pull request'],
    [data.commits.length, 'commit'],
    [data.releases.length, 'release'],
  ] as const
  const told = counts
    .filter(([count]) => count > 0)
    .map(([count, noun]) => `${count} ${noun}${count === 1 ? '' : 's'}`)
  if (told.length === 0) return 'No activity in the last 30 days.'
  return `${new Intl.ListFormat('en').format(told)} in the last 30 days${data.truncated ? ', and more' : ''}.`
}
