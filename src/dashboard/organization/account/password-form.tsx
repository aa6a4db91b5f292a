import type { FormEvent } from 'react'
import { usePasswordChange } from '../../data/account.ts'
import { placeError } from '../../kit/field.tsx'
import { CurrentPassword, NewPassword } from '../../kit/password-fields.tsx'
import { refusalOf } from '../../kit/sign-in-refusal.ts'
import { Submit } from '../../kit/submit.tsx'
import { toast } from '../../kit/toast.tsx'
import { useForm } from '../../kit/use-form.ts'

const empty = { currentPassword: '', password: '' }

/** Another password, or a first one for whom signs in by the organization's own sign-in. */
export function PasswordForm({ hasPassword }: { hasPassword: boolean }) {
  const { values, setValues, bind } = useForm(empty)
  const change = usePasswordChange()
  const { at, rest } = placeError(change.error, ['password'])
  function submit(event: FormEvent) {
    event.preventDefault()
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
    <form className="settings" onSubmit={submit}>
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
      <Submit look="plain" mutation={change} busy="Changing">
        {hasPassword ? 'Change password' : 'Set password'}
      </Submit>
    </form>
  )
}
