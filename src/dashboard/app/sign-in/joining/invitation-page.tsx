import { useState } from 'react'
import { Redirect, useSearch } from 'wouter'
import { api, ask } from '../../../data/api.ts'
import { authPaths } from '../../../data/paths.ts'
import { roleWithArticle } from '../../../data/roles.ts'
import { type Session, useSignOut } from '../../../data/session.tsx'
import { Button } from '../../../kit/button.tsx'
import { AuthCard } from '../../auth-card.tsx'
import { Oidc } from '../oidc.tsx'
import { InvalidLink, useOffer } from './invalid-link.tsx'
import { JoinAnew, JoinAtOnce, JoinWithPassword } from './join-form.tsx'
import * as strings from './strings.ts'

/** An invitation; a user who joined while signing in at the issuer continues to the organization. */
export function InvitationPage({ session }: { session: Session }) {
  const joined = new URLSearchParams(useSearch()).get('joined')
  if (session.organizations.some(({ slug }) => slug === joined)) return <Redirect to={`/${joined}`} replace />
  return <Invitation session={session} />
}

/** The inviter and the offer, with the ways to accept it: signed in, with an account, or with a new one. */
function Invitation({ session }: { session: Session }) {
  const look = (token: string) => ask(api.api.app.invitations.look.post({ token }))
  const { token, offer } = useOffer('invitation', look)
  if (!offer.data) {
    return (
      <InvalidLink title={strings.invitationPage.invitation} {...{ token, offer, session }}>
        {strings.invitationPage.invalidLink}
      </InvalidLink>
    )
  }
  const { organization, role, invitedBy, email } = offer.data
  return (
    <AuthCard
      title={strings.invitationPage.join(organization.name)}
      sub={strings.invitationPage.subtitle(invitedBy, email, roleWithArticle[role])}
    >
      <WayIn offer={{ ...offer.data, token }} session={session} />
    </AuthCard>
  )
}

type Invitation = Parameters<typeof JoinAtOnce>[0]['offer']

function WayIn({ offer, session: { user, oidc } }: { offer: Invitation; session: Session }) {
  const [hasAccount, setHasAccount] = useState(false)
  const issuer = oidc && <Oidc label={oidc.label} next={placeAfterIssuer(offer)} />
  if (user?.email === offer.email) return <JoinAtOnce offer={offer}>{issuer}</JoinAtOnce>
  if (user) return <OtherAccount email={user.email} invited={offer.email} />
  // The issuer verifies the email address; a password does not.
  if (issuer) return <div className="mt-6">{issuer}</div>
  const Form = hasAccount ? JoinWithPassword : JoinAnew
  return (
    <Form offer={offer}>
      <p className="mt-6">
        <Button look="quiet" onClick={() => setHasAccount(!hasAccount)}>
          {hasAccount ? strings.invitationPage.createAccount : strings.invitationPage.iHaveAccount}
        </Button>
      </p>
    </Form>
  )
}

/** A new user has joined on return; a user with an account returns to the invitation and joins there. */
const placeAfterIssuer = ({ token, organization }: Invitation) =>
  `${authPaths.invitation}?joined=${organization.slug}#${token}`

function OtherAccount({ email, invited }: { email: string; invited: string }) {
  const signOut = useSignOut()
  return (
    <>
      <p className="mt-6">{strings.invitationPage.otherUser(email, invited)}</p>
      <div className="row mt-6">
        <Button
          look="primary"
          busy={signOut.isPending && strings.invitationPage.signingOut}
          onClick={() => signOut.mutate()}
        >
          {strings.invitationPage.signOutAndContinue}
        </Button>
      </div>
    </>
  )
}
