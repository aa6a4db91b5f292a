/** A part of the document, as JSON. */
export type Json = { [key: string]: unknown }

/** The named schemas: names by the text of the schema, and those that a document references so far. */
export type NamedSchemas = { names: Map<string, string>; found: Record<string, Json> }

export function createNamed(models: Record<string, object>): NamedSchemas {
  const names = Object.entries(models).map(([name, model]) => [textOf(model), name] as const)
  return { names: new Map(names), found: {} }
}

/** Elysia closes the schemas of bodies when it first checks one, to remove unknown fields. */
const isOurs = (key: string, value: unknown) =>
  ['error', 'nullable', 'examples'].includes(key) || (key === 'additionalProperties' && value === false)

const textOf = (schema: object) =>
  JSON.stringify(schema, (key, value) => (isOurs(key, value) ? undefined : value))

/**
 * A schema for validators and client generators: with proper types for integers, enums and times, and without
 * keywords that only this program uses. A named one is stored once and referenced.
 */
export function toSchema(schema: Json, named: NamedSchemas): Json {
  const name = named.names.get(textOf(schema))
  if (!name) return simplify(schema, named)
  named.found[name] ??= simplify(schema, named)
  return { $ref: `#/components/schemas/${name}` }
}

type Properties = Record<string, Json>

function simplify(schema: Json, named: NamedSchemas): Json {
  const documented = Object.entries(schema).filter(([key, value]) => !isOurs(key, value))
  const { anyOf, properties, items, patternProperties, multipleOf, ...rest } = Object.fromEntries(documented)
  if (anyOf) return toUnion(anyOf as Json[], rest, named)
  if (properties) return { ...rest, properties: toProperties(properties as Properties, named) }
  if (items) return { ...rest, items: toSchema(items as Json, named) }
  if (patternProperties) {
    // TypeBox's notation for an object with arbitrary keys.
    const [values = {}] = Object.values(patternProperties as Properties)
    return { ...rest, additionalProperties: toSchema(values, named) }
  }
  return multipleOf === 1 ? { ...rest, type: 'integer' } : { ...rest, ...(multipleOf ? { multipleOf } : {}) }
}

function toProperties(properties: Properties, named: NamedSchemas): Properties {
  return Object.fromEntries(
    Object.entries(properties).map(([name, property]) => {
      const schema = toSchema(property, named)
      // Every time in the API has a name that ends in `At`, and is ISO 8601.
      return [name, name.endsWith('At') && isText(schema) ? { ...schema, format: 'date-time' } : schema]
    }),
  )
}

const isText = ({ type }: Json) => type === 'string' || (Array.isArray(type) && type[0] === 'string')

const numberFormats: unknown[] = ['integer', 'numeric']

function toUnion(anyOf: Json[], rest: Json, named: NamedSchemas): Json {
  // A number in a query may also be text, because all of a query is text.
  const options = anyOf.filter(({ format }) => !numberFormats.includes(format))
  const words = options.map(({ const: word }) => word)
  if (words.every((word) => typeof word === 'string')) return { type: 'string', enum: words, ...rest }
  if (words.every(Number.isInteger)) return { type: 'integer', enum: words, ...rest }
  const [only, ...others] = options.filter(({ type }) => type !== 'null').map((each) => toSchema(each, named))
  const isNullable = options.some(({ type }) => type === 'null')
  if (only === undefined || others.length > 0)
    return { ...rest, anyOf: options.map((each) => toSchema(each, named)) }
  if (!isNullable) return { ...only, ...rest }
  return isPlain(only)
    ? { ...only, type: [only.type, 'null'], ...rest }
    : { ...rest, anyOf: [only, { type: 'null' }] }
}

/** True if null can be added as another type. */
const isPlain = ({ type, enum: words, const: word }: Json) =>
  typeof type === 'string' && words === undefined && word === undefined
