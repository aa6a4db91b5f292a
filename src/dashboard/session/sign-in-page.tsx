import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api, ask } from '../api.ts'
import { Notice } from '../parts/notice.tsx'
import { Gate, readLinkToken } from './gate.tsx'
import { type Session, useEnter } from './session.tsx'
import { SignInForm } from './sign-in-form.tsx'

/** The door for those who have an account; a link that carries a token opens it by itself. */
export function SignInPage({ session }: { session: Session }) {
  const { mutate, error } = useMutation({
    mutationFn: (token: string) => ask(api.api.app.session.post({ token })),
    onSuccess: useEnter(),
  })
  useEffect(() => {
    const token = readLinkToken()
    if (!token) return
    history.replaceState(null, '', location.pathname + location.search)
    mutate(token)
  }, [mutate])
  return (
    <Gate title="Sign in" sub={`to ${location.host}`}>
      {error && <Notice kind="bad">{error.message}</Notice>}
      <SignInForm oidc={session.oidc} />
      <p className="muted small mt-6">
        Lost the password: ask an owner for a new link. This server sends no mail.
      </p>
    </Gate>
  )
}
