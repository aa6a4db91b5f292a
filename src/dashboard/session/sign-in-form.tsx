import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { api, ask } from '../api.ts'
import { Button } from '../parts/button.tsx'
import { TextField } from '../parts/field.tsx'
import { type Session, useEnter } from './session.tsx'

/** E-mail and password, or the organization's own sign-in where one is configured. */
export function SignInForm({ oidc, onDone }: { oidc: Session['oidc']; onDone?: (session: Session) => void }) {
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const enter = useEnter()
  const signIn = useMutation({
    mutationFn: () => ask(api.api.app.session.post({ email, password })) as Promise<Session>,
    onSuccess: (session) => {
      enter(session)
      onDone?.(session)
    },
  })
  function submit(event: FormEvent) {
    event.preventDefault()
    signIn.mutate()
  }
  return (
    <form onSubmit={submit}>
      <TextField
        label="Email"
        type="email"
        autoComplete="username"
        required
        value={email}
        onChange={(event) => setEmail(event.target.value)}
      />
      <TextField
        label="Password"
        type="password"
        autoComplete="current-password"
        required
        value={password}
        error={signIn.error?.message}
        onChange={(event) => setPassword(event.target.value)}
      />
      <Button look="primary" type="submit" busy={signIn.isPending && 'Signing in'}>
        Sign in
      </Button>
      {oidc && (
        <>
          <span className="or">or</span>
          <a className="button" href="/api/app/oidc/start">
            Continue with {oidc.label}
          </a>
        </>
      )}
    </form>
  )
}
