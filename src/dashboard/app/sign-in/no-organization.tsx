import { useSignOut } from '../../data/session.tsx'
import { Button } from '../../kit/button.tsx'
import { AuthCard } from './auth-card.tsx'

/** For a signed-in user without an organization. */
export function NoOrganization() {
  const signOut = useSignOut()
  return (
    <AuthCard
      title="No organization"
      sub="You are not a member of any organization. Ask an owner for an invitation."
    >
      <div className="row mt-6">
        <Button busy={signOut.isPending && 'Signing out'} onClick={() => signOut.mutate()}>
          Sign out
        </Button>
      </div>
    </AuthCard>
  )
}
