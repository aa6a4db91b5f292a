import { promisify } from 'node:util'
import { builtIn } from '../built-in.ts'

/** The part of Elysia's `set` for the status and headers of a response. */
export type ResponseSettings = {
  status?: number | string
  headers: Record<string, string | number | string[] | undefined>
}

/** Cache time of public content: removed content disappears everywhere after it. */
const aMinute = 'public, max-age=60'

type Answer = { type: string; body: string; headers?: Record<string, string> }

/** Shorter bodies fit into one packet, compressed or not. */
const minCompressed = 1024
// Compresses on another thread.
const compress = (text: string) => promisify<string, Buffer<ArrayBuffer>>(builtIn.zlib.gzip)(text)

/**
 * A public response that caches may store for a minute, compressed if the client accepts gzip; 304 if the client
 * already has it.
 */
export async function answerPublicly(
  request: Request,
  set: ResponseSettings,
  { type, body, headers }: Answer,
): Promise<Response | string> {
  const etag = `"${new Bun.CryptoHasher('sha256').update(body).digest('base64url').slice(0, 22)}"`
  Object.assign(set.headers, { 'Cache-Control': aMinute, ETag: etag, ...headers })
  set.headers.Vary = [set.headers.Vary, 'Accept-Encoding'].filter(Boolean).join(', ')
  if (hasCopy(request, etag)) return new Response(null, { status: 304 })
  set.headers['Content-Type'] = type
  if (!takesGzip(request) || body.length < minCompressed) return body
  // A strong tag identifies the bytes of one encoding.
  Object.assign(set.headers, { 'Content-Encoding': 'gzip', ETag: `W/${etag}` })
  return new Response(await compress(body))
}

/** The same, readable by pages of other sites. */
export function answerEverywhere(
  request: Request,
  set: ResponseSettings,
  answer: Answer,
): Promise<Response | string> {
  // The same for every origin and client, so that caches need only one copy of each encoding.
  delete set.headers.Vary
  const headers = { 'Access-Control-Allow-Origin': '*', 'Cross-Origin-Resource-Policy': 'cross-origin' }
  return answerPublicly(request, set, { ...answer, headers: { ...headers, ...answer.headers } })
}

/** A redirect to the current path, cached as long as public content. */
export function answerMoved(set: ResponseSettings, path: string): string {
  set.status = 302
  Object.assign(set.headers, { 'Cache-Control': aMinute, Location: path })
  return ''
}

/** Whether the client's copy has this ETag; a compressing proxy makes it a weak one. */
export function hasCopy(request: Request, etag: string): boolean {
  const known = request.headers.get('if-none-match')?.split(',') ?? []
  return known.some((each) => ['*', etag].includes(each.trim().replace(/^W\//, '')))
}

/** Whether a browser requests a page, not a program data. */
export const wantsPage = (request: Request) => accepts(request, 'text/html')

/** Whether the Accept header of a request names a media type. */
export const accepts = (request: Request, type: string) =>
  request.headers.get('accept')?.toLowerCase().includes(type) ?? false

/** Whether a client accepts gzip; it may also refuse it: `gzip;q=0`. */
export const takesGzip = (request: Request) =>
  /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i.test(request.headers.get('accept-encoding') ?? '')

/** Whether a client prefers Markdown to HTML, as agents do. */
export function wantsMarkdown(request: Request): boolean {
  const accepted = (request.headers.get('accept') ?? '').toLowerCase().split(',')
  const qualityOf = (type: string) => {
    const range = accepted.find((each) => each.trim().split(';')[0]?.trim() === type)
    return range === undefined ? 0 : Number(/;\s*q=([\d.]+)/.exec(range)?.[1] ?? 1)
  }
  const quality = qualityOf('text/markdown')
  return quality > 0 && quality >= qualityOf('text/html')
}
