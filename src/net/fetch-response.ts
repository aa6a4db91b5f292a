import type { IncomingMessage } from 'node:http'
import { readBody } from './body.ts'
import { decodeText } from './charset.ts'
import { type FetchContext, type FetchOptions, followRedirects, type Hop, withBudget } from './fetch-page.ts'
import { hostOf } from './public-url.ts'

/**
 * A response of any status with its headers, by their lower-case names. The text is empty for a body that is no text,
 * and at most `maxBytes` long; `isCut` says that the body was longer.
 */
export type FetchedResponse = {
  url: string
  status: number
  contentType: string
  headers: Record<string, string>
  hops: Hop[]
  text: string
  isCut: boolean
}

const standardBytes = 512 * 1024
const readable = /^(text\/|application\/([\w.-]+\+)?(xml|xhtml\+xml|json|linkset)\b|$)/i
const packed = /^application\/(x-)?(gzip|octet-stream)\b/i

/**
 * Fetches a public URL like `fetchPage`, but returns error responses and headers as well, and cuts a long body. Throws
 * a FetchError if there is no response.
 */
export function fetchResponse(
  ctx: FetchContext,
  address: string,
  options: FetchOptions = {},
): Promise<FetchedResponse> {
  const reading = { maxBytes: standardBytes, ...options }
  return withBudget(ctx, reading, () =>
    followRedirects(ctx, address, reading, (answer, url, hops) => readResponse(answer, url, hops, reading)),
  )
}

async function readResponse(
  answer: IncomingMessage,
  url: URL,
  hops: Hop[],
  options: FetchOptions & { maxBytes: number },
): Promise<FetchedResponse> {
  const contentType = answer.headers['content-type'] ?? ''
  const headers = Object.fromEntries(
    Object.entries(answer.headers).map(([name, value]) => [name, String(value)]),
  )
  const head = { url: url.href, status: answer.statusCode ?? 0, contentType, headers, hops }
  if (!readable.test(contentType) && !(options.packed && packed.test(contentType))) {
    answer.destroy()
    return { ...head, text: '', isCut: false }
  }
  const limits = { maxBytes: options.maxBytes + 1, cut: true, packed: options.packed }
  const bytes = await readBody(answer, hostOf(url), limits)
  const isCut = bytes.length > options.maxBytes
  const text = await decodeText(bytes.subarray(0, options.maxBytes), contentType)
  return { ...head, text, isCut }
}
