import { api, ask } from '../../../data/api.ts'
import type { Session } from '../../../data/session.tsx'
import { AuthCard } from '../../auth-card.tsx'
import { InvalidLink, timeLeft, useOffer } from './invalid-link.tsx'
import { SetUpForm } from './set-up-form.tsx'
import * as strings from './strings.ts'

/** Creates the first account of a server, by the link in its log. */
export function SetUpPage({ session }: { session: Session }) {
  const look = (token: string) => ask(api.api.app.setup.look.post({ token }))
  const { token, offer } = useOffer('set-up', look)
  if (!offer.data) {
    return (
      <InvalidLink title={strings.setUpPage.setUpThisServer} {...{ token, offer, session }}>
        {session.needsSetup ? strings.setUpPage.noAccounts : strings.setUpPage.alreadySetUp}
      </InvalidLink>
    )
  }
  const { minutesLeft, organizations } = offer.data
  return (
    <AuthCard
      title={strings.setUpPage.setUpThisServer}
      sub={strings.setUpPage.subtitle(timeLeft(minutesLeft))}
    >
      <SetUpForm token={token} organizations={organizations} />
    </AuthCard>
  )
}
