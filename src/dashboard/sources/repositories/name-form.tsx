import type { FormEvent } from 'react'
import type { Repository } from '../../data/repositories.ts'
import { useRepositoryChange } from '../../data/repository.ts'
import { fieldOf } from '../../data/repository-connection.ts'
import { Button } from '../../kit/button.tsx'
import { TextField } from '../../kit/field.tsx'
import { Failure } from '../../kit/notice.tsx'
import { toast } from '../../kit/toast.tsx'
import { useForm } from '../../kit/use-form.ts'

/** What the repository is called here, and the branch that is read and linked. */
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
  function submit(event: FormEvent) {
    event.preventDefault()
    save.mutate(patch, { onSuccess: () => toast('Repository saved.') })
  }
  return (
    <form className="settings" onSubmit={submit}>
      <TextField
        label="Display name"
        required
        maxLength={120}
        hint="Shown in lists and posts."
        error={isName ? sentence : null}
        {...bind('displayName')}
      />
      {isHosted && (
        <TextField
          label="Branch"
          maxLength={255}
          placeholder={repository.defaultBranch ?? undefined}
          hint="Default: the repository’s default branch."
          error={isBranch ? sentence : null}
          {...bind('branch')}
        />
      )}
      {error && !isBranch && !isName && <Failure error={error} />}
      <Button type="submit" disabled={Object.keys(patch).length === 0} busy={save.isPending && 'Saving'}>
        Save
      </Button>
    </form>
  )
}
