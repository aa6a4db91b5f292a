import { useLocation } from 'wouter'
import { paths } from '../../data/paths.ts'
import { useConnect } from '../../data/repositories.ts'
import { fieldOf } from '../../data/repository-connection.ts'
import { useRestriction } from '../../data/restricted.tsx'
import { TextField } from '../../kit/field.tsx'
import { useForm } from '../../kit/form.tsx'
import { FormDialog } from '../../kit/form-dialog.tsx'
import { toast } from '../../kit/toast.tsx'
import * as strings from './strings.ts'
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
        toast(strings.connectDialog.connected(github.displayName))
      },
    })
  }
  return (
    <FormDialog
      title={strings.connectDialog.title}
      onClose={onClose}
      onSubmit={submit}
      note={restriction}
      change={connect}
      error={place === null ? error : null}
      verb={strings.connectDialog.connect}
      busy={strings.connectDialog.checking}
      disabled={restriction !== null}
    >
      <TextField
        label={strings.connectDialog.repository}
        required
        maxLength={300}
        placeholder={strings.connectDialog.repositoryPlaceholder}
        hint={strings.connectDialog.repositoryHint}
        error={at('repository')}
        {...bind('repository')}
      />
      <TokenField label={strings.connectDialog.tokenOptional} error={at('token')} {...bind('token')} />
      <TextField
        label={strings.connectDialog.branchOptional}
        maxLength={255}
        hint={strings.connectDialog.branchOptionalHint}
        error={at('branch')}
        {...bind('branch')}
      />
    </FormDialog>
  )
}
