import type { Context } from '../../context.ts'
import { clientAddress } from '../../http/client-address.ts'
import { internal } from '../../http/operation.ts'
import { open } from '../keys/guard.ts'
import { logSetupLink } from './links/service.ts'
import { Credentials, Session } from './model.ts'
import { findSession, signOut, toSession } from './service.ts'
import { byAddress } from './sign-in/attempts.ts'
import { signIn } from './sign-in/service.ts'

/** Who is signed in: the first thing that the dashboard asks. */
export function sessionRoutes(ctx: Context) {
  return open(ctx, '/api/app/session', 'Session')
    .get(
      '',
      async ({ request, set }) => {
        const session = await findSession(ctx, request)
        if (session?.cookie) set.headers['set-cookie'] = session.cookie
        const answer = await toSession(ctx, session)
        if (answer.needsSetup) await logSetupLink(ctx)
        return answer
      },
      { response: Session, detail: internal('lookAtSession', 'anyone', 'Tell who is signed in.') },
    )
    .post(
      '',
      async ({ request, server, body, set }) => {
        const address = clientAddress(request, server, ctx.config.trustProxy)
        const { cookies, session } = await signIn(ctx, { request, address }, body)
        set.headers['set-cookie'] = cookies
        return session
      },
      {
        body: Credentials,
        response: Session,
        detail: internal('signIn', 'anyone', 'Sign in by e-mail and password, or by a link.', {
          limits: [byAddress],
        }),
      },
    )
    .delete(
      '',
      async ({ request, set }) => {
        const { cookies, session } = await signOut(ctx, request)
        set.headers['set-cookie'] = cookies
        return session
      },
      { response: Session, detail: internal('signOut', 'anyone', 'Sign out.') },
    )
}
