import { UsageError } from '../errors.ts'

/** The organization of most commands. */
export const org = { type: 'string', value: 'S', required: true, help: 'Slug of the organization.' } as const

export function wholeNumber(from: number, to?: number) {
  const range = to === undefined ? `of at least ${from}` : `from ${from} to ${to}`
  return reader(`a whole number ${range}`, (text) => {
    const number = Number(text)
    return text.trim() && Number.isInteger(number) && number >= from && number <= (to ?? Infinity)
      ? number
      : undefined
  })
}

export function oneOf<const T extends string>(words: readonly T[]) {
  return reader(inWords(words), (text) => words.find((word) => word === text))
}

/** A whole number, or null for `unlimited`. */
export const readLimit = reader('a whole number or "unlimited"', (text) => {
  if (text === 'unlimited') return null
  return /^\d+$/.test(text.trim()) ? Number(text) : undefined
})

export const readUrl = reader('an http or https URL', (text) =>
  /^https?:\/\//.test(text) && URL.canParse(text) ? text : undefined,
)

export const readSwitch = oneOf(['on', 'off'])

/** Creates a parser for an option. Where `read` returns undefined, the error names `what` is allowed. */
export function reader<T>(what: string, read: (text: string) => T | undefined) {
  return (text: string, option: string): T => {
    const value = read(text)
    if (value !== undefined) return value
    throw new UsageError(`--${option} must be ${what}, not "${text}".`)
  }
}

/** "a, b or c", "one of a, b, c, d". */
function inWords(words: readonly string[]): string {
  if (words.length > 3) return `one of ${words.join(', ')}`
  return words.join(', ').replace(/, ([^,]*)$/, ' or $1')
}
