import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { readCappedText } from './read-capped.ts'
import { SearchConsoleError, type SearchConsoleFault } from './search-console-error.ts'

/** A property of the search console: a URL prefix, or `sc-domain:` and a domain. */
export type Property = { siteUrl: string; permission: string }

/** A day in Pacific time, as YYYY-MM-DD. */
export type Day = string

export type QueryRow = { query: string; clicks: number; impressions: number; position: number }

/** The number of queries read (contract geo 13). */
const maxRows = 250
const maxBytes = 4 * 1024 * 1024
const timeoutMilliseconds = 20_000

const PropertyAnswer = Type.Object({
  siteEntry: Type.Optional(
    Type.Array(Type.Object({ siteUrl: Type.String(), permissionLevel: Type.String() })),
  ),
})

const count = Type.Number({ minimum: 0 })
const QueryAnswer = Type.Object({
  rows: Type.Optional(
    Type.Array(
      Type.Object({
        keys: Type.Array(Type.String(), { minItems: 1 }),
        clicks: count,
        impressions: count,
        position: count,
      }),
    ),
  ),
})

/** The properties that the user may read, by address. */
export async function listProperties(url: string, accessToken: string): Promise<Property[]> {
  const { siteEntry = [] } = await ask(`${url}/sites`, accessToken, PropertyAnswer)
  return siteEntry
    .filter(({ permissionLevel }) => permissionLevel !== 'siteUnverifiedUser')
    .map(({ siteUrl, permissionLevel }) => ({ siteUrl, permission: permissionLevel }))
    .sort((one, other) => (one.siteUrl < other.siteUrl ? -1 : 1))
}

export async function listQueries(
  url: string,
  accessToken: string,
  property: string,
  { from, to }: { from: Day; to: Day },
): Promise<QueryRow[]> {
  const address = `${url}/sites/${encodeURIComponent(property)}/searchAnalytics/query`
  const { rows = [] } = await ask(address, accessToken, QueryAnswer, {
    startDate: from,
    endDate: to,
    dimensions: ['query'],
    type: 'web',
    dataState: 'final',
    rowLimit: maxRows,
  })
  return rows.slice(0, maxRows).map(({ keys: [query = ''], clicks, impressions, position }) => ({
    ...{ query, position },
    ...{ clicks: Math.round(clicks), impressions: Math.round(impressions) },
  }))
}

async function ask<S extends TSchema>(
  url: string,
  accessToken: string,
  schema: S,
  body?: Record<string, unknown>,
): Promise<Static<S>> {
  const { status, text } = await send(url, accessToken, body)
  const answer = parse(text)
  if (status !== 200) throw new SearchConsoleError(faultOf(status, answer), `the answer was ${status}`)
  if (Value.Check(schema, answer)) return answer
  throw new SearchConsoleError('unreachable', 'the answer is not one of the search console')
}

async function send(url: string, accessToken: string, body?: Record<string, unknown>) {
  try {
    const response = await fetch(url, {
      method: body ? 'POST' : 'GET',
      headers: {
        authorization: `Bearer ${accessToken}`,
        accept: 'application/json',
        ...(body && { 'content-type': 'application/json' }),
      },
      body: body && JSON.stringify(body),
      // A redirect would send the token to another address.
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMilliseconds),
    })
    const tooLarge = () => new Error('the answer is too large')
    return { status: response.status, text: await readCappedText(response.body, maxBytes, tooLarge) }
  } catch (error) {
    throw new SearchConsoleError('unreachable', (error as Error).message)
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Google also reports its limits with status 403. */
const limitReasons = ['quotaExceeded', 'rateLimitExceeded', 'userRateLimitExceeded', 'dailyLimitExceeded']

const Refusal = Type.Object({
  error: Type.Object({ errors: Type.Array(Type.Object({ reason: Type.String() })) }),
})

function faultOf(status: number, answer: unknown): SearchConsoleFault {
  const reasons = Value.Check(Refusal, answer) ? answer.error.errors.map(({ reason }) => reason) : []
  if (status === 429 || reasons.some((reason) => limitReasons.includes(reason))) return 'limited'
  if (status === 401) return 'ended'
  if (status === 403) return 'denied'
  return status === 404 ? 'not-found' : 'unreachable'
}
