import { inDigits } from './number.ts'

// Numbers in English sentences. A second language needs its own.

/** A number of things: 1 answer, 384 answers, 12,000 answers. */
export function count(number: number, noun: string, plural = `${noun}s`): string {
  return `${inDigits(number)} ${number === 1 ? noun : plural}`
}

const words = [
  'Zero',
  'One',
  'Two',
  'Three',
  'Four',
  'Five',
  'Six',
  'Seven',
  'Eight',
  'Nine',
  'Ten',
  'Eleven',
  'Twelve',
]

/** A number at the beginning of a sentence. */
export const spell = (number: number) => words[number] ?? String(number)

const ordinals = new Intl.PluralRules('en', { type: 'ordinal' })
const suffixes: Record<string, string> = { one: 'st', two: 'nd', few: 'rd', other: 'th' }

/** A place in an order: 1st, 22nd. */
export const ordinal = (number: number) => `${number}${suffixes[ordinals.select(number)]}`

/** Things in a sentence: commits, issues and releases. */
export const listed = (things: string[]) => new Intl.ListFormat('en-GB').format(things)
