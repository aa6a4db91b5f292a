import { type FormEvent, useState } from 'react'
import type { Repository } from '../../data/repositories.ts'
import { useRepositoryChange } from '../../data/repository.ts'
import { fieldOf } from '../../data/repository-connection.ts'
import { Button } from '../../kit/button.tsx'
import { Confirm } from '../../kit/form-dialog.tsx'
import { Failure } from '../../kit/notice.tsx'
import { toast } from '../../kit/toast.tsx'
import { TokenField } from './token-field.tsx'

/** Whether a token is stored; it can be set, replaced or deleted, and is never shown. */
export function Token({ repository }: { repository: Repository }) {
  const { id, hasToken } = repository
  const [isTyping, setTyping] = useState(false)
  const [isForgetting, setForgetting] = useState(false)
  return (
    <div className="settings">
      <p>{hasToken ? 'A token is stored.' : 'No token. Herald uses the server’s token or public access.'}</p>
      {isTyping ? (
        <TokenForm id={id} onClose={() => setTyping(false)} />
      ) : (
        <div className="row">
          <Button onClick={() => setTyping(true)}>{hasToken ? 'Replace token' : 'Add token'}</Button>
          {hasToken && (
            <Button look="danger" onClick={() => setForgetting(true)}>
              Delete token
            </Button>
          )}
        </div>
      )}
      {isForgetting && <Forget id={id} onClose={() => setForgetting(false)} />}
    </div>
  )
}

function TokenForm({ id, onClose }: { id: string; onClose: () => void }) {
  const [token, setToken] = useState('')
  const save = useRepositoryChange(id)
  const isOfToken = save.error !== null && fieldOf(save.error.message) !== null
  function submit(event: FormEvent) {
    event.preventDefault()
    save.mutate(
      { token },
      {
        onSuccess() {
          onClose()
          toast('Token saved.')
        },
      },
    )
  }
  return (
    <form className="grid gap-4" onSubmit={submit}>
      <TokenField
        label="New token"
        required
        value={token}
        error={isOfToken ? save.error?.message : null}
        onChange={({ target }) => setToken(target.value)}
      />
      {save.error && !isOfToken && <Failure error={save.error} />}
      <div className="row">
        <Button type="submit" busy={save.isPending && 'Checking'}>
          Save token
        </Button>
        <Button look="quiet" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

function Forget({ id, onClose }: { id: string; onClose: () => void }) {
  const save = useRepositoryChange(id)
  return (
    <Confirm
      title="Delete token"
      verb="Delete token"
      busy="Deleting"
      change={save}
      onConfirm={() =>
        save.mutate(
          { token: null },
          {
            onSuccess() {
              onClose()
              toast('Token deleted.')
            },
          },
        )
      }
      onClose={onClose}
    >
      <p>Herald deletes it only if the repository can be read without it.</p>
    </Confirm>
  )
}
