import { useMutation } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { api, ask, Problem } from '../api.ts'
import { TextField } from '../parts/field.tsx'
import { useForm } from '../parts/use-form.ts'
import { Oidc } from './oidc.tsx'
import { CurrentPassword } from './password-fields.tsx'
import { type Session, useEnter } from './session.tsx'
import { Submit } from './submit.tsx'

/** E-mail and password, or the organization's own sign-in where one is configured. */
export function SignInForm({ oidc, email = '' }: { oidc: Session['oidc']; email?: string }) {
  const { values, bind } = useForm({ email, password: '' })
  const signIn = useMutation({
    mutationFn: () => ask(api.api.app.session.post(values)),
    onSuccess: useEnter(),
  })
  function submit(event: FormEvent) {
    event.preventDefault()
    signIn.mutate()
  }
  return (
    <form onSubmit={submit}>
      <TextField label="Email" type="email" autoComplete="username" required {...bind('email')} />
      <CurrentPassword
        error={signIn.error && refusalOf(signIn.error)}
        data-autofocus={email ? '' : undefined}
        {...bind('password')}
      />
      <Submit mutation={signIn} busy="Signing in">
        Sign in
      </Submit>
      {oidc && <Oidc label={oidc.label} />}
    </form>
  )
}

/** Why somebody was not signed in. */
export function refusalOf(error: Error): string {
  return error instanceof Problem && error.status === 429
    ? 'That was tried too often. Wait, or ask an owner for a new link.'
    : error.message
}
