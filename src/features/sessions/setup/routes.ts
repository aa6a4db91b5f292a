import type { Context } from '../../../context.ts'
import { internal } from '../../../http/operation.ts'
import { open } from '../../keys/guard.ts'
import { goneSentences } from '../links/rules.ts'
import { Session } from '../model.ts'
import { Setup, SetupLook, SetupOffer } from './model.ts'
import { lookAtSetup, setUp } from './service.ts'

/** The first account of a server, by the link that it prints. */
export function setupRoutes(ctx: Context) {
  const refusals = { 410: goneSentences.setup }
  return open(ctx, '/api/app/setup', 'Session')
    .post('/look', ({ body }) => lookAtSetup(ctx, body.token), {
      body: SetupLook,
      response: SetupOffer,
      detail: internal('lookAtSetup', 'anyone', 'Tell what a set-up link offers.', { refusals }),
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
        detail: internal(
          'setUp',
          'anyone',
          'Make the first account, which owns an organization, and sign it in.',
          {
            refusals,
          },
        ),
      },
    )
}
