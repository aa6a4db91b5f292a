import type { TSchema } from '@sinclair/typebox'
import { TransformDecodeError, Value } from '@sinclair/typebox/value'
import type { Context } from '../../context.ts'
import { AppError, badRequest } from '../../errors.ts'
import type { CheckedDependency } from '../../http/dependency.ts'
import { findEarlierResult } from '../../http/idempotency.ts'
import { type Actor, InternalRequest } from '../../http/internal-request.ts'
import type { OperationRoute } from '../../http/operation.ts'
import { type Inputs, inputsOf } from './tool-schema.ts'

export type Input = Record<string, unknown>

/** The result of a call: a rejection is an error with its message. */
export type CallResult = { text: string; isError: boolean; status: number }

/** The caller and the id of the call: retries of a call create nothing twice. */
export type CallOptions = {
  asker: Actor
  address?: string
  callId?: string
  chatId?: string
  signal?: AbortSignal
  /** What the user reviewed before the call. */
  reviewed?: CheckedDependency[]
  /** True if this only reads a record to show a user what a call would change. */
  isShown?: boolean
}

/**
 * Calls an operation with a tool's input, as an internal request: the route checks the caller's current rights and
 * applies all of its validation and limits.
 */
export async function callOperation(
  ctx: Context,
  route: OperationRoute,
  input: Input,
  { asker, address = asker.id, callId, chatId, signal, reviewed, isShown }: CallOptions,
): Promise<CallResult> {
  const { method, hooks } = route
  const where = readAddress(route, input)
  if (where instanceof AppError) return { text: where.message, isError: true, status: where.status }
  const { href } = where
  const body = hooks.body ? JSON.stringify(pick(input, inputsOf(route).body)) : undefined
  const headers: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' }
  function send(): Promise<Response> {
    const request = new Request(href, { method, headers, body, signal })
    return ctx.ownApi.handle(
      new InternalRequest(request, { asker, address, callId, chatId, reviewed, isShown }),
    )
  }
  const response = await send()
  // If a simultaneous attempt of the same call succeeded, send again to get its result.
  const isLate = !response.ok && method === 'POST' && (await hasMade(ctx, asker, callId))
  return toResult(isLate ? await send() : response)
}

/** True if an earlier attempt of a call created something. */
export const hasMade = async (ctx: Context, { organizationId }: Actor, callId: string | undefined) =>
  (await findEarlierResult(ctx, { organization: { id: organizationId }, callId })) !== null

async function toResult(response: Response): Promise<CallResult> {
  const text = await response.text()
  const { status } = response
  if (response.ok) return { text, isError: false, status }
  const { error } = JSON.parse(text) as { error: string }
  return { text: error, isError: true, status }
}

/** The URL for an input; an error if a value is not allowed in the path. */
function readAddress(route: OperationRoute, input: Input): URL | AppError {
  const { path, hooks } = route
  try {
    const values = readPath(hooks.params as TSchema | undefined, input)
    const address = path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(values[name] ?? ''))
    const url = new URL(`http://localhost${address}`)
    // Dots change the path in any encoding; the call must match what the preview showed.
    if (url.pathname !== address) throw badRequest('A part of a path must not consist of dots')
    url.search = toQuery(pick(input, inputsOf(route).query))
    return url
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
}

/** The path parameters, validated by the schema of the route before they enter a URL. */
function readPath(schema: TSchema | undefined, input: Input): Record<string, string> {
  const fields = Object.entries((schema?.properties ?? {}) as Record<string, TSchema>)
  return Object.fromEntries(fields.map(([name, field]) => [name, readValue(name, field, input[name])]))
}

function readValue(name: string, field: TSchema, value: unknown): string {
  if (typeof value !== 'string') throw badRequest(`${name} is required`)
  if (!value.isWellFormed()) throw badRequest(`${name} has an invalid format`)
  try {
    return String(Value.Decode(field, value))
  } catch (error) {
    const refused = error instanceof TransformDecodeError ? error.error : error
    throw refused instanceof AppError ? refused : badRequest(`${name} has an invalid format`)
  }
}

export function pick(input: Input, { properties }: Inputs): Input {
  return Object.fromEntries(Object.entries(input).filter(([name]) => name in properties))
}

function toQuery(values: Input): string {
  const given = Object.entries(values).filter(([, value]) => value !== undefined && value !== null)
  return new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)])).toString()
}
