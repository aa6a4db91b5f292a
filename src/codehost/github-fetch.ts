import { readCappedText } from '../net/read-capped.ts'
import { CodeHostError } from './github-error.ts'

export type Fetch = (url: string, init: RequestInit) => Promise<Response>

const maxRedirects = 3

/**
 * A fetch that reads the whole answer within a time, and follows redirects (of renamed repositories) only on the
 * host that the token is for; a redirect elsewhere is handed back as it is.
 */
export function createFetch(apiUrl: string, fetch: Fetch, timeout: number, signal?: AbortSignal): Fetch {
  const { origin } = new URL(apiUrl)
  return async (url, init) => {
    const limit = AbortSignal.any([AbortSignal.timeout(timeout), ...(signal ? [signal] : [])])
    const request = { ...init, redirect: 'manual', signal: limit } as const
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
      // Octokit wraps every error but this one.
      throw limit.aborted ? new DOMException('The request was given up.', 'AbortError') : error
    }
  }
}

/** Octokit's own reader of JSON looks at every value twice, in case one is a number too large. */
export const asText = 'text/plain; charset=utf-8'

const maxBytes = 32 * 1024 * 1024
/** A hundred commits with all that belongs to them have some ten thousand. */
const maxValues = 1_000_000

/** The text of an answer; one that is larger than 32 MB, or that would keep the process busy, is refused. */
async function readAnswer(response: Response): Promise<string> {
  let values = 0
  return readCappedText(response.body, maxBytes, tooLarge, (chunk) => {
    values += countValues(chunk)
    if (values > maxValues) throw tooLarge()
  })
}

const tooLarge = () => new CodeHostError('failed', 'GitHub sent an answer that is too large to be read.')

/** About how many values a part of a JSON text holds: each begins a list, an object or follows a comma. */
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
