import type { TSchema } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import type { Context } from '../../context.ts'
import type { Actor } from '../../http/internal-request.ts'
import type { OperationRoute } from '../../http/operation.ts'
import { mayUse } from '../keys/guard.ts'
import { identifyAsker } from '../keys/identify.ts'
import { type CallResult, callOperation, type Input } from './call.ts'
import { inputsOf } from './tool-schema.ts'

/** A record as the API returns it, null if there is none with this name yet; `reading` is the route that reads it. */
export type FoundRecord = { kind: string; id: string; value: Input | null; reading: OperationRoute }

/** The record that a call is about; null if there is none, an error if it cannot be read. */
export async function findRecord(
  ctx: Context,
  route: OperationRoute,
  input: Input,
  asker: Actor,
): Promise<FoundRecord | CallResult | null> {
  const place = recordPathOf(route)
  if (!place) return null
  const id = String(input[place.key] ?? '')
  const reading = findReading(ctx, place.path) ?? findReading(ctx, parentOf(place.path))
  if (!reading) return null
  const result = await callOperation(ctx, reading, input, { asker, isShown: true })
  if (result.isError) return result
  const answer = JSON.parse(result.text) as Input
  const isListed = reading.path !== place.path || route.method === 'PUT'
  const names = route.method === 'PUT' ? [input.previousName, input.name] : [id]
  const value = isListed ? findListed(answer, names) : findReturned(answer, place.kind)
  const mayBeNew = !place.path.endsWith(`:${place.key}`)
  if (value === null && !mayBeNew) return missing(place.kind)
  return { kind: place.kind, id: route.method === 'PUT' ? String(input.name) : id, value, reading }
}

const missing = (kind: string): CallResult => ({
  text: `There is no ${kind} with this ID`,
  isError: true,
  status: 404,
})

type RecordPath = { path: string; key: string; kind: string }

/** The location of a route's record: a POST has no record yet, so its parent is used. */
function recordPathOf({ method, path }: OperationRoute): RecordPath | null {
  const parts = path.split('/')
  const last = parts.findLastIndex((part) => part.startsWith(':'))
  if (last < 0) return null
  const key = (parts[last] ?? '').slice(1)
  if (method === 'POST') return { path: parts.slice(0, last + 1).join('/'), key, kind: kindOf(parts, last) }
  return { path, key, kind: kindOf(parts, parts.length - 1) }
}

/** The kind of a record: `postId` gives post, `skills/:name` skill, and `settings` stays settings. */
function kindOf(parts: string[], index: number): string {
  const part = parts[index] ?? ''
  if (part === ':name') return kindOf(parts, index - 1)
  if (part.startsWith(':'))
    return part
      .slice(1)
      .replace(/Id$/, '')
      .replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return part === 'settings' ? part : part.replace(/s$/, '').replaceAll('-', ' ')
}

const parentOf = (path: string) => path.replace(/\/[^/]+$/, '')

const findReading = (ctx: Context, path: string) =>
  ctx.ownApi
    .operations()
    .find((route) => route.method === 'GET' && route.path === path && !route.operation.hide)

/** The entry of a list with one of these ids or names; earlier ones take precedence. */
function findListed(answer: Input, names: unknown[]): Input | null {
  const entries = Object.values(answer).filter(Array.isArray).flat().filter(isRecord)
  for (const name of names) {
    const wanted = typeof name === 'string' ? name.trim().toLowerCase() : null
    const found = entries.find((entry) =>
      [entry.id, entry.name].some((each) => String(each).toLowerCase() === wanted),
    )
    if (found) return found
  }
  return null
}

/** The record in a response: the field named after its kind, otherwise the first record. */
function findReturned(answer: Input, kind: string): Input | null {
  const { organization: _, ...content } = answer
  if (kind in content) return isRecord(content[kind]) ? content[kind] : null
  const records = Object.values(content).filter(isRecord)
  return records.find((each) => 'id' in each) ?? records[0] ?? null
}

const isRecord = (value: unknown): value is Input =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A field that a call would set: `after` is what the caller sends, `kept` what the route would store of it. */
export type FieldChange = { field: string; isKnown: boolean; before: unknown; after: unknown; kept: unknown }

/** The fields of a record that a call would set, with current and new values. */
export function changesOf(
  route: OperationRoute,
  { value }: Pick<FoundRecord, 'value'>,
  input: Input,
): FieldChange[] {
  const fields = Object.keys(inputsOf(route).body.properties)
  return fields
    .filter((field) => input[field] !== undefined && field !== expected)
    .map((field) => ({
      field,
      isKnown: value !== null && field in value,
      before: value?.[field],
      after: input[field],
      kept: toKept(route, field, input[field]),
    }))
}

/** A value as its route stores it: white space around it is ignored only for fields that the route trims. */
function toKept({ hooks }: OperationRoute, field: string, value: unknown): unknown {
  const { properties } = (hooks.body ?? {}) as { properties?: Record<string, TSchema> }
  const schema = properties?.[field]
  if (!schema) return value
  try {
    return Value.Decode(schema, structuredClone(value))
  } catch {
    // The route rejects the value or adds defaults to it: it is compared unchanged.
    return value
  }
}

/** The field with which a route detects that a record has changed, if it has one. */
export const expected = 'expectedUpdatedAt'

/**
 * The result of a call whose record changed since its review: null if the record differs from what the call would
 * make of it, otherwise success, since an earlier attempt of the same call most likely made the change.
 */
export async function findEarlierSuccess(
  ctx: Context,
  route: OperationRoute,
  input: Input,
  asker: Actor,
): Promise<CallResult | null> {
  if (route.method === 'POST') return null
  const found = await findRecord(ctx, route, input, asker)
  if (found && 'isError' in found)
    return route.method === 'DELETE' && found.status === 404 ? done('It does not exist any more.') : found
  if (!found || route.method === 'DELETE') return null
  const changes = changesOf(route, found, input)
  const isDone = changes.length > 0 && changes.every((each) => each.isKnown && holds(each.before, each.kept))
  if (!isDone) return null
  const mayRead = mayUse(await identifyAsker(ctx, asker), found.reading)
  return done(
    mayRead
      ? JSON.stringify({ [found.kind]: found.value })
      : 'Nothing to change: the record already has these values.',
  )
}

const done = (text: string): CallResult => ({ text, isError: false, status: 200 })

/** True if a value contains the requested one: the route fills in the fields that an object omits. */
function holds(value: unknown, asked: unknown): boolean {
  if (!isRecord(value) || !isRecord(asked)) return isSame(value, asked)
  return Object.entries(asked).every(([name, part]) => holds(value[name], part))
}

/** True if two values are stored identically: text is compared exactly, the order of keys is ignored. */
export const isSame = (one: unknown, other: unknown) => Bun.deepEquals(one ?? null, other ?? null)
