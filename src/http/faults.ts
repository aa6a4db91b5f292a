import { Kind, TransformKind, type TSchema } from '@sinclair/typebox'
import { AppError, badRequest } from '../errors.ts'
import {
  findBrokenListRule,
  findBrokenRule,
  fitsNone,
  isMissing,
  isNoneOf,
  isNoObject,
} from './broken-rule.ts'
import { type Fault, toFault, toOwnFault, toUnknownFieldFault } from './fault-wording.ts'

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
 * everything: if there are several, or one in a nested value.
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
  const decode = decoderOf(schema)
  if (value === undefined) search.faults.push(toFault(schema, value, path, isMissing))
  else if (decode) visitTransformed(search, decode, value, path)
  else if (schema[Kind] === 'Object') visitObject(search, schema, value, path, ignored)
  else if (schema[Kind] === 'Array') visitArray(search, schema, value, path)
  else if (schema[Kind] === 'Union') visitUnion(search, schema, value, path, ignored)
  else if (!search.isText || typeof value !== 'string' || schema[Kind] === 'String') {
    const rule = findBrokenRule(schema, value)
    if (rule) search.faults.push(toFault(schema, value, path, rule))
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
    search.faults.push(toOwnFault(error.message, value, path))
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
    search.faults.push(toFault(schema, value, path, isNoObject))
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
    search.faults.push(toUnknownFieldFault(name, given, path, Object.keys(fields)))
  }
}

function visitArray(search: Search, schema: TSchema, value: unknown, path: string) {
  const rule = findBrokenListRule(schema, value)
  if (rule) {
    search.faults.push(toFault(schema, value, path, rule))
    return
  }
  const items = value as unknown[]
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
  const constants = others.map((each) => each.const as unknown)
  if (constants.every((word) => word !== undefined)) {
    if (!constants.some((word) => word === value || (search.isText && String(word) === value)))
      search.faults.push(toFault(schema, value, path, isNoneOf(constants)))
    return
  }
  const trials = others.map((option) => {
    const found: Search = { ...search, faults: [] }
    visit(found, option, value, path, ignored)
    return { option, faults: found.faults }
  })
  if (trials.some(({ faults }) => faults.length === 0)) return
  const meant = trials.length === 1 ? trials[0] : trials.find(({ option }) => isMeant(option, value))
  const tag = meant ? undefined : findTag(others)
  if (tag !== undefined && typeof value === 'object' && value !== null && !Array.isArray(value)) {
    const kinds = others.map((option) => option.properties[tag].const as unknown)
    const given = (value as Record<string, unknown>)[tag]
    search.faults.push(toFault({} as TSchema, given, `${path}.${tag}`, isNoneOf(kinds)))
    return
  }
  const isInside = meant?.faults.some((fault) => fault.path !== path) === true
  if (meant && (isInside || decoderOf(meant.option) || typeof schema.error !== 'string'))
    search.faults.push(...meant.faults.slice(0, maxFaults - search.faults.length))
  else search.faults.push(toFault(schema, value, path, fitsNone(others)))
}

/** The field whose constant says which of several objects is meant; undefined if they share none. */
function findTag(options: TSchema[]): string | undefined {
  const constants = options.map(({ properties = {} }) =>
    Object.keys(properties).filter((name) => properties[name].const !== undefined),
  )
  return constants[0]?.find((name) => constants.every((names) => names.includes(name)))
}

/** True for an object that has the constant fields of a schema. */
function isMeant(option: TSchema, value: unknown): boolean {
  if (option[Kind] !== 'Object' || typeof value !== 'object' || value === null) return false
  const constants = Object.entries(option.properties as Record<string, TSchema>).filter(
    ([, field]) => field.const !== undefined,
  )
  return constants.every(([name, field]) => (value as Record<string, unknown>)[name] === field.const)
}
