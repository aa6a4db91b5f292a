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
