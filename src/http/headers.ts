import { Elysia } from 'elysia'
import type { Config } from '../config.ts'

const security = {
  Vary: 'Origin, Authorization',
  'Cache-Control': 'private, no-store',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
}

/** Only if https is known to work; without subdomains, which are not ours to pin. */
const strictTransport = { 'Strict-Transport-Security': 'max-age=63072000' }

/** Metadata and tokens of OAuth, which clients in browsers read from any origin: no cookie gives rights there. */
const openPaths = /^\/(?:\.well-known\/(?:oauth-|openid-configuration)|oauth\/(?:register|token|revoke)$)/
const mcpHeaders = 'Content-Type, Authorization, MCP-Protocol-Version, Mcp-Method, Mcp-Name'

const methods = 'GET, POST, PUT, PATCH, DELETE, OPTIONS'

/**
 * Headers of every response: a request id, CORS for the configured origins, and a redirect for trailing slashes
 * (contract 1).
 */
export function headers(config: Pick<Config, 'corsOrigins' | 'basePath' | 'baseUrl'>) {
  const { corsOrigins, basePath } = config
  const secure = { ...security, ...strictTransport }
  return new Elysia({ name: 'headers' }).onRequest(({ request, set }) => {
    // The public address can change while the server runs.
    Object.assign(set.headers, config.baseUrl.startsWith('https:') ? secure : security)
    set.headers['X-Request-Id'] = crypto.randomUUID()

    const origin = request.headers.get('origin')
    const path = pathOf(request.url)
    const isOpen = openPaths.test(path)
    const isMcp = path.startsWith('/mcp')
    const allowed = isOpen || (origin !== null && corsOrigins.includes(origin))
    if (allowed) {
      set.headers['Access-Control-Allow-Origin'] = isOpen ? '*' : (origin as string)
      set.headers['Access-Control-Allow-Methods'] = methods
      set.headers['Access-Control-Allow-Headers'] =
        isOpen || isMcp ? mcpHeaders : 'Content-Type, Authorization'
    }
    if (allowed && isMcp) set.headers['Access-Control-Expose-Headers'] = 'WWW-Authenticate'
    if (request.method === 'OPTIONS') {
      set.status = allowed ? 204 : 403
      return ''
    }

    if (path.length > 1 && path.endsWith('/')) {
      set.status = 308
      // A path that starts with two slashes would redirect to another host.
      set.headers.Location = `${basePath}/${path.replace(/^[/\\]+|\/+$/g, '')}${new URL(request.url).search}`
      return ''
    }
  })
}

/** The path of a request's URL, without parsing the whole URL. */
export function pathOf(url: string): string {
  const start = url.indexOf('/', url.indexOf('://') + 3)
  const end = url.indexOf('?', start)
  return end === -1 ? url.slice(start) : url.slice(start, end)
}
