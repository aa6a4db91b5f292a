import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation, useSearch } from 'wouter'
import { api, ask } from '../api.ts'
import { Notice } from '../parts/notice.tsx'
import { Gate, readLinkToken } from './gate.tsx'
import { type Session, useEnter } from './session.tsx'
import { SignInForm } from './sign-in-form.tsx'

/** The door for those who have an account; a link that carries a token opens it by itself. */
export function SignInPage({ session }: { session: Session }) {
  const [, navigate] = useLocation()
  const next = new URLSearchParams(useSearch()).get('next') ?? '/'
  const enter = useEnter()
  const byLink = useMutation({
    mutationFn: (token: string) => ask(api.api.app.session.post({ token })) as Promise<Session>,
    onSuccess: (entered) => {
      enter(entered)
      navigate(next, { replace: true })
    },
  })
  const { mutate } = byLink
  useEffect(() => {
    const token = readLinkToken()
    if (!token) return
    history.replaceState(null, '', location.pathname + location.search)
    mutate(token)
  }, [mutate])
  return (
    <Gate title="Sign in" sub={`to ${location.host}`}>
      {byLink.isError && <Notice kind="bad">{byLink.error.message}</Notice>}
      <SignInForm oidc={session.oidc} onDone={() => navigate(next, { replace: true })} />
      <p className="muted small mt-6">
        Lost the password: ask an owner for a new link. This server sends no mail.
      </p>
    </Gate>
  )
}
