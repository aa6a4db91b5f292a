import { useSession } from '../../data/session.tsx'
import { noteSignedOut } from '../../data/signals.ts'
import { Dialog } from '../../kit/dialog.tsx'
import { SignInForm } from './sign-in-form.tsx'
import * as strings from './strings.ts'

/** Covers the page after the session has ended, so that unsaved text is not lost. */
export function SignInAgain() {
  const { data } = useSession()
  return (
    <Dialog title={strings.signInAgain.title} onClose={() => noteSignedOut(false)}>
      <p className="muted">{strings.signInAgain.sessionEnded}</p>
      <SignInForm oidc={data?.oidc ?? null} email={data?.user?.email} />
    </Dialog>
  )
}
