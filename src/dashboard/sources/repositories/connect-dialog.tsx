import { useLocation } from 'wouter'
import { paths } from '../../data/paths.ts'
import { useConnect } from '../../data/repositories.ts'
import { fieldOf } from '../../data/repository-connection.ts'
import { useRestriction } from '../../data/restricted.tsx'
import { TextField } from '../../kit/field.tsx'
import { useForm } from '../../kit/form.tsx'
import { FormDialog } from '../../kit/form-dialog.tsx'
import { toast } from '../../kit/toast.tsx'
import { TokenField } from './token-field.tsx'

/** Connects a repository, and opens its webhook settings. */
export function ConnectDialog({ onClose }: { onClose: () => void }) {
  const [, navigate] = useLocation()
  const { values, bind } = useForm({ repository: '', token: '', branch: '' })
  const connect = useConnect()
  const restriction = useRestriction('admin')
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
    <FormDialog
      title="Connect a repository"
      onClose={onClose}
      onSubmit={submit}
      note={restriction}
      change={connect}
      error={place === null ? error : null}
      verb="Connect"
      busy="Checking"
      disabled={restriction !== null}
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
    </FormDialog>
  )
}
