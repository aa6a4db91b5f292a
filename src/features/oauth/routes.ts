import { Elysia } from 'elysia'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { readBody, readJson } from '../../http/body.ts'
import { buckets } from '../../http/buckets.ts'
import { clientAddress } from '../../http/client-address.ts'
import { idParams } from '../../http/fields.ts'
import { internal } from '../../http/operation.ts'
import { personal } from '../keys/guard.ts'
import { Deleted, scopes } from '../keys/model.ts'
import { endConnection, listConnections } from './connections.ts'
import { approveClient, getConsent } from './consent.ts'
import { describeResource, describeServer, resourcePath } from './metadata.ts'
import { Approval, Approved, ConnectionList, Consent, ConsentRequest } from './model.ts'
import { readOrRefuse } from './oauth-error.ts'
import { registerClient } from './register.ts'
import { issueTokens, revokeToken } from './tokens.ts'

const maxBytes = 16 * 1024
const hidden = { detail: { hide: true } }
const posted = { ...hidden, parse: 'none' } as const

/** The authorization server of `/mcp`, for MCP clients. */
export function oauthRoutes(ctx: Context) {
  const { appUrl, trustProxy, basePath } = ctx.config
  const resource = () => describeResource(ctx)
  const server = () => describeServer(ctx)
  const app = new Elysia()
    // At the root it describes the API as well (contract 1): every scope that a key can have.
    .get(resourcePath, () => describeResource(ctx, [...scopes]), hidden)
    .get(`${resourcePath}/mcp`, resource, hidden)
    .get('/.well-known/oauth-authorization-server', server, hidden)
    .get('/.well-known/openid-configuration', server, hidden)
    // The consent page validates the request, for signed-in users only: it may have to fetch a document.
    .get(
      '/oauth/authorize',
      ({ request, redirect }) => {
        const { search } = new URL(request.url)
        if (search.length > maxBytes / 2) throw new AppError(414, 'The request is too long.')
        return redirect(`${appUrl}/app/sign-in/app${search}`, 302)
      },
      hidden,
    )
    .post(
      '/oauth/register',
      async ({ request, server, set }) => {
        const read = () => readJson(request, maxBytes, { budget: ctx.inputBudget })
        const body = await readOrRefuse('invalid_client_metadata', read)
        set.status = 201
        return registerClient(ctx, clientAddress(request, server, trustProxy), body)
      },
      posted,
    )
    .post(
      '/oauth/token',
      async ({ request }) =>
        issueTokens(ctx, request, await readOrRefuse('invalid_request', () => readForm(ctx, request))),
      posted,
    )
    .post(
      '/oauth/revoke',
      async ({ request }) => {
        await revokeToken(ctx, await readOrRefuse('invalid_request', () => readForm(ctx, request)))
        return {}
      },
      posted,
    )
  if (basePath === '') return app
  // Clients also look for the path of the server behind the well-known one.
  return app
    .get(`${resourcePath}${basePath}/mcp`, resource, hidden)
    .get(`/.well-known/oauth-authorization-server${basePath}`, server, hidden)
    .get(`/.well-known/openid-configuration${basePath}`, server, hidden)
}

async function readForm(ctx: Context, request: Request): Promise<URLSearchParams> {
  if (!/^application\/x-www-form-urlencoded\b/i.test(request.headers.get('content-type') ?? ''))
    throw new AppError(415, 'The body must be a form, sent as application/x-www-form-urlencoded.')
  using body = await readBody(request, maxBytes, { budget: ctx.inputBudget })
  return new URLSearchParams(new TextDecoder().decode(body.bytes))
}

/** The consent page and the connected apps of a signed-in user, for any of their organizations. */
export function oauthAppRoutes(ctx: Context) {
  const limits = [buckets.approveClient]
  const params = idParams('connectionId')
  return personal(ctx, '/api/app/oauth', 'Keys')
    .post('/look', ({ session, body }) => getConsent(ctx, session, body.request), {
      body: ConsentRequest,
      response: Consent,
      detail: internal('getConsent', 'self', 'Get what an app asks for.', { limits }),
    })
    .post('/approve', ({ session, body }) => approveClient(ctx, session, body), {
      body: Approval,
      response: Approved,
      detail: internal('approveClient', 'self', 'Give an app access to an organization.', { limits }),
    })
    .get('/connections', ({ session }) => listConnections(ctx, session), {
      response: ConnectionList,
      detail: internal('listConnections', 'self', 'List the apps that the user connected.'),
    })
    .delete(
      '/connections/:connectionId',
      async ({ session, params }) => {
        await endConnection(ctx, session, params.connectionId)
        return { id: params.connectionId }
      },
      {
        params,
        response: Deleted,
        detail: internal('endConnection', 'self', 'Revoke the access of an app immediately.'),
      },
    )
}
