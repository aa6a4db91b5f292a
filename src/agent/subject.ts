import type { Context } from '../context.ts'
import type { Asker } from '../http/on-behalf.ts'
import type { OperationRoute } from '../http/operation.ts'
import { leftAsItIs, type Shown } from '../http/shown.ts'
import { hashToken } from '../ids.ts'
import { type CallResult, callOperation, type Input } from './call.ts'
import { inputsOf } from './tool-schema.ts'

/** The record that a call touches, as it stood when it was shown. */
export type Subject = Shown & { id: string }

/** A record as the API tells it; null where there is none of this name yet. */
export type FoundRecord = { kind: string; id: string; value: Input | null }

/** The record that a call would be about; null where it is about none, and a refusal where it cannot be read. */
export async function findRecord(
  ctx: Context,
  route: OperationRoute,
  input: Input,
  asker: Asker,
): Promise<FoundRecord | CallResult | null> {
  const place = placeOf(route)
  if (!place) return null
  const id = String(input[place.key] ?? '')
  const reading = findReading(ctx, place.path) ?? findReading(ctx, parentOf(place.path))
  if (!reading) return null
  const result = await callOperation(ctx, reading, input, { asker, isShown: true })
  if (result.isError) return result
  const answer = JSON.parse(result.text) as Input
  const isListed = reading.path !== place.path || route.method === 'PUT'
  const names = route.method === 'PUT' ? [input.previousName, input.name] : [id]
  const value = isListed ? findListed(answer, names) : findTold(answer, place.kind)
  const mayBeNew = !place.path.endsWith(`:${place.key}`)
  if (value === null && !mayBeNew) return missing(place.kind)
  return { kind: place.kind, id: route.method === 'PUT' ? String(input.name) : id, value }
}

const missing = (kind: string): CallResult => ({
  text: `There is no ${kind} of this id`,
  isError: true,
  status: 404,
})

type Place = { path: string; key: string; kind: string }

/** Where the record of a route stands: what a POST makes has none yet, and is told by what it is made in. */
function placeOf({ method, path }: OperationRoute): Place | null {
  const parts = path.split('/')
  const last = parts.findLastIndex((part) => part.startsWith(':'))
  if (last < 0) return null
  const key = (parts[last] ?? '').slice(1)
  if (method === 'POST') return { path: parts.slice(0, last + 1).join('/'), key, kind: kindOf(parts, last) }
  return { path, key, kind: kindOf(parts, parts.length - 1) }
}

/** What a record is called: `postId` gives post, `skills/:name` skill, and `settings` are what they are. */
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

/** The entry of a list that goes by one of these names; an earlier one counts first. */
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

/** The record in an answer that tells of one: under its own name, where there is that. */
function findTold(answer: Input, kind: string): Input | null {
  const { organization: _, ...told } = answer
  if (kind in told) return isRecord(told[kind]) ? told[kind] : null
  const records = Object.values(told).filter(isRecord)
  return records.find((each) => 'id' in each) ?? records[0] ?? null
}

const isRecord = (value: unknown): value is Input =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What tells whether a record is still what was shown: its own time of change, or all that it says. */
export function toSubject({ kind, id, value }: FoundRecord): Subject {
  if (value === null) return { kind, id, version: 'absent' }
  const { updatedAt } = value
  const version = typeof updatedAt === 'string' ? updatedAt : hashToken(JSON.stringify(value)).slice(0, 32)
  return { kind, id, version }
}

/** The fields of a record that a call would set, as they are and as they would be. */
export function changesOf(
  route: OperationRoute,
  { value }: Pick<FoundRecord, 'value'>,
  input: Input,
): { field: string; isKnown: boolean; before: unknown; after: unknown }[] {
  const fields = Object.keys(inputsOf(route).body.properties)
  return fields
    .filter((field) => input[field] !== undefined && field !== expected)
    .map((field) => ({
      field,
      isKnown: value !== null && field in value,
      before: value?.[field],
      after: input[field],
    }))
}

/** The field by which a route compares what was read with what is there, where it has one. */
export const expected = 'expectedUpdatedAt'

/**
 * Looks whether the record of a call is as it was shown; gives what becomes of the call where it is not. One that is by
 * now as the call would have it is done: most likely an earlier try of the same call did it.
 */
export async function compareSubject(
  ctx: Context,
  route: OperationRoute,
  input: Input,
  asker: Asker,
  shown: Subject,
): Promise<CallResult | null> {
  const found = await findRecord(ctx, route, input, asker)
  const isDeleting = route.method === 'DELETE'
  if (found && 'isError' in found)
    return isDeleting && found.status === 404 ? done(`The ${shown.kind} is not there any more.`) : found
  if (!found || toSubject(found).version === shown.version) return null
  const changes = changesOf(route, found, input)
  const isDone = changes.length > 0 && changes.every((each) => each.isKnown && holds(each.before, each.after))
  if (isDone && !isDeleting) return done(JSON.stringify({ [shown.kind]: found.value }))
  const { message, status } = leftAsItIs(shown)
  return { text: message, isError: true, status }
}

const done = (text: string): CallResult => ({ text, isError: false, status: 200 })

/** True where a value holds what is asked for: what an object leaves out, its route fills in. */
function holds(value: unknown, asked: unknown): boolean {
  if (!isRecord(value) || !isRecord(asked)) return isSame(value, asked)
  return Object.entries(asked).every(([name, part]) => holds(value[name], part))
}

/** True of two values that are stored as the same: neither blanks around a text nor the order of keys are kept. */
export const isSame = (one: unknown, other: unknown) => Bun.deepEquals(toKept(one), toKept(other))

const toKept = (value: unknown) => (typeof value === 'string' ? value.trim() : (value ?? null))
