import { Kind, TransformKind, type TSchema } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { AppError, badRequest } from '../errors.ts'
import { nearest } from '../text/nearest.ts'

/** A fault of a request: the field's path, what is wrong with it, and the type of the value. */
export type Fault = { path: string; message: string; received: ReceivedType }

type ReceivedType = 'missing' | 'null' | 'string' | 'number' | 'boolean' | 'array' | 'object'

/** Faults that one response lists. */
export const maxFaults = 20

type Options = {
  /** Fields of the outermost object that are ignored although its schema does not list them; true for all fields. */
  ignored?: ReadonlySet<string> | true
  /** True for a query or a path, whose values are all text. */
  isText?: boolean
}

/**
 * The first 20 faults of a value under the schema of a route, in the order of its fields. Paths contain indexes:
 * `rows[2].prompt`.
 */
export function findFaults(schema: TSchema, value: unknown, options: Options = {}): Fault[] {
  const faults: Fault[] = []
  const { ignored, isText = false } = options
  const search = { faults, isText, isOpen: isText || ignored === true }
  visit(search, schema, value, '', ignored === true ? undefined : ignored)
  return faults
}

/**
 * A 400 whose sentence is `error` or that of the first fault. All faults are in `issues` if the sentence does not say
 * everything: if there are several, or one inside of a field.
 */
export function toRefusal(faults: Fault[], error?: unknown): AppError {
  const [first] = faults
  const message = typeof error === 'string' ? error : (first?.message ?? 'The request is invalid.')
  const isComplete = faults.length <= 1 && first?.path.match(/[.[]/) == null
  return badRequest(message, isComplete ? undefined : { issues: faults })
}

type Search = { faults: Fault[]; isText: boolean; isOpen: boolean }

function visit(
  search: Search,
  schema: TSchema,
  value: unknown,
  path: string,
  ignored?: ReadonlySet<string>,
): void {
  if (search.faults.length >= maxFaults) return
  const note = (rule: string) => search.faults.push(toFault(schema, value, path, rule))
  const decode = decoderOf(schema)
  if (value === undefined) note('is required')
  else if (decode) visitTransformed(search, decode, value, path)
  else if (schema[Kind] === 'Object') visitObject(search, schema, value, path, ignored)
  else if (schema[Kind] === 'Array') visitArray(search, schema, value, path)
  else if (schema[Kind] === 'Union') visitUnion(search, schema, value, path, ignored)
  else if (!search.isText || typeof value !== 'string' || schema[Kind] === 'String') {
    const rule = findBrokenRule(schema, value)
    if (rule !== null) note(rule)
  }
}

type Decode = (value: unknown) => unknown

const decoderOf = (schema: TSchema) =>
  (schema as { [TransformKind]?: { Decode: Decode } })[TransformKind]?.Decode

/** A field with its own parser, which throws what is wrong with the value. */
function visitTransformed(search: Search, decode: Decode, value: unknown, path: string) {
  try {
    decode(value)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    search.faults.push({ path, message: withPath(error.message, path), received: typeOf(value) })
  }
}

function visitObject(
  search: Search,
  schema: TSchema,
  value: unknown,
  path: string,
  ignored?: ReadonlySet<string>,
) {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    search.faults.push(toFault(schema, value, path, 'must be an object'))
    return
  }
  const fields = schema.properties as Record<string, TSchema>
  const required = new Set(schema.required as string[] | undefined)
  for (const [name, field] of Object.entries(fields)) {
    const given = Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined
    if (given !== undefined || (required.has(name) && field.default === undefined))
      visit(search, field, given, path === '' ? name : `${path}.${name}`)
  }
  if (search.isOpen || schema.additionalProperties === true) return
  for (const [name, given] of Object.entries(value)) {
    if (Object.hasOwn(fields, name) || ignored?.has(name) || search.faults.length >= maxFaults) continue
    const shown = name.length > 60 ? `${name.slice(0, 60).toWellFormed()}...` : name
    const at = path === '' ? shown : `${path}.${shown}`
    const message = `${at}: ${describeUnknown(shown, Object.keys(fields))}`
    search.faults.push({ path: at, message, received: typeOf(given) })
  }
}

function describeUnknown(name: string, known: string[]): string {
  const meant = nearest(name, known)
  if (meant) return `did you mean ${meant}?`
  return known.length > 0 ? `unknown field; known fields are ${known.join(', ')}` : 'unknown field'
}

function visitArray(search: Search, schema: TSchema, value: unknown, path: string) {
  const items: unknown[] | null = Array.isArray(value) ? value : null
  const rule = items ? findBrokenLength(schema, items.length, 'item') : 'must be a list'
  if (!items || rule !== null) {
    search.faults.push(toFault(schema, value, path, rule ?? ''))
    return
  }
  for (let index = 0; index < items.length && search.faults.length < maxFaults; index++)
    visit(search, schema.items as TSchema, items[index] ?? null, `${path}[${index}]`)
}

/** One of several schemas: the faults of the one that the value was meant for, if that is known. */
function visitUnion(
  search: Search,
  schema: TSchema,
  value: unknown,
  path: string,
  ignored?: ReadonlySet<string>,
) {
  const options = schema.anyOf as TSchema[]
  const isNullable = options.some((each) => each[Kind] === 'Null')
  if (value === null && isNullable) return
  const others = options.filter((each) => each[Kind] !== 'Null')
  const words = others.map((each) => each.const as unknown)
  if (words.every((word) => word !== undefined)) {
    if (!words.some((word) => word === value || (search.isText && String(word) === value)))
      search.faults.push(toFault(schema, value, path, `must be one of ${words.join(', ')}`))
    return
  }
  const trials = others.map((option) => {
    const found: Search = { ...search, faults: [] }
    visit(found, option, value, path, ignored)
    return { option, faults: found.faults }
  })
  if (trials.some(({ faults }) => faults.length === 0)) return
  const meant = trials.length === 1 ? trials[0] : trials.find(({ option }) => isMeant(option, value))
  const isInside = meant?.faults.some((fault) => fault.path !== path) === true
  if (meant && (isInside || decoderOf(meant.option) || typeof schema.error !== 'string'))
    search.faults.push(...meant.faults.slice(0, maxFaults - search.faults.length))
  else search.faults.push(toFault(schema, value, path, `must be ${describeOptions(others)}`))
}

/** True for an object that has the constant fields of a schema. */
function isMeant(option: TSchema, value: unknown): boolean {
  if (option[Kind] !== 'Object' || typeof value !== 'object' || value === null) return false
  const constants = Object.entries(option.properties as Record<string, TSchema>).filter(
    ([, field]) => field.const !== undefined,
  )
  return constants.every(([name, field]) => (value as Record<string, unknown>)[name] === field.const)
}

const describeOptions = (options: TSchema[]) =>
  [...new Set(options.map((each) => nouns[String(each[Kind])] ?? 'a value'))].join(' or ')

const nouns: Record<string, string> = {
  String: 'a string',
  Number: 'a number',
  Integer: 'an integer',
  Boolean: 'true or false',
  Array: 'a list',
  Object: 'an object',
}

/** The rule that a plain value breaks, as the end of a sentence about it; null if none. */
function findBrokenRule(schema: TSchema, value: unknown): string | null {
  const isValid: boolean = Value.Check(schema, value)
  if (isValid) return null
  const kind = schema[Kind]
  if (kind === 'String' && typeof value === 'string')
    return findBrokenLength(schema, value.length, 'character') ?? 'has an invalid format'
  if (kind === 'Literal') return `must be ${JSON.stringify(schema.const)}`
  if (kind === 'Number' || kind === 'Integer') return `must be ${describeNumber(schema)}`
  return `must be ${nouns[String(kind)] ?? 'a valid value'}`
}

function describeNumber({ [Kind]: kind, multipleOf, minimum, maximum }: TSchema): string {
  const noun = kind === 'Integer' || multipleOf === 1 ? 'an integer' : 'a number'
  if (minimum !== undefined && maximum !== undefined) return `${noun} from ${minimum} to ${maximum}`
  if (minimum !== undefined) return `${noun} of at least ${minimum}`
  return maximum === undefined ? noun : `${noun} of at most ${maximum}`
}

function findBrokenLength(schema: TSchema, length: number, unit: string): string | null {
  const min = Number(schema.minItems ?? schema.minLength ?? 0)
  const max = Number(schema.maxItems ?? schema.maxLength ?? Number.POSITIVE_INFINITY)
  if (length >= min && length <= max) return null
  if (max === Number.POSITIVE_INFINITY) return `must have at least ${min} ${unit}${min === 1 ? '' : 's'}`
  return min > 0 ? `must have ${min} to ${max} ${unit}s` : `must have at most ${max} ${unit}s`
}

/** The sentence of the contract for every fault of a session's body: it names no field. */
export const bodyError = 'Invalid request body'

/** The schema's own sentence, otherwise one about the broken rule and the type of the value. */
function toFault(schema: TSchema, value: unknown, path: string, rule: string): Fault {
  const received = typeOf(value)
  const { error } = schema
  if (typeof error === 'string' && error !== bodyError)
    return { path, message: withPath(error, path), received }
  const subject = path === '' ? 'The body' : path
  const isOfType = rule.startsWith('must have') || rule.startsWith('has ') || received === 'missing'
  return {
    path,
    message: `${subject} ${rule}${isOfType ? '' : `, not ${describeValue(schema, value)}`}`,
    received,
  }
}

/** A sentence that begins with the name of a nested field, with its whole path instead. */
function withPath(sentence: string, path: string): string {
  if (!/[.[]/.test(path) || sentence.startsWith(path)) return sentence
  const leaf = /(\w+)$/.exec(path)?.[1] ?? ''
  if (leaf !== '' && sentence.startsWith(`${leaf} `)) return path + sentence.slice(leaf.length)
  const [noun] = /^(?:A \w+|each of \w+)(?= must )/.exec(sentence) ?? []
  return noun ? path + sentence.slice(noun.length) : `${path}: ${sentence}`
}

/** A wrong value among allowed ones as it is, any other by its type. */
function describeValue({ anyOf, const: word, minimum, maximum }: TSchema, value: unknown): string {
  const isChoice = word !== undefined || anyOf?.every((each: TSchema) => each.const !== undefined) === true
  if (isChoice && typeof value === 'string' && value.length <= 60) return JSON.stringify(value)
  const isRanged = isChoice || minimum !== undefined || maximum !== undefined
  return isRanged && typeof value === 'number' ? String(value) : typeNames[typeOf(value)]
}

const typeNames: Record<ReceivedType, string> = {
  missing: 'missing',
  null: 'null',
  string: 'a string',
  number: 'a number',
  boolean: 'a boolean',
  array: 'a list',
  object: 'an object',
}

function typeOf(value: unknown): ReceivedType {
  if (value === undefined) return 'missing'
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  const type = typeof value
  return type === 'string' || type === 'number' || type === 'boolean' ? type : 'object'
}
