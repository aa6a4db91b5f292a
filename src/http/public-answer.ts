/** The part of Elysia's `set` for the status and headers of a response. */
export type Sending = {
  status?: number | string
  headers: Record<string, string | number | string[] | undefined>
}

/** Cache time of public content: removed content disappears everywhere after it. */
const aMinute = 'public, max-age=60'

type Answer = { type: string; body: string; headers?: Record<string, string> }

/** A public response that caches may store for a minute; 304 if the client already has it. */
export function answerPublicly(
  request: Request,
  set: Sending,
  { type, body, headers }: Answer,
): Response | string {
  const etag = `"${new Bun.CryptoHasher('sha256').update(body).digest('base64url').slice(0, 22)}"`
  Object.assign(set.headers, { 'Cache-Control': aMinute, ETag: etag, ...headers })
  if (hasCopy(request, etag)) return new Response(null, { status: 304 })
  set.headers['Content-Type'] = type
  return body
}

/** The same, readable by pages of other sites. */
export function answerEverywhere(request: Request, set: Sending, answer: Answer): Response | string {
  // The same for every client, so caches need only one copy.
  delete set.headers.Vary
  const headers = { 'Access-Control-Allow-Origin': '*', 'Cross-Origin-Resource-Policy': 'cross-origin' }
  return answerPublicly(request, set, { ...answer, headers: { ...headers, ...answer.headers } })
}

/** A redirect to the current path, cached as long as public content. */
export function answerMoved(set: Sending, path: string): string {
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
export const wantsPage = (request: Request) => request.headers.get('accept')?.includes('text/html') ?? false
