import {
  AuthorizationResponseError,
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type ClientAuth,
  ClientError,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  type CustomFetch,
  calculatePKCECodeChallenge,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  None,
  ResponseBodyError,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client'
import type { Config } from '../config.ts'
import { type IssuerFault, IssuerProblem } from './issuer-problem.ts'
import { readCapped } from './read-capped.ts'

/** Values stored between the start and the end of a sign-in. */
export type Attempt = { state: string; nonce: string; verifier: string }

/** Claims of the issuer about a user. */
export type Claims = {
  issuer: string
  subject: string
  email: string | null
  isVerified: boolean
  name: string | null
}

const patienceSeconds = 10
/** How far the issuer's clock may be ahead. */
const clockToleranceSeconds = 60

/** Reads the issuer's metadata. Plain http only if the configured URL uses it. */
export async function discover({
  issuer,
  clientId,
  clientSecret,
}: NonNullable<Config['oidc']>): Promise<Configuration> {
  const extensions = issuer.startsWith('http:') ? [allowInsecureRequests] : []
  try {
    return await discovery(new URL(issuer), clientId, {}, authenticate(clientSecret), {
      timeout: patienceSeconds,
      [customFetch]: fetchCapped,
      // Even with TLS, since a proxy between us and the issuer could change responses.
      execute: [...extensions, enableNonRepudiationChecks],
    })
  } catch (error) {
    throw new IssuerProblem('unreachable', error)
  }
}

/** More than the size of any metadata, keys or claims. */
const maxBytes = 1024 * 1024

/** All requests to the issuer; responses are read up to 1 MB. */
export const fetchCapped: CustomFetch = async (url, init) => {
  const response = await fetch(url, init as RequestInit)
  const { status, statusText, headers } = response
  const tooLarge = () => new Error('the response of the issuer is larger than 1 MB')
  const answer = await readCapped(response.body, maxBytes, tooLarge)
  return new Response(answer.length === 0 ? null : answer, { status, statusText, headers })
}

/** In the way that the issuer supports; the specification defaults to HTTP Basic. */
function authenticate(secret: string | null): ClientAuth {
  if (secret === null) return None()
  const [inBody, inHeader] = [ClientSecretPost(secret), ClientSecretBasic(secret)]
  return (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    return methods.includes('client_secret_post') ? inBody(server, ...rest) : inHeader(server, ...rest)
  }
}

export async function begin(configuration: Configuration, redirectUri: string) {
  const attempt = { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier() }
  const url = buildAuthorizationUrl(configuration, {
    redirect_uri: redirectUri,
    scope: 'openid email profile',
    state: attempt.state,
    nonce: attempt.nonce,
    code_challenge: await calculatePKCECodeChallenge(attempt.verifier),
    code_challenge_method: 'S256',
  })
  return { url: url.href, attempt }
}

/** Exchanges the code in a callback URL for the user's claims. */
export async function finish(
  configuration: Configuration,
  address: string,
  { state, nonce, verifier }: Attempt,
): Promise<Claims> {
  try {
    const tokens = await authorizationCodeGrant(configuration, new URL(address), {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
    })
    const token = tokens.claims()
    if (!token) throw new IssuerProblem('refused', new Error('there is no ID token'))
    if (token.iat > Date.now() / 1000 + clockToleranceSeconds)
      throw new IssuerProblem('refused', new Error('the ID token was issued in the future'))
    // Some issuers return the email address only from the userinfo endpoint.
    const hasMore =
      token.email === undefined && configuration.serverMetadata().userinfo_endpoint !== undefined
    const more = hasMore ? await fetchUserInfo(configuration, tokens.access_token, token.sub) : {}
    return toClaims(token.iss, token.sub, { ...token, ...more })
  } catch (error) {
    throw error instanceof IssuerProblem ? error : new IssuerProblem(faultOf(error), error)
  }
}

function toClaims(
  issuer: string,
  subject: string,
  { email, email_verified, name }: Record<string, unknown>,
): Claims {
  return {
    issuer,
    subject,
    email: typeof email === 'string' ? email : null,
    // Some issuers send it as a string.
    isVerified: email_verified === true || email_verified === 'true',
    name: typeof name === 'string' ? name : null,
  }
}

function faultOf(error: unknown): IssuerFault {
  if (error instanceof AuthorizationResponseError)
    return error.error === 'access_denied' ? 'cancelled' : 'refused'
  if (error instanceof ResponseBodyError) return error.status >= 500 ? 'unreachable' : 'refused'
  // An error of `fetch` itself, a timeout, or a response that is not from an issuer.
  if (!(error instanceof ClientError) || error.code === undefined || error.code === 'OAUTH_TIMEOUT')
    return 'unreachable'
  return error.cause instanceof Response && error.cause.status >= 500 ? 'unreachable' : 'refused'
}
