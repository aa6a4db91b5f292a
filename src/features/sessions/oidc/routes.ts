import type { Context } from '../../../context.ts'
import { internal } from '../../../http/operation.ts'
import { open } from '../../keys/guard.ts'
import { beginAtIssuer, finishAtIssuer, type Redirect } from './service.ts'

/** Sign-in with the issuer that the operator has configured: where a browser goes, and where it comes back. */
export function oidcRoutes(ctx: Context) {
  const refusals = { 404: 'This server has no single sign-on.' }
  return open(ctx, '/api/app/oidc', 'Session')
    .get('/start', async ({ set }) => follow(set, await beginAtIssuer(ctx)), {
      detail: internal('beginAtIssuer', 'anyone', 'Go to the issuer to sign in.', { refusals }),
    })
    .get('/callback', async ({ request, set }) => follow(set, await finishAtIssuer(ctx, request)), {
      detail: internal('finishAtIssuer', 'anyone', 'Come back from the issuer, and be signed in.', {
        refusals,
      }),
    })
}

/** Elysia's own way to set several cookies loses the request's id to the log. */
function follow(set: { status?: number | string }, { location, cookies }: Redirect): Response {
  set.status = 303
  const headers = new Headers({ location })
  for (const each of cookies) headers.append('set-cookie', each)
  return new Response(null, { status: 303, headers })
}
