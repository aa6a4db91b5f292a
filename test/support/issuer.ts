import { atEnd } from './cleanup.ts'

type Claims = Record<string, unknown>
type Json = Record<string, unknown>

/** The issuer's deviations from the standard. */
export type Script = {
  /** The user. */
  claims: Claims
  /** Claims that replace the correct ones in a token. */
  forged: Claims
  /** Claims of the userinfo endpoint that the token does not have. */
  userInfo: Claims | null
  /** Whether it signs with an unpublished key. */
  isForeignKey: boolean
  /** The status of its answer at each path. */
  statuses: Record<string, number>
  metadata: Json
}

const clientId = 'herald'
export const clientSecret = 'issued by the issuer'

type Grant = { nonce: string; challenge: string; redirectUri: string }

/** The key of all issuers and an unpublished one: creating them takes longer than most tests. */
let keys: Promise<[Key, Key]> | undefined

/** An OpenID issuer on the loopback that checks requests as a real one would: client, redirect URI, PKCE. */
export async function startIssuer() {
  keys ??= Promise.all([newKey(), newKey()])
  const [key, foreign] = await keys
  const script: Script = {
    claims: { sub: 'ada-1', email: 'Ada@acme.test', email_verified: true, name: 'Ada Lovelace' },
    forged: {},
    userInfo: null,
    isForeignKey: false,
    statuses: {},
    metadata: {},
  }
  const grants = new Map<string, Grant>()
  const asked: string[] = []

  const server: Bun.Server<undefined> = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      const { pathname, searchParams } = new URL(request.url)
      asked.push(`${request.method} ${pathname}`)
      const status = script.statuses[pathname]
      if (status) return Response.json({ error: 'server_error' }, { status })
      if (pathname === '/.well-known/openid-configuration') return Response.json(metadata())
      if (pathname === '/keys') return Response.json({ keys: [{ ...key.public, use: 'sig', alg: 'RS256' }] })
      if (pathname === '/userinfo') return Response.json({ sub: script.claims.sub, ...script.userInfo })
      if (pathname === '/token') return token(request)
      if (pathname === '/authorize')
        return Response.redirect(`${searchParams.get('redirect_uri')}${authorize(request.url)}`, 303)
      return new Response(null, { status: 404 })
    },
  })
  const url = `http://127.0.0.1:${server.port}`
  const stop = () => server.stop(true)
  atEnd(stop)

  const metadata = (): Json => ({
    issuer: url,
    authorization_endpoint: `${url}/authorize`,
    token_endpoint: `${url}/token`,
    userinfo_endpoint: `${url}/userinfo`,
    jwks_uri: `${url}/keys`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    code_challenge_methods_supported: ['S256'],
    ...script.metadata,
  })

  async function token(request: Request): Promise<Response> {
    const form = new URLSearchParams(await request.text())
    const grant = grants.get(form.get('code') ?? '')
    const wanted = await challengeOf(form.get('code_verifier') ?? '')
    if (!isClient(request, form)) return Response.json({ error: 'invalid_client' }, { status: 401 })
    if (!grant || grant.challenge !== wanted || grant.redirectUri !== form.get('redirect_uri'))
      return Response.json({ error: 'invalid_grant' }, { status: 400 })
    grants.delete(form.get('code') ?? '')
    const now = Math.floor(Date.now() / 1000)
    const claims = { iss: url, aud: clientId, iat: now, exp: now + 300, nonce: grant.nonce, ...script.claims }
    const idToken = await sign({ ...claims, ...script.forged }, script.isForeignKey ? foreign : key)
    return Response.json({ access_token: 'access', token_type: 'Bearer', expires_in: 300, id_token: idToken })
  }

  /** Signs a user in at the page to which Herald has redirected the browser; returns the callback's query. */
  function authorize(location: string, changes: Record<string, string> = {}): string {
    const { origin, pathname, searchParams } = new URL(location)
    const parameter = (name: string) => searchParams.get(name) ?? ''
    if (`${origin}${pathname}` !== `${url}/authorize`) throw new Error(`No page of the issuer: ${location}`)
    if (parameter('response_type') !== 'code' || parameter('client_id') !== clientId)
      throw new Error(`The issuer would refuse ${location}`)
    if (parameter('code_challenge_method') !== 'S256') throw new Error('There is no PKCE.')
    const code = crypto.randomUUID()
    grants.set(code, {
      nonce: parameter('nonce'),
      challenge: parameter('code_challenge'),
      redirectUri: parameter('redirect_uri'),
    })
    return `?${new URLSearchParams({ code, state: parameter('state'), ...changes })}`
  }

  return {
    url,
    script,
    /** Every request, discovery included. */
    asked,
    config: { issuer: url, clientId, clientSecret, label: 'Acme ID' },
    authorize,
    stop,
  }
}

/** In the header, the default of the specification, or in the body. */
function isClient(request: Request, form: URLSearchParams): boolean {
  const basic = `Basic ${btoa(`${clientId}:${encodeURIComponent(clientSecret).replaceAll('%20', '+')}`)}`
  if (request.headers.get('authorization') === basic) return true
  return form.get('client_id') === clientId && form.get('client_secret') === clientSecret
}

const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }

type Key = Awaited<ReturnType<typeof newKey>>

async function newKey() {
  const { privateKey, publicKey } = await crypto.subtle.generateKey(
    { ...algorithm, modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]) },
    true,
    ['sign', 'verify'],
  )
  return { privateKey, public: await crypto.subtle.exportKey('jwk', publicKey) }
}

async function sign(claims: Claims, { privateKey }: Key): Promise<string> {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const text = `${part({ alg: 'RS256', typ: 'JWT' })}.${part(claims)}`
  const signature = await crypto.subtle.sign(algorithm, privateKey, Buffer.from(text))
  return `${text}.${Buffer.from(signature).toString('base64url')}`
}

async function challengeOf(verifier: string): Promise<string> {
  return Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from(verifier))).toString('base64url')
}
