import { Dialog } from '../parts/dialog.tsx'
import { useSession } from './session.tsx'
import { SignInForm } from './sign-in-form.tsx'
import { noteSignedOut, useSignedOut } from './signals.ts'

/** Over the page when the session has ended, so that nothing that was typed is lost. */
export function SignInAgain() {
  const signedOut = useSignedOut()
  const { data } = useSession()
  if (!signedOut) return null
  return (
    <Dialog title="Sign in again" onClose={() => noteSignedOut(false)}>
      <p className="muted">Your session has ended. Your unsaved work is still here.</p>
      <SignInForm oidc={data?.oidc ?? null} email={data?.user?.email} />
    </Dialog>
  )
}
