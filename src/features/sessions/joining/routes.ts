import type { Context } from '../../../context.ts'
import { clientAddress } from '../../../http/client-address.ts'
import { internal } from '../../../http/operation.ts'
import { goneInvitation } from '../../invitations/service.ts'
import { open } from '../../keys/guard.ts'
import { Session } from '../model.ts'
import { byAddress } from '../sign-in/attempts.ts'
import { Acceptance, InvitationLook, InvitationOffer } from './model.ts'
import { joinByLink, lookAtInvitation } from './service.ts'

/** What somebody does with the link of an invitation. */
export function joiningRoutes(ctx: Context) {
  const refusals = { 410: goneInvitation }
  return open(ctx, '/api/app/invitations', 'Members')
    .post('/look', ({ body }) => lookAtInvitation(ctx, body.token), {
      body: InvitationLook,
      response: InvitationOffer,
      detail: internal('lookAtInvitation', 'anyone', 'Tell what an invitation offers.', { refusals }),
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
            limits: [byAddress],
            refusals,
          },
        ),
      },
    )
}
