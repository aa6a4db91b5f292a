import { Kind, type SchemaOptions, type TSchema, TypeRegistry } from '@sinclair/typebox'
import { t } from 'elysia'

type Rule = SchemaOptions & { holds(value: unknown): boolean; error: string }

// TypeBox counts UTF-16 halves and knows no URLs: these fields bring their own check, and still describe themselves.
TypeRegistry.Set<Rule & TSchema>('FeedbackRule', (schema, value) => schema.holds(value))
const rule = <T>(schema: Rule) => t.Unsafe<T>({ ...schema, [Kind]: 'FeedbackRule' })

/** A text of 1 to `max` characters once the white space around it is gone, counted as people count them. */
export function text(field: string, max: number) {
  return rule<string>({
    type: 'string',
    minLength: 1,
    maxLength: max,
    holds: (value) => typeof value === 'string' && hasLength(value, max),
    error: `${field} must have 1 to ${max} characters`,
  })
}

/** A URL that someone may click: what runs as a script is refused. */
export function link(field: string, max: number) {
  return rule<string>({
    type: 'string',
    format: 'uri',
    maxLength: max,
    holds: (value) => typeof value === 'string' && hasLength(value, max) && isLink(value.trim()),
    error: `${field} must be a valid URL of up to ${max} characters`,
  })
}

/** A JSON object whose text has up to `max` characters. */
export function smallObject(field: string, max: number) {
  return rule<Record<string, unknown>>({
    type: 'object',
    additionalProperties: true,
    holds: (value) =>
      typeof value === 'object' &&
      value !== null &&
      !Array.isArray(value) &&
      JSON.stringify(value).length <= max,
    error: `${field} must be a JSON object of up to ${max} characters`,
  })
}

/** A field that may be left out, or be null, which says the same. */
export function optional<S extends TSchema>(schema: S) {
  return t.Optional(t.Union([schema, t.Null()], { error: schema.error }))
}

function hasLength(value: string, max: number): boolean {
  const trimmed = value.trim()
  // Two halves make a character at the most, so that a huge text need not be taken apart.
  return trimmed !== '' && trimmed.length <= 2 * max && [...trimmed].length <= max
}

function isLink(value: string): boolean {
  return !/\s/.test(value) && URL.canParse(value) && !/^(javascript|data|vbscript):/i.test(value)
}
