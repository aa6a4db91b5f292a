import { useLocation } from 'wouter'
import { paths } from '../../data/paths.ts'
import { useConnect } from '../../data/repositories.ts'
import { fieldOf } from '../../data/repository-connection.ts'
import { Restricted } from '../../data/restricted.tsx'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { TextField } from '../../kit/field.tsx'
import { Failure } from '../../kit/notice.tsx'
import { toast } from '../../kit/toast.tsx'
import { useForm } from '../../kit/use-form.ts'
import { TokenField } from './token-field.tsx'

/** Connects a repository, and leads on to its webhook. */
export function ConnectDialog({ onClose }: { onClose: () => void }) {
  const [, navigate] = useLocation()
  const { values, bind } = useForm({ repository: '', token: '', branch: '' })
  const connect = useConnect()
  const { error } = connect
  const place = error && fieldOf(error.message)
  const at = (field: typeof place) => (error && place === field ? error.message : null)
  function submit() {
    connect.mutate(values, {
      onSuccess({ github }) {
        navigate(paths.repository(github.id))
        toast(`${github.displayName} connected.`)
      },
    })
  }
  return (
    <Dialog
      title="Connect a repository"
      onClose={onClose}
      onSubmit={submit}
      footer={
        <>
          <span className="grow" />
          <Button look="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Restricted to="admin" className="contents">
            <Button look="primary" type="submit" busy={connect.isPending && 'Checking'}>
              Connect
            </Button>
          </Restricted>
        </>
      }
    >
      <TextField
        label="Repository"
        required
        maxLength={300}
        placeholder="acme/app"
        hint="owner/name or GitHub URL."
        error={at('repository')}
        {...bind('repository')}
      />
      <TokenField label="Token (optional)" error={at('token')} {...bind('token')} />
      <TextField
        label="Branch (optional)"
        maxLength={255}
        hint="Default: the repository’s default branch."
        error={at('branch')}
        {...bind('branch')}
      />
      {error && place === null && <Failure error={error} />}
    </Dialog>
  )
}
