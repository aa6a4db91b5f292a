import type { SchemaOptions, TUnsafe } from '@sinclair/typebox'
import { t } from 'elysia'
import { badRequest } from '../errors.ts'

/** An id in a path, without the blanks around it: anything else cannot name a row (contract 1: Path ids). */
export function idField(name: string) {
  const pattern = '^\\s*[A-Za-z0-9_-]{1,100}\\s*$'
  const error = ({ found }: { found?: unknown }) => {
    const given = String((found as Record<string, unknown> | undefined)?.[name] ?? '')
    return given.trim() ? `${name} has an invalid format` : `${name} is required`
  }
  return t
    .Transform(t.String({ pattern, error }))
    .Decode((id) => id.trim())
    .Encode((id) => id)
}

/** The path parameters of a route, all of them ids. */
export function idParams<const N extends string>(...names: N[]) {
  const fields = Object.fromEntries(names.map((name) => [name, idField(name)]))
  return t.Object(fields as { [K in N]: ReturnType<typeof idField> })
}

/** A text without the white space around it; 400 unless it has `min` to `max` characters, counted as people count. */
export function trimmedText(field: string, value: string, min: number, max: number): string {
  const text = value.trim()
  const { length } = [...text]
  if (length >= min && length <= max) return text
  throw badRequest(`${field} must have ${min} to ${max} characters`)
}

/** A schema of one of several words. Elysia's own `UnionEnum` has a default, which would stand in for a missing field. */
export function oneOf<const T extends readonly string[]>(
  words: T,
  options?: SchemaOptions & { error?: string },
) {
  return t.Union(
    words.map((word) => t.Literal(word)),
    options,
  ) as unknown as TUnsafe<T[number]>
}

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
