import type { TSchema } from '@sinclair/typebox'
import type { JSONSchema7 } from 'ai'

/**
 * A schema in the form that strict endpoints require: closed objects, every field required, and only keywords that
 * all endpoints support. Limits and custom error sentences are left out; the answer is checked against them here.
 */
export function toStrictSchema(schema: TSchema): JSONSchema7 {
  const { type, description, enum: choices, const: value, anyOf, items, properties } = schema
  return {
    ...(type && { type }),
    ...(description && { description }),
    ...(choices && { enum: choices }),
    ...(value !== undefined && { const: value }),
    ...(anyOf && { anyOf: anyOf.map(toStrictSchema) }),
    ...(items && { items: toStrictSchema(items) }),
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries<TSchema>(properties).map(([name, field]) => [name, toStrictSchema(field)]),
      ),
      required: Object.keys(properties),
      additionalProperties: false,
    }),
  }
}
