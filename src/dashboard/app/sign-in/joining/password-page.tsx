import { useMutation } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { api, ask } from '../../../data/api.ts'
import { type Session, useEnter } from '../../../data/session.tsx'
import { placeError, TextField } from '../../../kit/field.tsx'
import { Form, useForm } from '../../../kit/form.tsx'
import { NewPassword } from '../../../kit/password-fields.tsx'
import { AuthCard } from '../../auth-card.tsx'
import { ForgotPassword } from '../forgot-password.tsx'
import { InvalidLink, timeLeft, useOffer } from './invalid-link.tsx'
import * as strings from './strings.ts'

/** Sets a first or a new password, by a link from the server operator. */
export function PasswordPage({ session }: { session: Session }) {
  const look = (token: string) => ask(api.api.app.password.look.post({ token }))
  const { token, offer } = useOffer('password', look)
  if (!token && session.sendsMail) return <ForgotPassword />
  if (!offer.data) {
    return (
      <InvalidLink title={strings.passwordPage.choosePassword} {...{ token, offer, session }}>
        {strings.passwordPage.invalidLink}
      </InvalidLink>
    )
  }
  const { email, name, minutesLeft } = offer.data
  return (
    <AuthCard
      title={strings.passwordPage.choosePassword}
      sub={strings.passwordPage.subtitle(timeLeft(minutesLeft))}
    >
      <PasswordForm {...{ token, email, name }} />
    </AuthCard>
  )
}

function PasswordForm({ token, email, name }: { token: string; email: string; name: string }) {
  const [, navigate] = useLocation()
  const enter = useEnter()
  const { values, bind } = useForm({ name, password: '' })
  const choose = useMutation({
    mutationFn: () => ask(api.api.app.password.post({ token, ...values })),
    onSuccess: (session) => {
      enter(session)
      navigate('/', { replace: true })
    },
  })
  const { at, rest } = placeError(choose.error, ['name', 'password'])
  return (
    <Form
      change={choose}
      error={rest}
      verb={strings.passwordPage.setPassword}
      busy={strings.passwordPage.settingPassword}
      onSubmit={() => choose.mutate()}
    >
      <TextField
        label={strings.passwordPage.email}
        type="email"
        autoComplete="username"
        readOnly
        value={email}
      />
      <TextField
        label={strings.passwordPage.yourName}
        autoComplete="name"
        required
        maxLength={120}
        error={at('name')}
        {...bind('name')}
      />
      <NewPassword error={at('password')} {...bind('password')} />
    </Form>
  )
}
