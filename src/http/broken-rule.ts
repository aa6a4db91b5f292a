import { Kind, type TSchema } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'

/** A broken rule as the end of a sentence about a value, and what the sentence shows of the value. */
export type BrokenRule = { text: string; shows?: 'type' | 'number' | 'value' }

export const isMissing: BrokenRule = { text: 'is required' }
export const isNoObject: BrokenRule = { text: 'must be an object', shows: 'type' }
const isNoList: BrokenRule = { text: 'must be a list', shows: 'type' }

/** The rule that a plain value breaks; null if none. */
export function findBrokenRule(schema: TSchema, value: unknown): BrokenRule | null {
  const isValid: boolean = Value.Check(schema, value)
  if (isValid) return null
  const kind = schema[Kind]
  if (kind === 'String' && typeof value === 'string')
    return findBrokenLength(schema, value.length, 'character') ?? { text: 'has an invalid format' }
  if (kind === 'Literal') return { text: `must be ${JSON.stringify(schema.const)}`, shows: 'value' }
  if (kind === 'Number' || kind === 'Integer')
    return { text: `must be ${describeNumber(schema)}`, shows: 'number' }
  return { text: `must be ${nouns[String(kind)] ?? 'a valid value'}`, shows: 'type' }
}

/** The rule that a list breaks as a whole, without regard to its items; null if none. */
export function findBrokenListRule(schema: TSchema, value: unknown): BrokenRule | null {
  if (!Array.isArray(value)) return isNoList
  const isRepeating =
    schema.uniqueItems === true && new Set(value.map((item) => JSON.stringify(item))).size < value.length
  return (
    findBrokenLength(schema, value.length, 'item') ??
    (isRepeating ? { text: 'must not contain an item twice' } : null)
  )
}

/** The rule of a value that is none of several constants. */
export const isNoneOf = (constants: unknown[]): BrokenRule => ({
  text: `must be one of ${constants.join(', ')}`,
  shows: 'value',
})

/** The rule of a value that none of several schemas allows. */
export function fitsNone(options: TSchema[]): BrokenRule {
  const kinds = new Set(options.map((each) => nouns[String(each[Kind])] ?? 'a value'))
  return { text: `must be ${[...kinds].join(' or ')}`, shows: 'type' }
}

const nouns: Record<string, string> = {
  String: 'a string',
  Number: 'a number',
  Integer: 'an integer',
  Boolean: 'true or false',
  Array: 'a list',
  Object: 'an object',
}

function describeNumber({ [Kind]: kind, multipleOf, minimum, maximum }: TSchema): string {
  const noun = kind === 'Integer' || multipleOf === 1 ? 'an integer' : 'a number'
  if (minimum !== undefined && maximum !== undefined) return `${noun} from ${minimum} to ${maximum}`
  if (minimum !== undefined) return `${noun} of at least ${minimum}`
  return maximum === undefined ? noun : `${noun} of at most ${maximum}`
}

function findBrokenLength(schema: TSchema, length: number, unit: string): BrokenRule | null {
  const min = Number(schema.minItems ?? schema.minLength ?? 0)
  const max = Number(schema.maxItems ?? schema.maxLength ?? Number.POSITIVE_INFINITY)
  if (length >= min && length <= max) return null
  const count = (number: number) => `${number} ${unit}${number === 1 ? '' : 's'}`
  if (min === max) return { text: `must have exactly ${count(min)}` }
  if (max === Number.POSITIVE_INFINITY) return { text: `must have at least ${count(min)}` }
  return { text: min > 0 ? `must have ${min} to ${count(max)}` : `must have at most ${count(max)}` }
}
