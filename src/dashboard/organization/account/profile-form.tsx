import { useAccountChange } from '../../data/account.ts'
import type { Person } from '../../data/session.tsx'
import { placeError, TextField } from '../../kit/field.tsx'
import { Form, useForm } from '../../kit/form.tsx'
import { CurrentPassword } from '../../kit/password-fields.tsx'
import { Problem } from '../../kit/problem.ts'
import { toast } from '../../kit/toast.tsx'
import * as strings from './strings.ts'

/** Name and email address. A new address needs the password. */
export function ProfileForm({ person }: { person: Person }) {
  const { values, setValues, bind } = useForm({
    name: person.name,
    email: person.email,
    currentPassword: '',
  })
  const save = useAccountChange()
  const { name, email, currentPassword } = values
  const isMoving = email.trim().toLowerCase() !== person.email
  const { at, rest } = placeError(save.error, ['name', 'email'])
  function submit() {
    save.mutate(
      { name, email, ...(isMoving && person.hasPassword && { currentPassword }) },
      {
        onSuccess: ({ user }) => {
          setValues({ name: user.name, email: user.email, currentPassword: '' })
          toast(strings.profileForm.profileSaved)
        },
      },
    )
  }
  const refused = (status: number) =>
    rest instanceof Problem && rest.status === status ? rest.message : null
  return (
    <Form
      className="settings"
      look="plain"
      change={save}
      error={refused(409) || refused(400) ? null : rest}
      verb={strings.profileForm.save}
      busy={strings.profileForm.saving}
      disabled={name === person.name && !isMoving}
      onSubmit={submit}
    >
      <TextField
        label={strings.profileForm.name}
        autoComplete="name"
        required
        maxLength={120}
        error={at('name')}
        {...bind('name')}
      />
      <TextField
        label={strings.profileForm.email}
        type="email"
        autoComplete="username"
        required
        hint={strings.profileForm.emailHint}
        error={at('email') ?? refused(409)}
        {...bind('email')}
      />
      {isMoving && person.hasPassword && (
        <CurrentPassword
          label={strings.profileForm.currentPassword}
          error={refused(400)}
          {...bind('currentPassword')}
        />
      )}
    </Form>
  )
}
