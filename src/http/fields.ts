import { type IntegerOptions, type SchemaOptions, type TSchema, type TUnsafe, Type } from '@sinclair/typebox'
import { t } from 'elysia'
import { badRequest } from '../errors.ts'
import { readEmail } from '../text/email.ts'
import { countCharacters } from '../text/line.ts'

type FieldOptions = SchemaOptions & { error?: string }

/**
 * A field with a description for OpenAPI and a parser, `read`, that returns the stored value: JSON Schema cannot
 * trim, and TypeBox counts UTF-16 code units. `error` is the message for a missing field.
 */
function field<T>(description: FieldOptions & { error: string }, read: (value: unknown) => T) {
  const schema = t
    .Transform(t.Any(description))
    .Decode(read)
    .Encode((value) => value)
  return schema as unknown as TUnsafe<T>
}

/**
 * An integer of a response. Each `t.Integer()` of Elysia compiles a check at startup, since it also accepts strings.
 */
export const integer = Type.Integer()

/** As `integer`, with a description or limits. */
export const integerWith = (options: IntegerOptions) => Type.Integer(options)

type WholeNumber = { minimum: number; maximum: number; default?: number; description: string; error: string }

/** An integer of a query, in digits only: `1e1` and `0x10` are rejected (spec: Errors, 400). */
export function wholeNumber(rule: WholeNumber) {
  const { minimum, maximum, error } = rule
  return field<number>({ type: 'integer', ...rule }, (value) => {
    const number = /^\d{1,16}$/.test(String(value)) ? Number(value) : Number.NaN
    if (number >= minimum && number <= maximum) return number
    throw badRequest(error)
  })
}

/** An id; surrounding white space is removed, since no id contains it (contract 1: Path ids). */
export function idField(name: string, description = `ID of the ${toWords(name)}.`, example = exampleId) {
  const pattern = /^[A-Za-z0-9_-]{1,100}$/
  const error = `${name} is required`
  const described = { type: 'string', pattern: pattern.source, description, examples: [example], error }
  return field<string>(described, (value) => {
    // Elysia reads a path with a broken percent-encoding as null.
    const id = typeof value === 'string' ? value.trim() : null
    if (id === '') throw badRequest(error)
    if (id === null || !pattern.test(id)) throw badRequest(`${name} has an invalid format`)
    return id
  })
}

const exampleId = '0199b7a2-5c1e-7d3f-8a40-6b2c9d1e4f57'

/** Ids that are named differently from what users call their records. */
const otherNouns: Record<string, string> = {
  sequenceId: 'conversation',
  checkId: 'answer',
  jobId: 'run',
  feedbackId: 'feedback entry',
  triggerId: 'event trigger',
  repositoryId: 'connected repository',
  integrationId: 'connected repository or issue tracker',
}

/** The noun of an id: `brandIdentityId` gives "brand identity". */
const toWords = (name: string) =>
  otherNouns[name] ?? name.replace(/Id$/, '').replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

/** The path parameters of a route, all of them ids. */
export function idParams<const N extends string>(...names: N[]) {
  const fields = Object.fromEntries(names.map((name) => [name, idField(name)]))
  return t.Object(fields as { [K in N]: ReturnType<typeof idField> })
}

type TextRule = {
  /** Description, unless the name is clear. */
  description?: string
  /** An example value; required for a path. */
  example?: string
  /** Error for a missing field or a wrong type; otherwise the error about its length is used. */
  error?: string
  /** Required pattern, and its error. */
  pattern?: [RegExp, string]
  /** Stored unchanged, including white space. */
  isVerbatim?: boolean
}

/** A text of `min` to `max` characters (code points) after trimming. */
export function text(name: string, min: number, max: number, rule: TextRule = {}) {
  const length = `${name} must have ${min} to ${max} characters`
  const { description, example, error = length, pattern, isVerbatim = false } = rule
  const lengths = { minLength: min, maxLength: max }
  const examples = example === undefined ? undefined : [example]
  const described = { type: 'string', ...lengths, pattern: pattern?.[0].source, description, examples, error }
  const isNoText = error.endsWith(' is required') ? `${name} must be a string` : error
  return field<string>(described, (value) => {
    if (typeof value !== 'string') throw badRequest(value === null ? error : isNoText)
    const read = isVerbatim ? value : value.trim()
    if (!hasLength(read, min, max)) throw badRequest(length)
    if (pattern && !pattern[0].test(read)) throw badRequest(pattern[1])
    return read
  })
}

/** An email address in lower case. */
export function emailField(name = 'email') {
  const error = `${name} must be an email address`
  return field<string>({ type: 'string', format: 'email', maxLength: 254, error }, (value) => {
    const read = typeof value === 'string' ? readEmail(value) : null
    if (read) return read
    throw badRequest(error)
  })
}

/** A URL that users may click: schemes that run scripts are rejected. */
export function link(name: string, max: number) {
  const error = `${name} must be a valid URL of up to ${max} characters`
  return field<string>({ type: 'string', format: 'uri', maxLength: max, error }, (value) => {
    const read = typeof value === 'string' ? value.trim() : ''
    if (hasLength(read, 1, max) && isLink(read)) return read
    throw badRequest(error)
  })
}

/** A JSON object with at most `max` characters of JSON text. */
export function smallObject(name: string, max: number) {
  const error = `${name} must be a JSON object of up to ${max} characters`
  return field<Record<string, unknown>>({ type: 'object', additionalProperties: true, error }, (value) => {
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    if (isObject && JSON.stringify(value).length <= max) return value as Record<string, unknown>
    throw badRequest(error)
  })
}

/** A field that may be missing or null, with the same meaning. */
export function optional<S extends TSchema>(schema: S) {
  // Null comes first: our fields accept every value until it is read.
  return t.Optional(t.Union([t.Null(), schema], { error: schema.error }))
}

/** A list of a later version of the contract that this one accepts only while it is empty. */
export const emptyList = (name: string) =>
  t.Optional(
    t.Array(t.String(), {
      maxItems: 0,
      description: 'Not supported: leave it out or send an empty list.',
      error: `${name} is not supported: leave it out or send an empty list`,
    }),
  )

function hasLength(value: string, min: number, max: number): boolean {
  // A character has one or two code units, so most texts need not be counted.
  if (value.length < min || value.length > 2 * max) return false
  if (value.length >= 2 * min && value.length <= max) return true
  const length = countCharacters(value)
  return length >= min && length <= max
}

function isLink(value: string): boolean {
  return !/\s/.test(value) && URL.canParse(value) && !/^(javascript|data|vbscript):/i.test(value)
}

/**
 * A schema of several allowed values. Elysia's own `UnionEnum` has a default, which would replace a missing field.
 */
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
  /** The only allowed items. */
  choices?: readonly T[]
  maxItems?: number
  description: string
}

/** A query field of several comma-separated values: trimmed, without blanks and duplicates, empty by default. */
export function commaList<const T extends string>(name: string, rule: ListRule<T>) {
  const { choices, maxItems = choices?.length ?? 100, description } = rule
  const error = `${name} must be ${choices ? `one of ${choices.join(', ')}` : 'a list'}`
  const items = { type: 'string', ...(choices && { enum: choices }) }
  return field<T[]>({ type: 'array', items, maxItems, description, default: [], error }, (value) => {
    // Elysia reads a query twice: the second time it is already a list.
    const given = Array.isArray(value) ? value : String(value).split(',')
    const listed = given.map((item) => item.trim()).filter(Boolean)
    const found = [...new Set(listed)]
    if ((rule.maxItems === undefined ? found : listed).length > maxItems)
      throw badRequest(`Expected at most ${maxItems} items`)
    if (choices && !found.every((item) => choices.includes(item))) throw badRequest(error)
    return found
  })
}
