import { api, ask } from '../../data/api.ts'
import type { Session } from '../../data/session.tsx'
import { AuthCard } from './auth-card.tsx'
import { InvalidLink, timeLeft, useOffer } from './invalid-link.tsx'
import { SetUpForm } from './set-up-form.tsx'

/** Creates the first account of a server, by the link in its log. */
export function SetUpPage({ session }: { session: Session }) {
  const look = (token: string) => ask(api.api.app.setup.look.post({ token }))
  const { token, offer } = useOffer('set-up', look)
  if (!offer.data) {
    return (
      <InvalidLink title="Set up this server" {...{ token, offer, session }}>
        {session.needsSetup
          ? 'This server has no accounts yet. Open the link in the server log, or run: herald setup'
          : 'This server is already set up.'}
      </InvalidLink>
    )
  }
  const { minutesLeft, organizations } = offer.data
  return (
    <AuthCard
      title="Set up this server"
      sub={`You become its owner. The link works once and expires in ${timeLeft(minutesLeft)}.`}
    >
      <SetUpForm token={token} organizations={organizations} />
    </AuthCard>
  )
}
