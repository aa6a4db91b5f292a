/** The part of Elysia's `set` by which an answer gets its status and headers. */
export type Sending = {
  status?: number | string
  headers: Record<string, string | number | string[] | undefined>
}

/** How long anyone may keep what is public: what is taken back is gone everywhere after it. */
const aMinute = 'public, max-age=60'

type Answer = { type: string; body: string; headers?: Record<string, string> }

/** Answers with what anyone may read and keep for a minute; 304 to who has it already. */
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

/** The same for what pages of other sites may read. */
export function answerEverywhere(request: Request, set: Sending, answer: Answer): Response | string {
  // The same for whoever asks, so that caches on the way keep one copy.
  delete set.headers.Vary
  const headers = { 'Access-Control-Allow-Origin': '*', 'Cross-Origin-Resource-Policy': 'cross-origin' }
  return answerPublicly(request, set, { ...answer, headers: { ...headers, ...answer.headers } })
}

/** Leads to where something is by now, for as long as anyone may keep what is public. */
export function answerMoved(set: Sending, path: string): string {
  set.status = 302
  Object.assign(set.headers, { 'Cache-Control': aMinute, Location: path })
  return ''
}

/** Whether the asker's copy is of this tag; a proxy that compresses makes a weak one of it. */
export function hasCopy(request: Request, etag: string): boolean {
  const known = request.headers.get('if-none-match')?.split(',') ?? []
  return known.some((each) => ['*', etag].includes(each.trim().replace(/^W\//, '')))
}

/** Whether a browser asks for a page, rather than a program for data. */
export const wantsPage = (request: Request) => request.headers.get('accept')?.includes('text/html') ?? false
