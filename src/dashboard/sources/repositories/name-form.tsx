import type { Repository } from '../../data/repositories.ts'
import { useRepositoryChange } from '../../data/repository.ts'
import { fieldOf } from '../../data/repository-connection.ts'
import { TextField } from '../../kit/field.tsx'
import { Form, useForm } from '../../kit/form.tsx'
import { toast } from '../../kit/toast.tsx'
import * as strings from './strings.ts'

/** The display name, and the branch that is read and linked. */
export function NameForm({ repository }: { repository: Repository }) {
  const { values, bind } = useForm({
    displayName: repository.displayName,
    branch: repository.branch ?? '',
  })
  const save = useRepositoryChange(repository.id)
  const { error } = save
  const isHosted = repository.provider === 'github'
  const sentence = error?.message ?? ''
  const isBranch = fieldOf(sentence) === 'branch'
  const isName = sentence.startsWith('displayName ')
  const displayName = values.displayName.trim()
  const branch = values.branch.trim() || null
  const patch = {
    ...(displayName === repository.displayName ? {} : { displayName }),
    ...(branch === repository.branch ? {} : { branch }),
  }
  function submit() {
    save.mutate(patch, { onSuccess: () => toast(strings.nameForm.repositorySaved) })
  }
  return (
    <Form
      className="settings"
      look="plain"
      change={save}
      error={isBranch || isName ? null : error}
      verb={strings.nameForm.save}
      busy={strings.nameForm.saving}
      disabled={Object.keys(patch).length === 0}
      onSubmit={submit}
    >
      <TextField
        label={strings.nameForm.displayName}
        required
        maxLength={120}
        hint={strings.nameForm.displayNameHint}
        error={isName ? sentence : null}
        {...bind('displayName')}
      />
      {isHosted && (
        <TextField
          label={strings.nameForm.branch}
          maxLength={255}
          placeholder={repository.defaultBranch ?? undefined}
          hint={strings.nameForm.branchHint}
          error={isBranch ? sentence : null}
          {...bind('branch')}
        />
      )}
    </Form>
  )
}
