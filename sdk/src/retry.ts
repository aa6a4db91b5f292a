export type RetryOptions = {
  /** How often a request is repeated. Default: 3. */
  maxRetries?: number
  /** The longest pause. If a response asks for more, its error is returned instead. Default: a minute. */
  maxPauseMilliseconds?: number
}

/**
 * A `fetch` that repeats requests after temporary errors, as soon as `Retry-After` allows. A POST with an API key gets
 * an `Idempotency-Key`, so that a repeated one takes effect once.
 */
export function retrying(
  send: typeof fetch,
  { maxRetries = 3, maxPauseMilliseconds = 60_000 }: RetryOptions = {},
): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init)
    if (request.method === 'POST' && request.headers.has('Authorization') && !request.headers.has(keyHeader))
      request.headers.set(keyHeader, crypto.randomUUID())
    for (let retries = 0; ; retries++) {
      const isLast = !(retries < maxRetries)
      const result = await send(request.clone()).catch((error: unknown) => {
        if (isLast || request.signal.aborted || !isRepeatable(request)) throw error
        return null
      })
      if (result && (isLast || !shouldRepeat(request, result))) return result
      const growing = Math.min(500 * 2 ** retries * (0.5 + Math.random() / 2), maxPauseMilliseconds)
      const pause = (result && pauseOf(result)) ?? growing
      if (result && pause > maxPauseMilliseconds) return result
      await result?.body?.cancel()
      await sleep(pause, request.signal)
    }
  }
}

const keyHeader = 'Idempotency-Key'

/** Whether a request that may have taken effect can be sent again. */
const isRepeatable = ({ method, headers }: Request) =>
  ['GET', 'HEAD', 'PUT', 'DELETE'].includes(method) || headers.has(keyHeader)

/** Whether to repeat a refused request. A conflict with `Retry-After` means that the same request is still running. */
function shouldRepeat(request: Request, { status, headers }: Response): boolean {
  if (status === 429) return true
  if (status === 409) return headers.has('Retry-After')
  return (status === 408 || status >= 500) && (isRepeatable(request) || headers.has('Retry-After'))
}

/** The pause that a response asks for, in seconds or as a date. */
function pauseOf({ headers }: Response): number | null {
  const given = headers.get('Retry-After')
  if (given === null) return null
  const milliseconds = /^\d+$/.test(given) ? Number(given) * 1000 : Date.parse(given) - Date.now()
  return Number.isNaN(milliseconds) ? null : Math.max(0, milliseconds)
}

export function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', end)
      resolve()
    }, milliseconds)
    if (signal?.aborted) end()
    else signal?.addEventListener('abort', end, { once: true })
  })
}
