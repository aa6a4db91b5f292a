import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link, useSearch } from 'wouter'
import { api, ask } from '../../data/api.ts'
import { authPaths, readNext } from '../../data/paths.ts'
import { type Session, useEnter } from '../../data/session.tsx'
import { Notice } from '../../kit/notice.tsx'
import { AuthCard, readLinkToken } from '../auth-card.tsx'
import { readProblem } from './oidc-problem.ts'
import { SignInForm } from './sign-in-form.tsx'
import * as strings from './strings.ts'

/** Signs in with a password or single sign-on; a link with a token signs in without a form. */
export function SignInPage({ session }: { session: Session }) {
  const search = useSearch()
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
  const problem = error?.message ?? readProblem(search, session.oidc?.label ?? '')
  return (
    <AuthCard title={strings.signInPage.signIn} sub={strings.signInPage.subtitle(location.host)}>
      {problem && <Notice kind="bad">{problem}</Notice>}
      <SignInForm oidc={session.oidc} next={readNext(search)} />
      {session.sendsMail ? (
        <p className="small mt-6">
          <Link href={authPaths.password}>{strings.signInPage.forgotPassword}</Link>
        </p>
      ) : (
        <p className="muted small mt-6">{strings.signInPage.resetHint}</p>
      )}
    </AuthCard>
  )
}
