import type { TSchema } from '@sinclair/typebox'
import type { JSONSchema7 } from 'ai'

/**
 * A schema as strict endpoints want it: closed objects with every field required, and no keyword but those that
 * all of them take. Limits and our own sentences of errors stay here, where the answer is checked.
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
