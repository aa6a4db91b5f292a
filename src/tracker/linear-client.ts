import { Type as t } from '@sinclair/typebox'
import { maybe, shaper, type Validated } from '../codehost/github-shape.ts'
import { readCappedText } from '../net/read-capped.ts'
import { traced, withTrace } from '../tracing/active.ts'
import { TrackerError } from './error.ts'

export type LinearOptions = {
  apiUrl: string
  token: string
  signal?: AbortSignal
  now?: () => Date
  /** Time limit of one request in milliseconds. */
  timeout?: number
}

const maxBytes = 32 * 1024 * 1024
const tooLarge = () => new TrackerError('failed', 'The response of Linear is too large.')

/** The result, and whether Linear left out parts of it. */
export type PartialAnswer<T> = { value: T; isPartial: boolean }

const Failure = t.Object({
  message: maybe(t.String()),
  extensions: maybe(t.Object({ code: maybe(t.String()), type: maybe(t.String()) })),
})
const asAnswer = shaper(t.Object({ data: maybe(t.Unknown()), errors: maybe(t.Array(Failure)) }))

/**
 * Queries Linear's GraphQL API with a timeout and errors that say what to do. It neither waits nor retries: that is
 * up to the caller and the job queue.
 */
export function createLinearClient({
  apiUrl,
  token,
  signal,
  now = () => new Date(),
  timeout = 20_000,
}: LinearOptions) {
  const send = (query: string, variables: Record<string, unknown>) =>
    traced('fetch tracker', {}, () => post(query, variables))

  async function post(query: string, variables: Record<string, unknown>) {
    const limit = AbortSignal.any([AbortSignal.timeout(timeout), ...(signal ? [signal] : [])])
    try {
      const request = {
        method: 'POST',
        headers: {
          // A personal key is sent without a scheme, an OAuth token with one.
          authorization: token.startsWith('lin_oauth_') ? `Bearer ${token}` : token,
          'content-type': 'application/json',
          'user-agent': 'herald',
        },
        body: JSON.stringify({ query, variables }),
        redirect: 'manual' as const,
        signal: limit,
      }
      const response = await fetch(...withTrace(apiUrl, request))
      return { response, text: await readCappedText(response.body, maxBytes, tooLarge) }
    } catch (error) {
      signal?.throwIfAborted()
      if (error instanceof TrackerError) throw error
      if (limit.aborted)
        throw new TrackerError('unreachable', `Linear did not answer within ${timeout / 1000} seconds.`)
      throw new TrackerError('unreachable', `Linear could not be reached at ${new URL(apiUrl).origin}.`)
    }
  }

  return {
    /** Sends a query and validates the result; throws a TrackerError with the reason otherwise. */
    async ask<T>(
      query: string,
      variables: Record<string, unknown>,
      read: (answer: unknown) => Validated<T>,
    ): Promise<PartialAnswer<T>> {
      const { response, text } = await send(query, variables)
      const { status, headers } = response
      const answer = asAnswer(parse(text))
      const { data, errors } = answer.issues ? {} : answer.value
      const codes = (errors ?? []).flatMap(({ extensions }) => [extensions?.code, extensions?.type])
      const said = codes.map((code) => code?.toUpperCase().replaceAll(' ', '_') ?? '')
      if (status === 429 || said.includes('RATELIMITED')) throw limited(headers, now())
      if (status === 401 || said.includes('AUTHENTICATION_ERROR'))
        throw new TrackerError('unauthorized', 'Linear does not accept the token.')
      if (status === 403 || said.includes('FORBIDDEN'))
        throw new TrackerError('forbidden', 'Linear refuses access with this token.')
      if (errors?.some(({ message }) => /complex/i.test(message ?? '')))
        throw new TrackerError('refused', 'Linear rejected the query as too complex.')
      // A rejected query will always fail; all other errors may be temporary.
      if (status >= 400 && status < 500)
        throw new TrackerError('refused', `Linear refused the query with status ${status}.`)
      if (status !== 200 || data == null)
        throw new TrackerError('failed', `Linear returned status ${status}, but without the requested data.`)
      const shaped = read(data)
      if (!shaped.issues) return { value: shaped.value, isPartial: (errors?.length ?? 0) > 0 }
      if (errors && errors.length > 0)
        throw new TrackerError('failed', 'Linear returned errors instead of the requested data.')
      throw new TrackerError('failed', `Linear's answer has an unexpected format (${shaped.issues[0]}).`)
    },
  }
}

const minute = 60 * 1000
const budgets = ['x-ratelimit-requests', 'x-ratelimit-complexity', 'x-ratelimit-endpoint-requests']

/** A limit on requests or on their complexity, with its end, which Linear sends in milliseconds. */
function limited(headers: Headers, now: Date): TrackerError {
  const afterSeconds = Number(headers.get('retry-after'))
  const resets = budgets
    .filter((budget) => headers.get(`${budget}-remaining`) === '0')
    .map((budget) => Number(headers.get(`${budget}-reset`)))
    .filter((reset) => reset > 0)
  const reset = Math.max(...resets)
  const retryAt = new Date(
    afterSeconds > 0
      ? now.getTime() + afterSeconds * 1000
      : Number.isFinite(reset)
        ? reset
        : now.getTime() + minute,
  )
  const message = `Linear's rate limit is exceeded until ${retryAt.toISOString()}.`
  return new TrackerError('rate_limited', message, retryAt)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
