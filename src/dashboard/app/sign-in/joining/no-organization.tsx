import { useSignOut } from '../../../data/session.tsx'
import { Button } from '../../../kit/button.tsx'
import { AuthCard } from '../../auth-card.tsx'
import * as strings from './strings.ts'

/** For a signed-in user without an organization. */
export function NoOrganization() {
  const signOut = useSignOut()
  return (
    <AuthCard title={strings.noOrganization.title} sub={strings.noOrganization.subtitle}>
      <div className="row mt-6">
        <Button
          busy={signOut.isPending && strings.noOrganization.signingOut}
          onClick={() => signOut.mutate()}
        >
          {strings.noOrganization.signOut}
        </Button>
      </div>
    </AuthCard>
  )
}
