import { ModelError } from '../error.ts'
import { readRetryAfter } from '../retry-after.ts'
import type { Engine } from './engine.ts'
import { amount, type Json, record, text } from './json.ts'

type Refusal = { status: number; retryAfter?: string | null; said?: string }

/** An error status as a ModelError: whether a retry may help, and what the operator can do. */
export function toFailure(engine: Engine, { status, retryAfter, said }: Refusal, now: Date): ModelError {
  const { id, keyVariable } = engine
  const retryAt = status === 429 || status >= 500 ? readRetryAfter(retryAfter, now) : undefined
  const fail = (reason: ModelError['reason'], message: string) =>
    new ModelError(reason, message, retryAt, said)
  const key = keyVariable === null ? 'set its keyVariable' : `check ${keyVariable}`
  if (status === 401 || status === 403)
    return fail('unauthorized', `The endpoint of ${id} refuses the key: ${key}.`)
  if (status === 402) return fail('refused', `The endpoint of ${id} requires payment: top up the account.`)
  if (status === 404)
    return fail('not_found', `The endpoint of ${id} has no such model or path: check model and baseUrl.`)
  if (status === 408 || status === 504) return fail('timed_out', `The endpoint of ${id} timed out.`)
  if (status === 429) return fail('rate_limited', `The provider of "${id}" is limiting requests.`)
  if (status >= 500) return fail('unavailable', `The endpoint of ${id} returned status ${status}.`)
  if (status >= 400)
    return fail('refused', `The endpoint of ${id} refused the question with status ${status}.`)
  return fail('unusable', `The endpoint of ${id} returned status ${status} instead of an answer.`)
}

/** The error in a response of status 200, or null. */
export function refusalIn(answer: Json): Refusal | null {
  const error = record(answer.error)
  if (text(answer.error) === null && Object.keys(error).length === 0) return null
  const code =
    amount(error.code) ?? amount(error.status) ?? (/rate_limit/.test(text(error.code) ?? '') ? 429 : 500)
  return { status: code >= 400 && code <= 599 ? code : 500 }
}

const maxSaid = 300

/** The error message of an endpoint, on one line and without the key, which endpoints may quote. */
export function saidIn(body: string, key: string | null): string | undefined {
  const error = record(parse(body)).error
  const said = text(error) ?? text(record(error).message) ?? text(record(parse(body)).message) ?? text(body)
  if (said === null) return undefined
  return withoutKey(said, key)
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, maxSaid)
}

/** Endpoints quote a key whole, or its first characters. */
function withoutKey(said: string, key: string | null): string {
  if (key === null) return said
  const words = said.replaceAll(key, '…')
  const start = key.slice(0, 8)
  return start.length < 8 ? words : words.replace(/\S+/g, (word) => (word.includes(start) ? '…' : word))
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return null
  }
}
