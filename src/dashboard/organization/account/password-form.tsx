import { usePasswordChange } from '../../data/account.ts'
import { placeError } from '../../kit/field.tsx'
import { Form, useForm } from '../../kit/form.tsx'
import { CurrentPassword, NewPassword } from '../../kit/password-fields.tsx'
import { refusalOf } from '../../kit/sign-in-refusal.ts'
import { toast } from '../../kit/toast.tsx'

const empty = { currentPassword: '', password: '' }

/** Changes the password, or sets a first one for a user of single sign-on. */
export function PasswordForm({ hasPassword }: { hasPassword: boolean }) {
  const { values, setValues, bind } = useForm(empty)
  const change = usePasswordChange()
  const { at, rest } = placeError(change.error, ['password'])
  function submit() {
    const { currentPassword, password } = values
    change.mutate(
      { password, ...(hasPassword && { currentPassword }) },
      {
        onSuccess: () => {
          setValues(empty)
          toast('Password changed. Other browsers are signed out.')
        },
      },
    )
  }
  return (
    <Form
      className="settings"
      look="plain"
      change={change}
      error={null}
      verb={hasPassword ? 'Change password' : 'Set password'}
      busy="Changing"
      onSubmit={submit}
    >
      {!hasPassword && <p className="muted">You have no password and sign in without one.</p>}
      {hasPassword && (
        <CurrentPassword
          label="Current password"
          error={rest && refusalOf(rest)}
          {...bind('currentPassword')}
        />
      )}
      <NewPassword
        label="New password"
        error={at('password') ?? (hasPassword ? null : rest?.message)}
        {...bind('password')}
      />
    </Form>
  )
}
