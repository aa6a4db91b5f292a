import type { TSchema } from '@sinclair/typebox'
import { TransformDecodeCheckError, TransformDecodeError, Value } from '@sinclair/typebox/value'
import type { Context } from '../context.ts'
import { AppError } from '../errors.ts'
import type { Asker } from '../http/on-behalf.ts'
import type { OperationRoute } from '../http/operation.ts'
import { findHunks } from '../text/difference.ts'
import { terminalLine } from '../text/line.ts'
import { type Input, pick } from './call.ts'
import { changesOf, type FoundRecord, findRecord, isSame, type Subject, toSubject } from './subject.ts'
import { inputsOf } from './tool-schema.ts'

/**
 * What a person is asked before a call, and the record that they are asked about; `refused` says why nobody need be
 * asked: the call could not be made.
 */
export type Preview = { prompt: string; subject: Subject | null; refused: string | null }

/**
 * What a call of an operation would do, told by code of its input and of the record as it stands: never by a model.
 * What others wrote stands in quotes, on lines of its own.
 */
export async function previewOperation(
  ctx: Context,
  route: OperationRoute,
  input: Input,
  asker: Asker,
): Promise<Preview> {
  const fault = findFault(route, input)
  if (fault !== null) return refuse(fault)
  const found = await findRecord(ctx, route, input, asker)
  if (found && 'isError' in found) return refuse(found.text)
  const lines = [
    route.operation.description,
    ...(found ? [tellRecord(found)] : []),
    ...tellInput(route, found, input),
  ]
  const isTouched = found !== null && route.method !== 'POST'
  return { prompt: lines.join('\n'), subject: isTouched ? toSubject(found) : null, refused: null }
}

const refuse = (refused: string): Preview => ({ prompt: refused, subject: null, refused })

/** Why a route would not take a body, in its own sentence; null where it would. */
function findFault(route: OperationRoute, input: Input): string | null {
  if (!route.hooks.body) return null
  const schema = route.hooks.body as TSchema
  try {
    Value.Decode(schema, Value.Default(schema, structuredClone(pick(input, inputsOf(route).body))))
    return null
  } catch (error) {
    if (error instanceof TransformDecodeError && error.error instanceof AppError) return error.error.message
    if (!(error instanceof TransformDecodeCheckError)) throw error
    const { path, message, schema: broken } = error.error
    return String(broken.error ?? `${path.slice(1).replaceAll('/', '.')}: ${message}`)
  }
}

const titles = ['title', 'name', 'displayName', 'topic', 'prompt', 'companyName', 'message', 'websiteUrl']

function tellRecord({ kind, id, value }: FoundRecord): string {
  if (value === null)
    return kind === 'settings' ? 'There are no settings yet.' : `There is no ${kind} ${quote(id)} yet.`
  const title = titles
    .map((field) => value[field])
    .find((each) => typeof each === 'string' && each.trim() !== '')
  const named =
    title === undefined || title === id ? quote(id) : `${quote(String(title))} (${terminalLine(id)})`
  return `The ${kind} is ${named}.`
}

/** What is sent, line by line: for what is changed from what to what. */
function tellInput(route: OperationRoute, found: FoundRecord | null, input: Input): string[] {
  const query = Object.entries(pick(input, inputsOf(route).query)).map(
    ([field, value]) => `${field}: ${tell(value)}`,
  )
  const isChange = route.method !== 'POST' && found?.value
  const changes = changesOf(route, { value: isChange ? found.value : null }, input)
  const lines = changes
    .filter(({ isKnown, before, after }) => !isKnown || !isSame(before, after))
    .flatMap(({ field, isKnown, before, after }) =>
      isKnown ? tellChange(field, before, after) : tellField(field, after),
    )
  return changes.length > 0 && lines.length === 0 ? ['Nothing would change.'] : [...query, ...lines]
}

function tellField(field: string, value: unknown): string[] {
  return isLong(value) ? [`${field}:`, ...tellLines('+', value.split('\n'))] : [`${field}: ${tell(value)}`]
}

function tellChange(field: string, before: unknown, after: unknown): string[] {
  if (!isLong(before) && !isLong(after)) return [`${field}: ${tell(before)} → ${tell(after)}`]
  return [`${field}:`, ...tellDifference(String(before ?? ''), String(after ?? ''))]
}

const isLong = (value: unknown): value is string =>
  typeof value === 'string' && (value.length > mostCharacters || value.includes('\n'))

/** The lines that go and those that come, place by place. */
function tellDifference(before: string, after: string): string[] {
  const hunks = findHunks(before, after)
  const told = hunks
    .slice(0, mostHunks)
    .flatMap(({ removed, added }, place) => [
      ...(place > 0 ? ['…'] : []),
      ...tellLines('-', removed),
      ...tellLines('+', added),
    ])
  const more = hunks.length - mostHunks
  return more > 0 ? [...told, `… and ${more} more places`] : told
}

const mostHunks = 20
const mostLines = 40
const mostCharacters = 200

function tellLines(sign: '-' | '+', lines: string[]): string[] {
  const shown = lines.slice(0, mostLines).map((line) => `${sign} ${quote(line)}`)
  const more = lines.length - shown.length
  return more > 0 ? [...shown, `${sign} and ${more} more lines`] : shown
}

function tell(value: unknown): string {
  if (value === null || value === undefined) return 'nothing'
  return typeof value === 'string' ? quote(value) : cut(terminalLine(JSON.stringify(value)))
}

/** Foreign text in quotes that it cannot close, on the line that it is put on. */
const quote = (text: string) => `“${cut(terminalLine(text).replace(/[“”]/g, '"'))}”`

function cut(text: string): string {
  const more = text.length - mostCharacters
  return more > 0 ? `${text.slice(0, mostCharacters).toWellFormed()}… and ${more} more characters` : text
}
