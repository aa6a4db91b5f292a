import { describeProperty } from './descriptions.ts'

/** A part of the document, as JSON. */
export type Json = { [key: string]: unknown }

/**
 * The named schemas: names by the text of the schema, and those that a document references so far. Brief schemas have
 * only the descriptions that are part of the schemas.
 */
export type NamedSchemas = { names: Map<string, string>; found: Record<string, Json>; isBrief: boolean }

export function createNamed(models: Record<string, object>, isBrief = false): NamedSchemas {
  const names = Object.entries(models).map(([name, model]) => [textOf(model), name] as const)
  return { names: new Map(names), found: {}, isBrief }
}

/** Elysia closes the schemas of bodies when it first checks one, to remove unknown fields. */
const isOurs = (key: string, value: unknown) =>
  ['error', 'nullable', 'examples'].includes(key) || (key === 'additionalProperties' && value === false)

const textOf = (schema: object) =>
  JSON.stringify(schema, (key, value) => (isOurs(key, value) ? undefined : value))

/**
 * A schema for validators and client generators: with proper types for integers, enums and times, and without
 * keywords that only this program uses. A named one is stored once and referenced. `owner` is the operation or the
 * property that holds it.
 */
export function toSchema(schema: Json, named: NamedSchemas, owner = ''): Json {
  const name = named.names.get(textOf(schema))
  if (!name) return simplify(schema, named, owner)
  named.found[name] ??= simplify(schema, named, name)
  return { $ref: `#/components/schemas/${name}` }
}

type Properties = Record<string, Json>

function simplify(schema: Json, named: NamedSchemas, owner: string): Json {
  const documented = Object.entries(schema).filter(([key, value]) => !isOurs(key, value))
  const { anyOf, properties, items, patternProperties, multipleOf, ...rest } = Object.fromEntries(documented)
  if (anyOf) return toUnion(anyOf as Json[], rest, named, owner)
  if (properties) return { ...rest, properties: toProperties(properties as Properties, named, owner) }
  if (items) return { ...rest, items: toSchema(items as Json, named, owner) }
  if (patternProperties) {
    // TypeBox's notation for an object with arbitrary keys.
    const [values = {}] = Object.values(patternProperties as Properties)
    return { ...rest, additionalProperties: toSchema(values, named, owner) }
  }
  return multipleOf === 1 ? { ...rest, type: 'integer' } : { ...rest, ...(multipleOf ? { multipleOf } : {}) }
}

function toProperties(properties: Properties, named: NamedSchemas, owner: string): Properties {
  return Object.fromEntries(
    Object.entries(properties).map(([name, property]) => {
      const schema = toSchema(property, named, name)
      const description = named.isBrief ? undefined : describeProperty(owner, name, schema)
      // Every time in the API has a name that ends in `At`, and is ISO 8601.
      const format = name.endsWith('At') && isText(schema) ? { format: 'date-time' } : {}
      return [name, { ...schema, ...format, ...(description !== undefined && { description }) }]
    }),
  )
}

const isText = ({ type }: Json) => type === 'string' || (Array.isArray(type) && type[0] === 'string')

const numberFormats: unknown[] = ['integer', 'numeric']

function toUnion(anyOf: Json[], rest: Json, named: NamedSchemas, owner: string): Json {
  // A number in a query may also be text, because all of a query is text.
  const options = anyOf.filter(({ format }) => !numberFormats.includes(format))
  const words = options.map(({ const: word }) => word)
  if (words.every((word) => typeof word === 'string')) return { type: 'string', enum: words, ...rest }
  if (words.every(Number.isInteger)) return { type: 'integer', enum: words, ...rest }
  const [only, ...others] = options
    .filter(({ type }) => type !== 'null')
    .map((each) => toSchema(each, named, owner))
  const isNullable = options.some(({ type }) => type === 'null')
  if (only === undefined || others.length > 0)
    return { ...rest, anyOf: options.map((each) => toSchema(each, named, owner)) }
  if (!isNullable) return { ...only, ...rest }
  return isPlain(only)
    ? { ...only, type: [only.type, 'null'], ...rest }
    : { ...rest, anyOf: [only, { type: 'null' }] }
}

/** True if null can be added as another type. */
const isPlain = ({ type, enum: words, const: word }: Json) =>
  typeof type === 'string' && words === undefined && word === undefined
