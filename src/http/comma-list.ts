import { t } from 'elysia'
import { badRequest } from '../errors.ts'

/** A query field that carries several values, separated by commas. */
export const CommaList = t.Optional(t.String())

/** The items of a comma-separated parameter: trimmed, blanks dropped, each once; empty when nothing was given. */
export function readCommaList(value: string | undefined, maxItems: number): string[] {
  const items = [...new Set((value ?? '').split(',').map((item) => item.trim()))].filter(Boolean)
  if (items.length > maxItems) throw badRequest(`Expected at most ${maxItems} items`)
  return items
}

/** The same where only some values are allowed. */
export function readChoices<T extends string>(
  name: string,
  value: string | undefined,
  choices: readonly T[],
): T[] {
  const items = readCommaList(value, choices.length)
  for (const item of items) {
    if (!choices.includes(item as T)) throw badRequest(`${name} must be one of ${choices.join(', ')}`)
  }
  return items as T[]
}
