import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { scopes } from '../keys/model.ts'

type Configured = Pick<Context, 'config'>

/** What a client asks for at first: to read everything, and to write posts. It asks for more when a call needs it. */
export const firstScopes: string[] = [...scopes.filter((scope) => scope.endsWith('.read')), 'posts.write']

/** The address that access tokens are valid for. */
export const mcpAddress = ({ config }: Configured) => `${config.baseUrl}/mcp`

/** The authorization server, spelled as clients compare it. */
export const issuerOf = ({ config }: Configured) => config.baseUrl

/** The path of the metadata of `/mcp`. */
export const resourcePath = '/.well-known/oauth-protected-resource'

/** Metadata of `/mcp` (RFC 9728), with the scopes to ask for at first, or with all of them. */
export const describeResource = (ctx: Configured, scopesSupported = firstScopes) => ({
  resource: mcpAddress(ctx),
  authorization_servers: [issuerOf(ctx)],
  scopes_supported: scopesSupported,
  bearer_methods_supported: ['header'],
  resource_name: 'Herald',
  resource_documentation: `${ctx.config.baseUrl}/docs/api`,
})

export const authMethods = ['none', 'client_secret_post', 'client_secret_basic']

/** Metadata of the authorization server (RFC 8414). */
export function describeServer(ctx: Configured) {
  const issuer = issuerOf(ctx)
  return {
    issuer,
    authorization_endpoint: `${issuer}/oauth/authorize`,
    token_endpoint: `${issuer}/oauth/token`,
    registration_endpoint: `${issuer}/oauth/register`,
    revocation_endpoint: `${issuer}/oauth/revoke`,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: authMethods,
    revocation_endpoint_auth_methods_supported: ['none'],
    scopes_supported: scopes,
    client_id_metadata_document_supported: true,
    authorization_response_iss_parameter_supported: true,
  }
}

/** An error at `/mcp` with the challenge that leads a client to the authorization server; other errors unchanged. */
export function withChallenge(ctx: Configured, request: Request, error: unknown): unknown {
  if (!(error instanceof AppError) || error.status !== 401) return error
  const fault: Record<string, string> = request.headers.has('authorization')
    ? { error: 'invalid_token', error_description: error.message }
    : {}
  return challenged(ctx, error, { scope: firstScopes.join(' '), ...fault })
}

/** The 403 for a call that needs more scopes than a client has; `needed` are all that the call needs. */
export function lacksScope(ctx: Configured, needed: string[]): AppError {
  const error = new AppError(403, `This call needs the scope ${needed.join(' ')}.`)
  return challenged(ctx, error, { error: 'insufficient_scope', scope: needed.join(' ') })
}

function challenged(ctx: Configured, error: AppError, parameters: Record<string, string>): AppError {
  const all = { resource_metadata: `${ctx.config.baseUrl}${resourcePath}/mcp`, ...parameters }
  const value = Object.entries(all).map(([name, text]) => `${name}="${text}"`)
  return new AppError(error.status, error.message, {
    ...error.extra,
    headers: { ...error.extra.headers, 'WWW-Authenticate': `Bearer ${value.join(', ')}` },
  })
}
