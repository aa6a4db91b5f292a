import { readCappedText } from '../net/read-capped.ts'
import { traced, withTrace } from '../tracing/active.ts'
import { CodeHostError } from './github-error.ts'

export type Fetch = (url: string, init: RequestInit) => Promise<Response>

const maxRedirects = 3

/**
 * A fetch that reads the whole response within a time limit. It follows redirects (of renamed repositories) only on
 * the host that the token is for; other redirects are returned unchanged.
 */
export function createFetch(apiUrl: string, fetch: Fetch, timeout: number, signal?: AbortSignal): Fetch {
  const { origin } = new URL(apiUrl)
  return (url, init) => traced('fetch code host', {}, () => send(url, init))

  async function send(url: string, init: RequestInit) {
    const limit = AbortSignal.any([AbortSignal.timeout(timeout), ...(signal ? [signal] : [])])
    const [, sent = init] = withTrace(url, init)
    const request = { ...sent, redirect: 'manual', signal: limit } as const
    try {
      let response = await fetch(url, request)
      for (let hops = 0; hops < maxRedirects; hops++) {
        const target = redirectOf(response, url)
        if (target?.origin !== origin) break
        response = await fetch(target.href, request)
      }
      const { status, headers } = response
      const body = await readAnswer(response)
      const plain = new Headers(headers)
      plain.set('content-type', asText)
      return new Response(body || null, { status, headers: plain })
    } catch (error) {
      // Octokit wraps every other error.
      throw limit.aborted ? new DOMException('The request was canceled.', 'AbortError') : error
    }
  }
}

/** Octokit's own JSON parser visits every value twice, in case one is a number that is too large. */
export const asText = 'text/plain; charset=utf-8'

const maxBytes = 32 * 1024 * 1024
/** A hundred commits with all their data have about ten thousand values. */
const maxValues = 1_000_000

/**
 * The text of a response. Rejects one that is larger than 32 MB or has so many values that parsing would block the
 * process.
 */
async function readAnswer(response: Response): Promise<string> {
  let values = 0
  return readCappedText(response.body, maxBytes, tooLarge, (chunk) => {
    values += countValues(chunk)
    if (values > maxValues) throw tooLarge()
  })
}

const tooLarge = () => new CodeHostError('failed', 'The response of GitHub is too large.')

/** Approximate number of JSON values in a chunk: each starts a list or an object, or follows a comma. */
function countValues(chunk: Uint8Array): number {
  let count = 0
  for (let at = 0; at < chunk.length; at++) {
    const byte = chunk[at]
    if (byte === 0x2c || byte === 0x5b || byte === 0x7b) count++
  }
  return count
}

function redirectOf({ status, headers }: Response, url: string): URL | null {
  const location = headers.get('location')
  return status >= 300 && status < 400 && location ? URL.parse(location, url) : null
}
