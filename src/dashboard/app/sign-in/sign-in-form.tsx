import { useMutation } from '@tanstack/react-query'
import { api, ask } from '../../data/api.ts'
import { type Session, useEnter } from '../../data/session.tsx'
import { TextField } from '../../kit/field.tsx'
import { Form, useForm } from '../../kit/form.tsx'
import { CurrentPassword } from '../../kit/password-fields.tsx'
import { refusalOf } from '../../kit/sign-in-refusal.ts'
import { Oidc } from './oidc.tsx'
import * as strings from './strings.ts'

/** Email and password, or single sign-on if it is configured. */
export function SignInForm({
  oidc,
  email = '',
  next,
}: {
  oidc: Session['oidc']
  email?: string
  /** The page to open after single sign-on; without it this page stays open. */
  next?: string
}) {
  const { values, bind } = useForm({ email, password: '' })
  const signIn = useMutation({
    mutationFn: () => ask(api.api.app.session.post(values)),
    onSuccess: useEnter(),
  })
  return (
    <Form
      change={signIn}
      error={null}
      verb={strings.signInForm.signIn}
      busy={strings.signInForm.signingIn}
      onSubmit={() => signIn.mutate()}
      after={oidc && <Oidc label={oidc.label} next={next} />}
    >
      <TextField
        label={strings.signInForm.email}
        type="email"
        autoComplete="username"
        required
        {...bind('email')}
      />
      <CurrentPassword
        error={signIn.error && refusalOf(signIn.error)}
        data-autofocus={email ? '' : undefined}
        {...bind('password')}
      />
    </Form>
  )
}
