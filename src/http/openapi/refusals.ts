import type { Operation } from '../operation.ts'
import type { Json } from './schema.ts'

const text = { type: 'string' }
const integer = { type: 'integer' }

/** The bodies of errors. */
export const refusalSchemas: Record<string, Json> = {
  Error: {
    type: 'object',
    description:
      'An error in one sentence. Errors about keys also have a code and a recovery hint; errors about inputs also list each invalid field.',
    required: ['error'],
    properties: {
      error: { ...text, description: 'The error, in one sentence.' },
      code: { ...text, description: 'The error in capitals, for programs.' },
      recovery: { ...text, description: 'What to do.' },
      issues: {
        type: 'array',
        description:
          'The first 20 errors in the path, the query and the body, if there are several or one in a nested value.',
        items: {
          type: 'object',
          required: ['path', 'message', 'received'],
          properties: {
            path: { ...text, description: 'The field, such as `rows[2].prompt`.' },
            message: { ...text, description: 'The error, and the values that are allowed.' },
            received: {
              ...text,
              description: 'The type of the value.',
              enum: ['missing', 'null', 'string', 'number', 'boolean', 'array', 'object'],
            },
          },
        },
      },
    },
  },
  RateLimited: {
    type: 'object',
    required: ['error', 'limit', 'remaining', 'reset'],
    properties: {
      error: { ...text, description: 'The error, in one sentence.' },
      limit: { ...integer, description: 'Requests allowed per window.' },
      remaining: { ...integer, description: 'Requests left in the window: 0.' },
      reset: { ...integer, description: 'When requests are allowed again, in Unix milliseconds.' },
    },
  },
}

/** Headers of every response of a rate-limited operation, and of errors (spec: Limits). */
export const headers: Record<string, Json> = {
  'RateLimit-Limit': header(integer, 'Requests allowed per window.'),
  'RateLimit-Remaining': header(integer, 'Requests left in the window.'),
  'RateLimit-Reset': header(integer, 'Seconds until requests are allowed again.'),
  'X-RateLimit-Limit': header(integer, 'The same as RateLimit-Limit.'),
  'X-RateLimit-Remaining': header(integer, 'The same as RateLimit-Remaining.'),
  'X-RateLimit-Reset': header(integer, 'When requests are allowed again, in Unix seconds.'),
  'Retry-After': header(integer, 'Seconds to wait.'),
  'WWW-Authenticate': header(text, 'How to authenticate, with the URL of the metadata.'),
  'Idempotent-Replayed': header(
    { type: 'string', enum: ['true'] },
    'Present if this is the stored response to an earlier request with the same Idempotency-Key.',
  ),
}

/** The parameter of operations that accept an Idempotency-Key. */
export const keyParameter: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'A new random value for each request, such as a UUID. If the request is sent again with the same key within 24 hours, it takes effect only once and returns the same response.',
  required: false,
  schema: { ...text, minLength: 1, maxLength: 255, examples: ['6f1c1d3e-2f0b-4a57-9c1e-0d6a4b8e7f21'] },
}

/** True for operations that accept an Idempotency-Key: every POST with an API key. */
export const isRepeatable = (method: string, { resource, role }: Pick<Operation, 'resource' | 'role'>) =>
  method.toUpperCase() === 'POST' && resource !== null && role === null

const keyed = {
  409: 'A request with the same Idempotency-Key is still running.',
  422: 'The Idempotency-Key was used for another request.',
}

export const limitHeaders = refer(Object.keys(headers).filter((name) => name.includes('RateLimit-')))

export const replayHeader = refer(['Idempotent-Replayed'])

/** All errors of an operation, by status. */
export function toRefusals(
  method: string,
  operation: Operation,
  hasInput: boolean,
  hasBody: boolean,
): Record<string, Json> {
  const { resource, limits, refusals } = operation
  const isKeyed = resource !== null
  const isLimited = limits.length > 0
  const shown = isLimited ? limitHeaders : {}
  const sentences: Record<string, string | null> = {
    ...(hasInput && { 400: 'The request is invalid: `error` names the field.' }),
    ...(isKeyed && {
      401: 'The key is missing, unknown, revoked or expired.',
      403: 'The key does not have the scope.',
    }),
    ...(hasBody && {
      408: 'The body did not arrive in time.',
      413: 'The body is too large.',
      415: 'The content type or encoding of the body is not supported.',
    }),
    ...(isRepeatable(method, operation) && keyed),
    500: 'Unexpected error.',
    503: 'The service is temporarily unavailable.',
    ...refusals,
  }
  const answers = Object.entries(sentences).flatMap(([status, description]) =>
    description === null
      ? []
      : [
          [
            status,
            refusal(
              description,
              status === '429' ? ['RateLimited'] : ['Error'],
              headersOf(status, isKeyed, shown),
            ),
          ],
        ],
  )
  const tooMany = [...(isLimited ? ['RateLimited'] : []), ...(isKeyed ? ['Error'] : [])]
  return {
    ...Object.fromEntries(answers),
    ...(tooMany.length > 0 && {
      429: refusal('Too many requests.', tooMany, { ...refer(['Retry-After']), ...shown }),
    }),
  }
}

function headersOf(status: string, isKeyed: boolean, shown: Json): Json {
  if (status === '503' || status === '429' || status === '409') return { ...refer(['Retry-After']), ...shown }
  return status === '401' && isKeyed ? { ...refer(['WWW-Authenticate']), ...shown } : shown
}

function refusal(description: string, names: string[], headers: Json): Json {
  const [schema, ...others] = names.map((name) => ({ $ref: `#/components/schemas/${name}` }))
  return {
    description,
    ...(Object.keys(headers).length > 0 && { headers }),
    content: { 'application/json': { schema: others.length > 0 ? { anyOf: [schema, ...others] } : schema } },
  }
}

function header(schema: Json, description: string): Json {
  return { description, schema }
}

function refer(names: string[]): Json {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}
