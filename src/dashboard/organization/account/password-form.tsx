import { usePasswordChange } from '../../data/account.ts'
import { placeError } from '../../kit/field.tsx'
import { Form, useForm } from '../../kit/form.tsx'
import { CurrentPassword, NewPassword } from '../../kit/password-fields.tsx'
import { refusalOf } from '../../kit/sign-in-refusal.ts'
import { toast } from '../../kit/toast.tsx'
import * as strings from './strings.ts'

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
          toast(strings.passwordForm.changed)
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
      verb={hasPassword ? strings.passwordForm.changePassword : strings.passwordForm.setPassword}
      busy={strings.passwordForm.changing}
      onSubmit={submit}
    >
      {!hasPassword && <p className="muted">{strings.passwordForm.noPassword}</p>}
      {hasPassword && (
        <CurrentPassword
          label={strings.passwordForm.currentPassword}
          error={rest && refusalOf(rest)}
          {...bind('currentPassword')}
        />
      )}
      <NewPassword
        label={strings.passwordForm.newPassword}
        error={at('password') ?? (hasPassword ? null : rest?.message)}
        {...bind('password')}
      />
    </Form>
  )
}
