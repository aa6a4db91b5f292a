import type { Context } from '../../context.ts'
import { buckets } from '../../http/buckets.ts'
import { clientAddress } from '../../http/client-address.ts'
import { internal } from '../../http/operation.ts'
import { goneInvitation } from '../invitations/service.ts'
import { open, personal } from '../keys/guard.ts'
import {
  Acceptance,
  getOpenInvitation,
  InvitationLook,
  InvitationOffer,
  joinByLink,
} from './accept-invitation.ts'
import {
  AccountPatch,
  changePassword,
  countOtherSessions,
  EndedSessions,
  endOtherSessions,
  OneUser,
  OtherSessions,
  PasswordChange,
  updateAccount,
} from './account.ts'
import { goneSentences, logSetupLink } from './links.ts'
import { mailPasswordLink } from './mail-password-link.ts'
import { Credentials, Session } from './model.ts'
import { beginAtIssuer, finishAtIssuer, type Redirect } from './oidc.ts'
import { findSession, signOut, toSession } from './service.ts'
import {
  getPasswordLink,
  PasswordAsk,
  PasswordByLink,
  PasswordLook,
  PasswordOffer,
  setPasswordByLink,
} from './set-password.ts'
import { readSetupLink, Setup, SetupLook, SetupOffer, setUp } from './setup.ts'
import { signIn } from './sign-in.ts'

/** The current session, which the dashboard requests first. */
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
      { response: Session, detail: internal('lookAtSession', 'anyone', 'Get the session.') },
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
        detail: internal('signIn', 'anyone', 'Sign in with email and password, or with a link.', {
          limits: [buckets.signInFromAddress],
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

/** Changes to a user's own account. */
export function accountRoutes(ctx: Context) {
  return personal(ctx, '/api/app/account', 'Account')
    .patch('', ({ session, body }) => updateAccount(ctx, session, body), {
      body: AccountPatch,
      response: OneUser,
      detail: internal(
        'updateAccount',
        'self',
        'Change your name, or the email address that you sign in with.',
      ),
    })
    .post('/password', ({ session, body }) => changePassword(ctx, session, body), {
      body: PasswordChange,
      response: OneUser,
      detail: internal('changePassword', 'self', 'Change your password. Your other sessions end.'),
    })
    .get('/sessions', ({ session }) => countOtherSessions(ctx, session), {
      response: OtherSessions,
      detail: internal('countOtherSessions', 'self', 'Count your sessions in other browsers.'),
    })
    .delete('/sessions', ({ session }) => endOtherSessions(ctx, session), {
      response: EndedSessions,
      detail: internal('endOtherSessions', 'self', 'End all your other sessions.'),
    })
}

/** Requests of the invitation page. */
export function joiningRoutes(ctx: Context) {
  const refusals = { 410: goneInvitation }
  return open(ctx, '/api/app/invitations', 'Members')
    .post('/look', ({ body }) => getOpenInvitation(ctx, body.token), {
      body: InvitationLook,
      response: InvitationOffer,
      detail: internal('getOpenInvitation', 'anyone', 'Get an invitation.', { refusals }),
    })
    .post(
      '/accept',
      async ({ request, server, body, set }) => {
        const address = clientAddress(request, server, ctx.config.trustProxy)
        const { cookies, session } = await joinByLink(ctx, { request, address }, body)
        set.headers['set-cookie'] = cookies
        return session
      },
      {
        body: Acceptance,
        response: Session,
        detail: internal(
          'acceptInvitation',
          'anyone',
          'Join the organization of an invitation, and sign in.',
          {
            limits: [buckets.signInFromAddress],
            refusals,
          },
        ),
      },
    )
}

/** Sign-in with the issuer that the operator has configured: the redirect to it, and the callback. */
export function oidcRoutes(ctx: Context) {
  const refusals = { 404: 'This server has no single sign-on.' }
  return open(ctx, '/api/app/oidc', 'Session')
    .get('/start', async ({ set }) => follow(set, await beginAtIssuer(ctx)), {
      detail: internal('beginAtIssuer', 'anyone', 'Redirect to the issuer to sign in.', { refusals }),
    })
    .get('/callback', async ({ request, set }) => follow(set, await finishAtIssuer(ctx, request)), {
      detail: internal('finishAtIssuer', 'anyone', 'Sign in after the return from the issuer.', {
        refusals,
      }),
    })
}

/** Elysia's own way to set several cookies loses the id of the request in the log. */
function follow(set: { status?: number | string }, { location, cookies }: Redirect): Response {
  set.status = 303
  const headers = new Headers({ location })
  for (const each of cookies) headers.append('set-cookie', each)
  return new Response(null, { status: 303, headers })
}

/** Sets a password by a link from the operator: a first one, or after the user forgot theirs. */
export function passwordRoutes(ctx: Context) {
  const refusals = { 410: goneSentences.password }
  return open(ctx, '/api/app/password', 'Session')
    .post(
      '/ask',
      async ({ request, server, body }) => {
        await mailPasswordLink(ctx, body.email, clientAddress(request, server, ctx.config.trustProxy))
        return { email: body.email }
      },
      {
        body: PasswordAsk,
        response: PasswordAsk,
        detail: internal(
          'askForPassword',
          'anyone',
          'Send a password link by email, if the address has an account.',
        ),
      },
    )
    .post('/look', ({ body }) => getPasswordLink(ctx, body.token), {
      body: PasswordLook,
      response: PasswordOffer,
      detail: internal('getPasswordLink', 'anyone', 'Get a password link.', { refusals }),
    })
    .post(
      '',
      async ({ request, body, set }) => {
        const { cookies, session } = await setPasswordByLink(ctx, request, body)
        set.headers['set-cookie'] = cookies
        return session
      },
      {
        body: PasswordByLink,
        response: Session,
        detail: internal('setPasswordByLink', 'anyone', 'Set a password by a link, and sign in.', {
          refusals,
        }),
      },
    )
}

/** Creates the first account of a server, by the link that it prints. */
export function setupRoutes(ctx: Context) {
  const refusals = { 410: goneSentences.setup }
  return open(ctx, '/api/app/setup', 'Session')
    .post('/look', ({ body }) => readSetupLink(ctx, body.token), {
      body: SetupLook,
      response: SetupOffer,
      detail: internal('readSetupLink', 'anyone', 'Get a setup link.', { refusals }),
    })
    .post(
      '',
      async ({ request, body, set, status }) => {
        const { cookies, session } = await setUp(ctx, request, body)
        set.headers['set-cookie'] = cookies
        return status(201, session)
      },
      {
        body: Setup,
        response: { 201: Session },
        detail: internal('setUp', 'anyone', 'Create the first account and its organization, and sign in.', {
          refusals,
        }),
      },
    )
}
