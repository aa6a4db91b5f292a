import type { TSchema } from '@sinclair/typebox'
import { TransformDecodeError, Value } from '@sinclair/typebox/value'
import type { Context } from '../context.ts'
import { AppError, badRequest } from '../errors.ts'
import { type Asker, RequestOnBehalf } from '../http/on-behalf.ts'
import type { OperationRoute } from '../http/operation.ts'
import { type Inputs, toInputs } from './tool-schema.ts'

export type Input = Record<string, unknown>

/** What became of a call: what is refused is an error with its sentence. */
export type CallResult = { text: string; isError: boolean; status: number }

/** Who calls, and which of the caller's calls it is: a try of the same one makes nothing twice. */
export type OnBehalf = { asker: Asker; address?: string; callId?: string; signal?: AbortSignal }

/**
 * Calls an operation with a tool's input, as a request of the service to itself: whom it is for is looked up now, and
 * every check, limit and answer is the route's own.
 */
export async function callOperation(
  ctx: Context,
  route: OperationRoute,
  input: Input,
  { asker, address = asker.id, callId, signal }: OnBehalf,
): Promise<CallResult> {
  const { method, hooks } = route
  const where = readAddress(route, input)
  if (where instanceof AppError) return { text: where.message, isError: true, status: where.status }
  const request = new Request(where, {
    method,
    headers: hooks.body ? { 'content-type': 'application/json' } : {},
    body: hooks.body ? JSON.stringify(pick(input, toInputs(hooks.body))) : undefined,
    signal,
  })
  return toResult(await ctx.ownApi.handle(new RequestOnBehalf(request, { asker, address, callId })))
}

async function toResult(response: Response): Promise<CallResult> {
  const text = await response.text()
  const { status } = response
  if (response.ok) return { text, isError: false, status }
  const { error } = JSON.parse(text) as { error: string }
  return { text: error, isError: true, status }
}

/** Where an input is sent to; a refusal where a value cannot stand in the path. */
function readAddress({ path, hooks }: OperationRoute, input: Input): string | AppError {
  try {
    const values = readPath(hooks.params as TSchema | undefined, input)
    const address = path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(values[name] ?? ''))
    const url = new URL(`http://localhost${address}`)
    // Dots are steps in a path, however they are written: what is shown must be what is called.
    if (url.pathname !== address) throw badRequest('A name that stands in a path must not be made of dots')
    url.search = toQuery(pick(input, toInputs(hooks.query)))
    return url.href
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
}

/** The values of a path as its route reads them, so that none that it would refuse gets into an address. */
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
