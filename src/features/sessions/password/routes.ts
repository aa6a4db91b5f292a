import type { Context } from '../../../context.ts'
import { internal } from '../../../http/operation.ts'
import { open } from '../../keys/guard.ts'
import { goneSentences } from '../links/rules.ts'
import { Session } from '../model.ts'
import { PasswordByLink, PasswordLook, PasswordOffer } from './model.ts'
import { lookAtPassword, setPasswordByLink } from './service.ts'

/** A password by a link of whoever runs the server: for a first one, or for one that was forgotten. */
export function passwordRoutes(ctx: Context) {
  const refusals = { 410: goneSentences.password }
  return open(ctx, '/api/app/password', 'Session')
    .post('/look', ({ body }) => lookAtPassword(ctx, body.token), {
      body: PasswordLook,
      response: PasswordOffer,
      detail: internal('lookAtPassword', 'anyone', 'Tell whom a password link is for.', { refusals }),
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
