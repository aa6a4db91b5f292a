import {
  AuthorizationResponseError,
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  Configuration,
  calculatePKCECodeChallenge,
  customFetch,
  ResponseBodyError,
  randomPKCECodeVerifier,
  randomState,
  refreshTokenGrant,
  tokenRevocation,
} from 'openid-client'
import type { Config } from '../config.ts'
import { fetchCapped } from './openid.ts'
import { SearchConsoleError, type SearchConsoleFault } from './search-console-error.ts'

/** Values stored between the start and the end of a connection. */
export type ConsoleAttempt = { state: string; verifier: string }

type Client = NonNullable<Config['google']> & { redirectUri: string }

const scope = 'https://www.googleapis.com/auth/webmasters.readonly'
const timeoutSeconds = 10

function configure({ clientId, clientSecret, authorizeUrl, oauthUrl }: Client): Configuration {
  const configuration = new Configuration(
    {
      issuer: 'https://accounts.google.com',
      authorization_endpoint: authorizeUrl,
      token_endpoint: `${oauthUrl}/token`,
      revocation_endpoint: `${oauthUrl}/revoke`,
    },
    clientId,
    clientSecret,
  )
  configuration.timeout = timeoutSeconds
  configuration[customFetch] = fetchCapped
  if (oauthUrl.startsWith('http:')) allowInsecureRequests(configuration)
  return configuration
}

/** Consent is forced: without it, Google returns a refresh token only the first time. */
export async function begin(client: Client): Promise<{ url: string; attempt: ConsoleAttempt }> {
  const attempt = { state: randomState(), verifier: randomPKCECodeVerifier() }
  const url = buildAuthorizationUrl(configure(client), {
    redirect_uri: client.redirectUri,
    scope,
    access_type: 'offline',
    prompt: 'consent',
    state: attempt.state,
    code_challenge: await calculatePKCECodeChallenge(attempt.verifier),
    code_challenge_method: 'S256',
  })
  return { url: url.href, attempt }
}

/** Exchanges the code in a callback query for a refresh token. */
export async function finish(
  client: Client,
  query: string,
  { state, verifier }: ConsoleAttempt,
): Promise<{ refreshToken: string }> {
  const tokens = await explained(() =>
    authorizationCodeGrant(configure(client), new URL(`${client.redirectUri}${query}`), {
      expectedState: state,
      pkceCodeVerifier: verifier,
    }),
  )
  const { refresh_token: refreshToken, access_token: accessToken } = tokens
  // Users can deselect the permission on Google's page.
  const isPermitted = tokens.scope?.split(' ').includes(scope) ?? false
  if (isPermitted && refreshToken) return { refreshToken }
  // Without this, a token that Herald does not store stays valid at Google.
  await revoke(client, refreshToken ?? accessToken).catch(ignoreUnrevoked)
  if (!isPermitted) throw new SearchConsoleError('no-permission', 'the answer does not have the scope')
  throw new SearchConsoleError('not-permanent', 'the answer has no refresh token')
}

/** The token ends by itself, and the user learns why the connection failed. */
function ignoreUnrevoked(error: unknown) {
  if (!(error instanceof SearchConsoleError)) throw error
}

export async function refresh(client: Client, refreshToken: string): Promise<string> {
  const tokens = await explained(() => refreshTokenGrant(configure(client), refreshToken))
  return tokens.access_token
}

export async function revoke(client: Client, token: string): Promise<void> {
  try {
    await tokenRevocation(configure(client), token)
  } catch (error) {
    if (error instanceof ResponseBodyError && error.error === 'invalid_token') return
    throw explain(error)
  }
}

async function explained<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    throw explain(error)
  }
}

function explain(error: unknown): SearchConsoleError {
  return new SearchConsoleError(faultOf(error), describe(error))
}

function faultOf(error: unknown): SearchConsoleFault {
  if (error instanceof AuthorizationResponseError)
    return error.error === 'access_denied' ? 'cancelled' : 'refused'
  if (!(error instanceof ResponseBodyError) || error.status >= 500) return 'unreachable'
  if (error.status === 429) return 'limited'
  return error.error === 'invalid_grant' ? 'ended' : 'refused'
}

/** Messages of the library and codes of the protocol; other fields may contain tokens. */
function describe(error: unknown): string {
  if (error instanceof ResponseBodyError) return `the answer was ${error.status}`
  return error instanceof Error ? error.message : 'unknown error'
}
