import { findAsset, loadBundle } from '../../assets/load.ts'
import { hasCopy, takesGzip } from '../../http/public-answer.ts'

type Headers = Record<string, string | number>

/** Cache policy for files whose names contain a hash of their content. */
const immutable = 'public, max-age=31536000, immutable'

/** A file of the dashboard or the public page, in an encoding that this browser accepts; null if there is none. */
export async function answerAsset(basePath: string, request: Request, name: string, headers: Headers) {
  const file = await findAsset(basePath, name)
  if (!file) return null
  const etag = `"${name}"`
  headers['Cache-Control'] = immutable
  headers.ETag = etag
  headers.Vary = 'Accept-Encoding'
  if (hasCopy(request, etag)) return new Response(null, { status: 304 })
  headers['Content-Type'] = file.type
  if (!takesGzip(request)) return new Response(Bun.gunzipSync(file.gzip))
  headers['Content-Encoding'] = 'gzip'
  return new Response(file.gzip)
}

/**
 * The dashboard's page. Its scripts and styles are the server's own files; the nonce is for the one stylesheet that
 * the editor creates in the browser. The theme is read here so that the first paint has it; the scripts need the base
 * path.
 */
export async function answerPage(basePath: string, request: Request, headers: Headers): Promise<Response> {
  const { page } = await loadBundle(basePath)
  const nonce = crypto.randomUUID()
  headers['Content-Type'] = 'text/html; charset=utf-8'
  headers['Content-Security-Policy'] = policy(nonce)
  const [, theme] = /(?:^|; )herald_theme=(light|dark)(?:;|$)/.exec(request.headers.get('cookie') ?? '') ?? []
  const attributes = (theme ? ` data-theme="${theme}"` : '') + (basePath && ` data-base-path="${basePath}"`)
  return new Response(page.replace('<html', `<html${attributes}`).replace('CSP-NONCE', nonce))
}

const policy = (nonce: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
