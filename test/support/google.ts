import { readConfig } from '../../src/config.ts'
import { atEnd } from './cleanup.ts'

export const readonlyScope = 'https://www.googleapis.com/auth/webmasters.readonly'
const clientSecret = 'secret of the client'

type Row = { keys: string[]; clicks: number; impressions: number; ctr: number; position: number }
type Reply = () => Response | Promise<Response>

/** What Google answers; `replies` replaces the answer to the next requests at a path, in order. */
export type Script = {
  scope: string
  hasRefreshToken: boolean
  rows: Row[]
  sites: { siteUrl: string; permissionLevel: string }[]
  replies: { token: Reply[]; revoke: Reply[]; sites: Reply[]; query: Reply[] }
}

export const queryRow = (query: string, clicks: number, impressions: number, position: number): Row => ({
  keys: [query],
  ...{ clicks, impressions, ctr: clicks / impressions, position },
})

/** An answer of Google's APIs that refuses a request for a reason. */
export const refusal = (status: number, reason: string): Reply => {
  const error = { code: status, message: `SECRET DETAIL ${reason}`, errors: [{ reason }] }
  return () => Response.json({ error }, { status })
}

/** Google's OAuth and search console on the loopback; checks client, redirect URI, PKCE and tokens as Google does. */
export function startGoogle(appUrl = 'http://localhost:3000') {
  const callback = `${appUrl}/api/integrations/google-search-console/callback`
  const script: Script = {
    scope: readonlyScope,
    hasRefreshToken: true,
    rows: [],
    sites: [
      { siteUrl: 'sc-domain:acme.com', permissionLevel: 'siteOwner' },
      { siteUrl: 'https://blog.acme.com/', permissionLevel: 'siteRestrictedUser' },
      { siteUrl: 'https://other.example/', permissionLevel: 'siteUnverifiedUser' },
    ],
    replies: { token: [], revoke: [], sites: [], query: [] },
  }
  const codes = new Map<string, string>()
  const refreshTokens = new Set<string>()
  const accessTokens = new Set<string>()
  const asked: { path: string; body: unknown }[] = []
  /** Every token, code and secret, to search for in what Herald stores. */
  const secrets: string[] = [clientSecret]

  function issue(kind: string, into: Set<string>): string {
    const token = `${kind}-${crypto.randomUUID()}`
    into.add(token)
    secrets.push(token)
    return token
  }

  async function token(request: Request): Promise<Response> {
    const form = new URLSearchParams(await request.text())
    const isClient = form.get('client_id') === 'herald' && form.get('client_secret') === clientSecret
    if (!isClient) return Response.json({ error: 'invalid_client' }, { status: 401 })
    const answer = { access_token: '', token_type: 'Bearer', expires_in: 3599, scope: script.scope }
    const invalid = () => Response.json({ error: 'invalid_grant' }, { status: 400 })
    if (form.get('grant_type') === 'refresh_token') {
      if (!refreshTokens.has(form.get('refresh_token') ?? '')) return invalid()
      return Response.json({ ...answer, access_token: issue('access', accessTokens) })
    }
    const code = form.get('code') ?? ''
    const challenge = codes.get(code)
    codes.delete(code)
    const hash = await crypto.subtle.digest(
      'SHA-256',
      new TextEncoder().encode(form.get('code_verifier') ?? ''),
    )
    if (challenge === undefined || challenge !== Buffer.from(hash).toString('base64url')) return invalid()
    if (form.get('redirect_uri') !== callback) return invalid()
    return Response.json({
      ...{ ...answer, access_token: issue('access', accessTokens) },
      ...(script.hasRefreshToken && { refresh_token: issue('refresh', refreshTokens) }),
    })
  }

  const server: Bun.Server<undefined> = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      // The path as it was sent, with its escapes.
      const path = request.url.slice(new URL(request.url).origin.length)
      const kind = path.endsWith('/searchAnalytics/query') ? 'query' : path.replace(/^\/(v3\/)?/, '')
      asked.push({ path, body: kind === 'query' ? await request.clone().json() : null })
      const reply = Object.hasOwn(script.replies, kind)
        ? script.replies[kind as keyof Script['replies']].shift()
        : undefined
      if (reply) return reply()
      if (kind.startsWith('authorize?')) return Response.redirect(`${callback}${consent(request.url)}`, 303)
      if (kind === 'token') return token(request)
      if (kind === 'revoke') {
        const form = new URLSearchParams(await request.text())
        const wasKnown = refreshTokens.delete(form.get('token') ?? '')
        return wasKnown ? Response.json({}) : Response.json({ error: 'invalid_token' }, { status: 400 })
      }
      const [, bearer = ''] = /^Bearer (.+)$/.exec(request.headers.get('authorization') ?? '') ?? []
      if (!accessTokens.has(bearer)) return refusal(401, 'authError')()
      if (kind === 'sites') return Response.json({ siteEntry: script.sites })
      if (kind === 'query') return Response.json(script.rows.length > 0 ? { rows: script.rows } : {})
      return new Response(null, { status: 404 })
    },
  })
  const url = `http://127.0.0.1:${server.port}`
  /** Allows access on the page that the browser was sent to; returns the query of the callback. */
  function consent(location: string): string {
    const { origin, pathname, searchParams } = new URL(location)
    if (`${origin}${pathname}` !== `${url}/authorize`) throw new Error(`No page of Google: ${location}`)
    const wanted = {
      response_type: 'code',
      client_id: 'herald',
      redirect_uri: callback,
      scope: readonlyScope,
      access_type: 'offline',
      prompt: 'consent',
      code_challenge_method: 'S256',
    }
    for (const [name, value] of Object.entries(wanted))
      if (searchParams.get(name) !== value) throw new Error(`Google would refuse ${name} of ${location}`)
    const code = `code-${crypto.randomUUID()}`
    secrets.push(code)
    codes.set(code, searchParams.get('code_challenge') ?? '')
    return `?${new URLSearchParams({ state: searchParams.get('state') ?? '', code, scope: script.scope })}`
  }
  atEnd(() => server.stop(true))

  return {
    url,
    script,
    asked,
    secrets,
    /** The valid refresh tokens. */
    refreshTokens,
    /** The count of requests whose path ends so. */
    count: (end: string) => asked.filter(({ path }) => path.endsWith(end)).length,
    config: readConfig({
      GOOGLE_CLIENT_ID: 'herald',
      GOOGLE_CLIENT_SECRET: clientSecret,
      GOOGLE_AUTHORIZE_URL: `${url}/authorize`,
      GOOGLE_OAUTH_URL: url,
      SEARCH_CONSOLE_API_URL: `${url}/v3`,
    }).google,
    consent,
  }
}
