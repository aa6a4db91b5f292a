import { createPrivateKey, sign } from 'node:crypto'
import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import type { HostRepository } from './events.ts'
import { CodeHostError } from './github-error.ts'
import { createFetch, type Fetch } from './github-fetch.ts'
import { webHostOf } from './repository-address.ts'

/** A GitHub App: its id, and the key that signs its requests. */
export type AppIdentity = { appId: number; privateKey: string }

const NewApp = Type.Object({
  id: Type.Integer(),
  slug: Type.String({ maxLength: 200 }),
  html_url: Type.String({ maxLength: 500 }),
  pem: Type.String({ maxLength: 10_000 }),
  webhook_secret: Type.Optional(Type.Union([Type.String({ maxLength: 500 }), Type.Null()])),
})
const Installations = Type.Array(
  Type.Object({
    id: Type.Integer(),
    account: Type.Object({ login: Type.String({ maxLength: 200 }) }),
    suspended_at: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  }),
)
const InstallationToken = Type.Object({
  // Opaque: GitHub makes tokens longer from time to time.
  token: Type.String({ minLength: 1, maxLength: 2000 }),
  expires_at: Type.String(),
})
const Repositories = Type.Object({
  repositories: Type.Array(
    Type.Object({
      id: Type.Integer(),
      name: Type.String(),
      owner: Type.Object({ login: Type.String() }),
      default_branch: Type.Optional(Type.Union([Type.String(), Type.Null()])),
      html_url: Type.Optional(Type.Union([Type.String(), Type.Null()])),
    }),
  ),
})

const HookConfig = Type.Object({ url: Type.Optional(Type.Union([Type.String(), Type.Null()])) })
const Subscribed = Type.Object({ events: Type.Array(Type.String({ maxLength: 100 })) })
const AppDelivery = Type.Object({
  id: Type.Integer(),
  guid: Type.String({ maxLength: 200 }),
  delivered_at: Type.String({ maxLength: 50 }),
  status_code: Type.Integer(),
  event: Type.String({ maxLength: 100 }),
  repository_id: Type.Optional(Type.Union([Type.Integer(), Type.Null()])),
})
/** A delivery of an App; GitHub lists the newest first. */
export type AppDelivery = Static<typeof AppDelivery>

const pageSize = 100
const maxPages = 3
/** The maximum number of pages of deliveries that one check reads. */
const maxDeliveryPages = 50
const timeoutMs = 10_000

/** Where people open GitHub: `https://github.com`, or an enterprise server. */
export const webUrlOf = (apiUrl: string) => `${new URL(apiUrl).protocol}//${webHostOf(apiUrl)}`

/** The requests of a GitHub App, and those that create one. Every failure is thrown as a CodeHostError. */
export function createAppClient(apiUrl: string, now: () => Date, fetch: Fetch = globalThis.fetch) {
  const request = createRequest(apiUrl, fetch)
  const ask = async <S extends TSchema>(...parts: RequestParts<S>) => (await request(...parts)).answer
  const signed = (app: AppIdentity) => `Bearer ${signJwt(app, now())}`

  return {
    /** The address to which GitHub sends the deliveries of an App; null if none is set. */
    async hookUrl(app: AppIdentity): Promise<string | null> {
      return (await ask('GET', '/app/hook/config', HookConfig, signed(app))).url || null
    },

    /** Sets the address of the deliveries of an App, and their secret if one is given. */
    setHook: (app: AppIdentity, hook: { url: string; secret?: string }) =>
      ask('PATCH', '/app/hook/config', HookConfig, signed(app), { ...hook, content_type: 'json' }),

    /** The events that an App subscribes to. */
    events: async (app: AppIdentity) => (await ask('GET', '/app', Subscribed, signed(app))).events,

    /** The deliveries of an App since a time, newest first. */
    async deliveries(app: AppIdentity, since: Date): Promise<AppDelivery[]> {
      const found: AppDelivery[] = []
      let cursor = ''
      for (let page = 0; page < maxDeliveryPages; page++) {
        const path = `/app/hook/deliveries?per_page=${pageSize}${cursor && `&cursor=${cursor}`}`
        const { answer, links } = await request('GET', path, Type.Array(AppDelivery), signed(app))
        found.push(...answer)
        cursor = /[?&]cursor=([\w%.-]+)[^>]*>; rel="next"/.exec(links ?? '')?.[1] ?? ''
        if (cursor === '' || answer.some((each) => Date.parse(each.delivered_at) < since.getTime())) break
      }
      return found
    },

    /** Asks GitHub to send a delivery again. */
    redeliver: (app: AppIdentity, id: number) =>
      ask('POST', `/app/hook/deliveries/${id}/attempts`, Type.Unknown(), signed(app)),

    /** Exchanges the code of a manifest, once, for the new App. */
    async convert(code: string) {
      // A code such as `..` would lead to another address.
      if (!/^[\w-]{1,200}$/.test(code)) throw refused(404)
      const app = await ask('POST', `/app-manifests/${code}/conversions`, NewApp, null)
      readKey(app.pem)
      return app
    },

    /** The accounts that have installed an App. */
    installations: (app: AppIdentity) =>
      ask('GET', '/app/installations?per_page=100', Installations, signed(app)),

    /** A token for an installation, valid for an hour. */
    token: (app: AppIdentity, installationId: number) =>
      ask('POST', `/app/installations/${installationId}/access_tokens`, InstallationToken, signed(app)),

    /** The repositories that an installation selects, up to 300. */
    async repositories(token: string): Promise<HostRepository[]> {
      const found: HostRepository[] = []
      for (let page = 1; page <= maxPages; page++) {
        const path = `/installation/repositories?per_page=${pageSize}&page=${page}`
        const { repositories } = await ask('GET', path, Repositories, `Bearer ${token}`)
        found.push(...repositories.map(toHostRepository))
        if (repositories.length < pageSize) break
      }
      return found
    },
  }
}

type RequestParts<S extends TSchema> = [
  method: string,
  path: string,
  schema: S,
  authorization: string | null,
  body?: object,
]

/** Returns a function that sends a request and checks the answer, which it returns with the links to other pages. */
function createRequest(apiUrl: string, fetch: Fetch) {
  const base = apiUrl.replace(/\/+$/, '')
  const send = createFetch(base, fetch, timeoutMs)
  return async <S extends TSchema>(...[method, path, schema, authorization, body]: RequestParts<S>) => {
    const headers = {
      Accept: 'application/vnd.github+json',
      'User-Agent': 'herald',
      'X-GitHub-Api-Version': '2022-11-28',
      ...(authorization === null ? {} : { Authorization: authorization }),
      ...(body && { 'Content-Type': 'application/json' }),
    }
    const response = await send(base + path, { method, headers, body: body && JSON.stringify(body) }).catch(
      (error: unknown) => {
        if (error instanceof CodeHostError) throw error
        throw new CodeHostError('unreachable', `GitHub could not be reached at ${apiUrl}.`)
      },
    )
    if (!response.ok) throw refused(response.status)
    const answer = await response.json().catch(() => null)
    if (Value.Check(schema, answer))
      return { answer: answer as Static<S>, links: response.headers.get('link') }
    throw new CodeHostError('failed', 'GitHub returned a response that cannot be parsed.')
  }
}

function toHostRepository({
  id,
  name,
  owner,
  default_branch: defaultBranch = null,
  html_url: url = null,
}: Static<typeof Repositories>['repositories'][number]): HostRepository {
  return { id, name, owner: owner.login, defaultBranch, url }
}

function refused(status: number): CodeHostError {
  if (status === 401 || status === 403)
    return new CodeHostError('forbidden', 'GitHub refused the App. Check at GitHub whether it is suspended.')
  if (status === 404 || status === 422)
    return new CodeHostError('not_found', 'GitHub did not find the app, its installation or the code.')
  if (status === 429)
    return new CodeHostError('rate_limited', 'GitHub is limiting requests. Try again later.')
  return new CodeHostError('failed', `GitHub returned status ${status}.`)
}

/** The token with which an App signs in, for nine minutes; clocks may differ by one. */
function signJwt({ appId, privateKey }: AppIdentity, now: Date): string {
  const seconds = Math.floor(now.getTime() / 1000)
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
  const body = `${encode({ alg: 'RS256', typ: 'JWT' })}.${encode({ iat: seconds - 60, exp: seconds + 540, iss: String(appId) })}`
  // WebCrypto does not read this form of key (PKCS#1).
  return `${body}.${sign('RSA-SHA256', Buffer.from(body), readKey(privateKey)).toString('base64url')}`
}

/** The key of an App; errors of the library are not passed on, since they could quote it. */
function readKey(pem: string) {
  try {
    return createPrivateKey(pem)
  } catch {
    throw new CodeHostError('failed', 'GitHub returned an invalid key.')
  }
}
