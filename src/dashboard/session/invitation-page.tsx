import { api, ask } from '../api.ts'
import { Button } from '../parts/button.tsx'
import { doors } from '../paths.ts'
import { Gate } from './gate.tsx'
import { JoinAnew, JoinAtOnce, JoinWithPassword } from './join-form.tsx'
import { NoOffer, useOffer } from './offer.tsx'
import { Oidc } from './oidc.tsx'
import { roleWithArticle } from './roles.ts'
import { type Session, useSignOut } from './session.tsx'

/** Who invites to what, and the way in: for whom is signed in, for whom has an account, and for whom has none. */
export function InvitationPage({ session }: { session: Session }) {
  const look = (token: string) => ask(api.api.app.invitations.look.post({ token }))
  const { token, offer } = useOffer('invitation', look)
  if (!offer.data) {
    return (
      <NoOffer title="Invitation" {...{ token, offer, session }}>
        An invitation is a link. Ask who invited you to send it again.
      </NoOffer>
    )
  }
  const { organization, role, invitedBy, email } = offer.data
  return (
    <Gate
      title={`Join ${organization.name}`}
      sub={`${invitedBy ?? 'Whoever runs this server'} invites ${email} as ${roleWithArticle[role]}.`}
    >
      <WayIn offer={{ ...offer.data, token }} session={session} />
    </Gate>
  )
}

type Offer = Parameters<typeof JoinAtOnce>[0]['offer'] & { hasAccount: boolean }

function WayIn({ offer, session: { user, oidc } }: { offer: Offer; session: Session }) {
  if (user?.email === offer.email) return <JoinAtOnce offer={offer} />
  if (user) return <OtherAccount email={user.email} invited={offer.email} />
  const Form = offer.hasAccount ? JoinWithPassword : JoinAnew
  // Whoever is new has joined once they are back; an account that is there comes back to join.
  const next = offer.hasAccount ? `${doors.invitation}#${offer.token}` : `/${offer.organization.slug}`
  return <Form offer={offer}>{oidc && <Oidc label={oidc.label} next={next} />}</Form>
}

function OtherAccount({ email, invited }: { email: string; invited: string }) {
  const signOut = useSignOut()
  return (
    <>
      <p className="mt-6">
        You are signed in as {email}. Sign out to accept as {invited}; the invitation stays open.
      </p>
      <div className="row mt-6">
        <Button look="primary" busy={signOut.isPending && 'Signing out'} onClick={() => signOut.mutate()}>
          Sign out and go on
        </Button>
      </div>
    </>
  )
}
