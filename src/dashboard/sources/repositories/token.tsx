import { type FormEvent, useState } from 'react'
import type { Repository } from '../../data/repositories.ts'
import { useRepositoryChange } from '../../data/repository.ts'
import { fieldOf } from '../../data/repository-connection.ts'
import { Button } from '../../kit/button.tsx'
import { Confirm } from '../../kit/form-dialog.tsx'
import { Failure } from '../../kit/notice.tsx'
import { toast } from '../../kit/toast.tsx'
import * as strings from './strings.ts'
import { TokenField } from './token-field.tsx'

/** Whether a token is stored; it can be set, replaced or deleted, and is never shown. */
export function Token({ repository }: { repository: Repository }) {
  const { id, hasToken } = repository
  const [isTyping, setTyping] = useState(false)
  const [isForgetting, setForgetting] = useState(false)
  return (
    <div className="settings">
      <p>{hasToken ? strings.token.tokenIsStored : strings.token.noTokenHeraldUsesServers}</p>
      {isTyping ? (
        <TokenForm id={id} onClose={() => setTyping(false)} />
      ) : (
        <div className="row">
          <Button onClick={() => setTyping(true)}>
            {hasToken ? strings.token.replaceToken : strings.token.addToken}
          </Button>
          {hasToken && (
            <Button look="danger" onClick={() => setForgetting(true)}>
              {strings.token.deleteToken}
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
          toast(strings.token.tokenSaved)
        },
      },
    )
  }
  return (
    <form className="grid gap-4" onSubmit={submit}>
      <TokenField
        label={strings.token.newToken}
        required
        value={token}
        error={isOfToken ? save.error?.message : null}
        onChange={({ target }) => setToken(target.value)}
      />
      {save.error && !isOfToken && <Failure error={save.error} />}
      <div className="row">
        <Button type="submit" busy={save.isPending && strings.token.checking}>
          {strings.token.saveToken}
        </Button>
        <Button look="quiet" onClick={onClose}>
          {strings.token.cancel}
        </Button>
      </div>
    </form>
  )
}

function Forget({ id, onClose }: { id: string; onClose: () => void }) {
  const save = useRepositoryChange(id)
  return (
    <Confirm
      title={strings.token.title}
      verb={strings.token.deleteToken}
      busy={strings.token.deleting}
      change={save}
      onConfirm={() =>
        save.mutate(
          { token: null },
          {
            onSuccess() {
              onClose()
              toast(strings.token.tokenDeleted)
            },
          },
        )
      }
      onClose={onClose}
    >
      <p>{strings.token.effect}</p>
    </Confirm>
  )
}
