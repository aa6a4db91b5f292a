export type Fetch = (url: string, init: RequestInit) => Promise<Response>

const mostRedirects = 3

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
      for (let hops = 0; hops < mostRedirects; hops++) {
        const target = redirectOf(response, url)
        if (target?.origin !== origin) break
        response = await fetch(target.href, request)
      }
      const { status, headers } = response
      const body = await response.bytes()
      return new Response(body.length > 0 ? body : null, { status, headers })
    } catch (error) {
      // Octokit wraps every error but this one.
      throw limit.aborted ? new DOMException('The request was given up.', 'AbortError') : error
    }
  }
}

function redirectOf({ status, headers }: Response, url: string): URL | null {
  const location = headers.get('location')
  return status >= 300 && status < 400 && location ? URL.parse(location, url) : null
}
