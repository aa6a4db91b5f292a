import type { TSchema } from '@sinclair/typebox'
import { nearest } from '../text/nearest.ts'
import type { BrokenRule } from './broken-rule.ts'

/** A fault of a request: the field's path, what is wrong with it, and the type of the value. */
export type Fault = { path: string; message: string; received: ReceivedType }

export type ReceivedType = 'missing' | 'null' | 'string' | 'number' | 'boolean' | 'array' | 'object'

/** The sentence of the contract for every fault of a session's body: it names no field. */
export const bodyError = 'Invalid request body'

/** The schema's own sentence, otherwise one about the broken rule and what was sent. */
export function toFault(schema: TSchema, value: unknown, path: string, rule: BrokenRule): Fault {
  const { error } = schema
  if (typeof error === 'string' && error !== bodyError) return toOwnFault(error, value, path)
  const subject = path === '' ? 'The body' : path
  const sent = rule.shows ? `, not ${describeValue(value, rule.shows)}` : ''
  return { path, message: `${subject} ${rule.text}${sent}`, received: typeOf(value) }
}

/** A fault with the sentence of a field or of its parser. */
export const toOwnFault = (sentence: string, value: unknown, path: string): Fault => ({
  path,
  message: withPath(sentence, path),
  received: typeOf(value),
})

/** A field that the schema does not list, with the nearest name that it lists. */
export function toUnknownFieldFault(name: string, value: unknown, parent: string, known: string[]): Fault {
  const shown = name.length > 60 ? `${name.slice(0, 60).toWellFormed()}...` : name
  const path = parent === '' ? shown : `${parent}.${shown}`
  return { path, message: `${path}: ${describeUnknown(shown, known)}`, received: typeOf(value) }
}

function describeUnknown(name: string, known: string[]): string {
  const meant = nearest(name, known)
  if (meant) return `unknown field; did you mean ${meant}?`
  return known.length > 0 ? `unknown field; known fields are ${known.join(', ')}` : 'unknown field'
}

/** A sentence that begins with the name of a nested field, with its whole path instead. */
function withPath(sentence: string, path: string): string {
  if (!/[.[]/.test(path) || sentence.startsWith(path)) return sentence
  const leaf = /(\w+)$/.exec(path)?.[1] ?? ''
  if (leaf !== '' && sentence.startsWith(`${leaf} `)) return path + sentence.slice(leaf.length)
  const [noun] = /^(?:A \w+|each of \w+)(?= must )/.exec(sentence) ?? []
  return noun ? path + sentence.slice(noun.length) : `${path}: ${sentence}`
}

function describeValue(value: unknown, shows: 'type' | 'number' | 'value'): string {
  if (shows === 'value' && typeof value === 'string' && value.length <= 60) return JSON.stringify(value)
  if (shows !== 'type' && typeof value === 'number') return String(value)
  return typeNames[typeOf(value)]
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
