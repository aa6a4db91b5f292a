import type { Context } from '../../context.ts'
import { badRequest } from '../../errors.ts'
import { scopes as allScopes } from '../keys/model.ts'
import { type Client, getClient } from './clients.ts'
import { firstScopes, issuerOf, mcpAddress } from './metadata.ts'
import { isRegistered, withParameters } from './redirect-uri.ts'

/** What a client asks a user for, or why it cannot be asked. */
export type Authorization = {
  client: Client
  redirectUri: string
  state: string | null
  challenge: string
  scopes: string[]
  fault: { error: string; description: string } | null
}

/**
 * Reads the query of an authorization request. Throws 400 for an unknown client or redirect, to which nothing may be
 * sent; other faults are for the client.
 */
export async function readAuthorization(ctx: Context, query: string): Promise<Authorization> {
  const parameters = new URLSearchParams(query)
  const read = (name: string) => {
    const values = parameters.getAll(name)
    if (values.length > 1) throw badRequest(`The app sent ${name} more than once.`)
    return values[0] || null
  }
  const [clientId, redirectUri] = [read('client_id'), read('redirect_uri')]
  if (!clientId || !redirectUri) throw badRequest('The app did not send a client_id and a redirect_uri.')
  const client = await getClient(ctx, clientId)
  if (!isRegistered(client.redirectUris, redirectUri))
    throw badRequest('The redirect URL of the app is not registered.')
  const challenge = read('code_challenge') ?? ''
  const scopes = chooseScopes(read('scope'))
  const faults = [
    read('response_type') !== 'code' &&
      ({ error: 'unsupported_response_type', description: 'response_type must be code.' } as const),
    (read('code_challenge_method') !== 'S256' || !/^[\w-]{43}$/.test(challenge)) &&
      ({
        error: 'invalid_request',
        description: 'A code_challenge with the method S256 is required.',
      } as const),
    !isOwnResource(ctx, read('resource')) &&
      ({ error: 'invalid_target', description: `The resource must be ${mcpAddress(ctx)}.` } as const),
    scopes.length === 0 && ({ error: 'invalid_scope', description: 'None of the scopes exists.' } as const),
  ]
  const fault = faults.find((each) => each !== false) || null
  return { client, redirectUri, state: read('state'), challenge, scopes, fault }
}

/** The scopes that a client asks for: those that exist, or the first ones if it names none. */
function chooseScopes(asked: string | null): string[] {
  const named = (asked ?? '').split(' ').filter((scope) => scope !== '' && scope !== 'offline_access')
  return named.length === 0 ? firstScopes : allScopes.filter((scope) => named.includes(scope))
}

/** True for the address of `/mcp`, with or without a slash at its end; older clients name none. */
export const isOwnResource = (ctx: Pick<Context, 'config'>, resource: string | null) =>
  resource === null || resource.replace(/\/$/, '') === mcpAddress(ctx)

/** The address that answers a client. */
export const answerClient = (
  ctx: Context,
  { redirectUri, state }: Authorization,
  answer: Record<string, string>,
) => withParameters(redirectUri, { ...answer, state, iss: issuerOf(ctx) })
