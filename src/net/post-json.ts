import { readBody } from './body.ts'
import { FetchError, toConnectionError } from './fetch-error.ts'
import { agentName, type FetchContext } from './fetch-page.ts'
import { open } from './open.ts'
import { hostOf, readPublicUrl } from './public-url.ts'
import { resolveHost, resolvePublic } from './resolve.ts'

/** The request was sent, but its answer did not arrive: the server may have accepted it. */
export class AnswerLost extends Error {}

export type PostedAnswer = { status: number; retryAfter: string | null; text: string }

const timeoutMilliseconds = 10_000
const maxAnswerBytes = 16 * 1024

/** Codes of errors before anything was sent. */
const unsent =
  /^(ECONNREFUSED|ConnectionRefused|ENOTFOUND|EAI_|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|CERT_|ERR_TLS|UNABLE_TO|DEPTH_ZERO|SELF_SIGNED)/

/**
 * Sends JSON to a public URL once: no redirect is followed, and only the first address is used. Throws a FetchError if
 * nothing was sent, an AnswerLost if the answer did not arrive.
 */
export async function postJson(
  ctx: FetchContext,
  address: string,
  { headers, body, signal }: { headers: Record<string, string>; body: unknown; signal?: AbortSignal },
): Promise<PostedAnswer> {
  const url = readPublicUrl(ctx, address)
  const host = hostOf(url)
  const timeout = AbortSignal.timeout(timeoutMilliseconds)
  const limit = signal ? AbortSignal.any([signal, timeout]) : timeout
  const [first] = await resolvePublic(ctx, url, resolveHost)
  if (!first) throw new FetchError('missing', `The host ${host} does not exist.`)
  const text = JSON.stringify(body)
  try {
    const answer = await open(url, first, {
      headers: {
        ...headers,
        'Content-Type': 'application/json',
        'Content-Length': String(Buffer.byteLength(text)),
        'User-Agent': agentName,
      },
      signal: limit,
      body: text,
    })
    const { statusCode: status = 0 } = answer
    const retryAfter = answer.headers['retry-after'] ?? null
    // The status says enough if the body cannot be read.
    const bytes = await readBody(answer, host, { maxBytes: maxAnswerBytes, cut: true }).catch(() =>
      Buffer.alloc(0),
    )
    return { status, retryAfter, text: bytes.toString('utf8') }
  } catch (error) {
    if (unsent.test(String((error as NodeJS.ErrnoException).code))) throw toConnectionError(error, host)
    throw new AnswerLost(`${host} did not answer. The message may have been sent.`)
  }
}
