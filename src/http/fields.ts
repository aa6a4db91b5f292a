import { type SchemaOptions, type TSchema, type TUnsafe, Type } from '@sinclair/typebox'
import { t } from 'elysia'
import { badRequest } from '../errors.ts'
import { countCharacters } from '../text/line.ts'

type Described = SchemaOptions & { error?: string }

/**
 * A field that describes itself to readers of the document, and is checked by `read`, which gives the value as it is
 * kept: JSON Schema cannot trim, and TypeBox counts UTF-16 halves. `error` is told where it is missing.
 */
function field<T>(description: Described & { error: string }, read: (value: unknown) => T) {
  const schema = t
    .Transform(t.Any(description))
    .Decode(read)
    .Encode((value) => value)
  return schema as unknown as TUnsafe<T>
}

/** An integer of a response. Each `t.Integer()` of Elysia compiles a check at the start, since it also reads texts. */
export const integer = Type.Integer()

type WholeNumber = { minimum: number; maximum: number; default?: number; description: string; error: string }

/** A whole number of a query, written with digits alone: `1e1` and `0x10` are texts (spec: Errors, 400). */
export function wholeNumber(rule: WholeNumber) {
  const { minimum, maximum, error } = rule
  return field<number>({ type: 'integer', ...rule }, (value) => {
    const number = /^\d{1,16}$/.test(String(value)) ? Number(value) : Number.NaN
    if (number >= minimum && number <= maximum) return number
    throw badRequest(error)
  })
}

/** An id, without the blanks around it: anything else cannot name a row (contract 1: Path ids). */
export function idField(name: string, description = `Id of the ${toWords(name)}.`, example = exampleId) {
  const pattern = /^[A-Za-z0-9_-]{1,100}$/
  const error = `${name} is required`
  const described = { type: 'string', pattern: pattern.source, description, examples: [example], error }
  return field<string>(described, (value) => {
    const id = String(value).trim()
    if (!id) throw badRequest(error)
    if (!pattern.test(id)) throw badRequest(`${name} has an invalid format`)
    return id
  })
}

const exampleId = '0199b7a2-5c1e-7d3f-8a40-6b2c9d1e4f57'

/** What an id is of: `brandIdentityId` gives "brand identity". */
const toWords = (name: string) =>
  name.replace(/Id$/, '').replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

/** The path parameters of a route, all of them ids. */
export function idParams<const N extends string>(...names: N[]) {
  const fields = Object.fromEntries(names.map((name) => [name, idField(name)]))
  return t.Object(fields as { [K in N]: ReturnType<typeof idField> })
}

type TextRule = {
  /** What it is for, where its name does not say it. */
  description?: string
  /** A value that it may have; a path needs one. */
  example?: string
  /** What is told where it is missing or no text; else the sentence about its length. */
  error?: string
  /** What it must look like, and the sentence that says so. */
  pattern?: [RegExp, string]
  /** Kept as it is, white space and all. */
  isVerbatim?: boolean
}

/** A text of `min` to `max` characters, as people count them, once the white space around it is gone. */
export function text(name: string, min: number, max: number, rule: TextRule = {}) {
  const length = `${name} must have ${min} to ${max} characters`
  const { description, example, error = length, pattern, isVerbatim = false } = rule
  const lengths = { minLength: min, maxLength: max }
  const examples = example === undefined ? undefined : [example]
  const described = { type: 'string', ...lengths, pattern: pattern?.[0].source, description, examples, error }
  return field<string>(described, (value) => {
    if (typeof value !== 'string') throw badRequest(error)
    const read = isVerbatim ? value : value.trim()
    if (!hasLength(read, min, max)) throw badRequest(length)
    if (pattern && !pattern[0].test(read)) throw badRequest(pattern[1])
    return read
  })
}

/** An e-mail address, as it is kept: in lower case. */
export function emailField(name = 'email') {
  const error = `${name} must be an e-mail address`
  return field<string>({ type: 'string', format: 'email', maxLength: 254, error }, (value) => {
    const read = typeof value === 'string' ? readEmail(value) : null
    if (read) return read
    throw badRequest(error)
  })
}

/** An e-mail address in lower case, null for what is none. */
export function readEmail(text: string): string | null {
  const email = text.trim().toLowerCase()
  return email.length <= 254 && /^[^\s@<>"(),:;\\[\]]+@[^\s@<>"(),:;\\[\]]+$/.test(email) ? email : null
}

/** A URL that someone may click: what runs as a script is refused. */
export function link(name: string, max: number) {
  const error = `${name} must be a valid URL of up to ${max} characters`
  return field<string>({ type: 'string', format: 'uri', maxLength: max, error }, (value) => {
    const read = typeof value === 'string' ? value.trim() : ''
    if (hasLength(read, 1, max) && isLink(read)) return read
    throw badRequest(error)
  })
}

/** A JSON object whose text has up to `max` characters. */
export function smallObject(name: string, max: number) {
  const error = `${name} must be a JSON object of up to ${max} characters`
  return field<Record<string, unknown>>({ type: 'object', additionalProperties: true, error }, (value) => {
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    if (isObject && JSON.stringify(value).length <= max) return value as Record<string, unknown>
    throw badRequest(error)
  })
}

/** A field that may be left out, or be null, which says the same. */
export function optional<S extends TSchema>(schema: S) {
  // Null comes first: a field of ours takes everything until it is read.
  return t.Optional(t.Union([t.Null(), schema], { error: schema.error }))
}

function hasLength(value: string, min: number, max: number): boolean {
  // Two halves make a character at the most, so that a huge text need not be taken apart.
  if (value.length > 2 * max) return false
  const length = countCharacters(value)
  return length >= min && length <= max
}

function isLink(value: string): boolean {
  return !/\s/.test(value) && URL.canParse(value) && !/^(javascript|data|vbscript):/i.test(value)
}

/** A schema of one of several words. Elysia's own `UnionEnum` has a default, which would stand in for a missing field. */
export function oneOf<const T extends readonly (string | number)[]>(
  words: T,
  options?: SchemaOptions & { error?: string },
) {
  return t.Union(
    words.map((word) => t.Literal(word)),
    options,
  ) as unknown as TUnsafe<T[number]>
}

type ListRule<T extends string> = {
  /** The only items that are allowed. */
  choices?: readonly T[]
  maxItems?: number
  description: string
}

/**
 * A query field of several values in one parameter, separated by commas: trimmed, blanks dropped, each once, and none
 * where nothing is given.
 */
export function commaList<const T extends string>(name: string, rule: ListRule<T>) {
  const { choices, maxItems = choices?.length ?? 100, description } = rule
  const error = `${name} must be ${choices ? `one of ${choices.join(', ')}` : 'a list'}`
  const items = { type: 'string', ...(choices && { enum: choices }) }
  return field<T[]>({ type: 'array', items, maxItems, description, default: [], error }, (value) => {
    // Elysia reads a query twice: the second time it is a list already.
    const given = Array.isArray(value) ? value : String(value).split(',')
    const found = [...new Set(given.map((item) => item.trim()))].filter(Boolean)
    if (found.length > maxItems) throw badRequest(`Expected at most ${maxItems} items`)
    if (choices && !found.every((item) => choices.includes(item))) throw badRequest(error)
    return found
  })
}
