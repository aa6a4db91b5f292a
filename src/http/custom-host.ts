import { Elysia } from 'elysia'
import type { Config } from '../config.ts'
import { bareHost } from '../net/bare-host.ts'
import { pathOf } from './headers.ts'

/** The path of the public page that a host belongs to; null if it belongs to none. */
type FindPage = (host: string) => Promise<string | null>

const hosts = new WeakMap<Request, string>()

/** The custom domain that a request came to; null at the server's own address. */
export const customHostOf = (request: Request): string | null => hosts.get(request) ?? null

/** The files and forms of public pages. Everything else at a custom domain is below the path of the page. */
const shared = [
  /^\/i\/[^/]+$/,
  /^\/app\/assets\/[^/]+\.(?:css|woff2)$/,
  /^\/swagger\/icon\.svg$/,
  /^\/subscriptions\/to\/[^/]+$/,
]

export type Dispatch = (request: Request) => Response | Promise<Response>

/**
 * Serves the public page of an organization at the root of its domain, and nothing else there: neither the dashboard
 * nor the API. Hosts that belong to no organization are served as before. `dispatch` routes a request again: the server
 * of Bun has already chosen a route by the path.
 */
export function servedAtCustomHosts(
  config: Pick<Config, 'appUrl' | 'baseUrl'>,
  find: FindPage,
  dispatch: Dispatch,
) {
  // Each request asks, and the addresses change rarely.
  let own = { appUrl: '', baseUrl: '', hosts: [] as string[] }
  const isOwn = (host: string) => {
    const { appUrl, baseUrl } = config
    if (own.appUrl !== appUrl || own.baseUrl !== baseUrl)
      own = { appUrl, baseUrl, hosts: [hostOf(appUrl), hostOf(baseUrl)] }
    return own.hosts.includes(host)
  }
  return new Elysia({ name: 'custom-host' }).wrap((handle, request) => {
    if (hosts.has(request)) return handle
    const host = hostOf(request.url)
    // An address of this machine needs no query.
    if (isOwn(host) || !bareHost.test(host)) return handle
    return async (...given: Parameters<typeof handle>) => {
      const page = await find(host).catch(() => undefined)
      if (page === undefined) return unavailable()
      if (page === null) return handle(...given)
      const path = pathOf(request.url)
      if (path !== '/' && path.endsWith('/')) return withoutSlash(path)
      hosts.set(request, host)
      if (!shared.some((pattern) => pattern.test(path))) moveTo(request, path === '/' ? page : page + path)
      return dispatch(request)
    }
  })
}

/** Most requests come to the same host. */
const last = { written: '', host: '' }

/** The host of a URL in lower case, without its port and a dot at its end. */
function hostOf(url: string): string {
  const start = url.indexOf('://') + 3
  const end = url.indexOf('/', start)
  const written = end < 0 ? url.slice(start) : url.slice(start, end)
  if (written !== last.written)
    Object.assign(last, { written, host: written.replace(/\.?(?::\d*)?$/, '').toLowerCase() })
  return last.host
}

const unavailable = () =>
  Response.json({ error: 'Service unavailable' }, { status: 503, headers: { 'Retry-After': '5' } })

/** A path that starts with two slashes would redirect to another host. */
const withoutSlash = (path: string) =>
  new Response(null, { status: 308, headers: { Location: `/${path.replace(/^[/\\]+|\/+$/g, '')}` } })

/** Changes the path of a request. A copy of the request would lose the address of its socket. */
function moveTo(request: Request, path: string): void {
  const start = request.url.indexOf('/', request.url.indexOf('://') + 3)
  const end = request.url.indexOf('?', start)
  const query = end < 0 ? '' : request.url.slice(end)
  Object.defineProperty(request, 'url', { value: request.url.slice(0, start) + path + query })
}
