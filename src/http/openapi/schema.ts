/** A part of the document, as JSON. */
export type Json = { [key: string]: unknown }

/** The schemas that have a name: what each is called, by its text, and those that a document refers to so far. */
export type Named = { names: Map<string, string>; found: Record<string, Json> }

export function createNamed(models: Record<string, object>): Named {
  const names = Object.entries(models).map(([name, model]) => [textOf(model), name] as const)
  return { names: new Map(names), found: {} }
}

/** Elysia closes the schemas of bodies as soon as it checks one, to leave out what it does not know. */
const isOurs = (key: string, value: unknown) =>
  ['error', 'nullable', 'examples'].includes(key) || (key === 'additionalProperties' && value === false)

const textOf = (schema: object) =>
  JSON.stringify(schema, (key, value) => (isOurs(key, value) ? undefined : value))

/**
 * A schema as validators and client generators take it best: integers, words and times as such, and nothing that only
 * this program understands. One that has a name is found once, and referred to.
 */
export function toSchema(schema: Json, named: Named): Json {
  const name = named.names.get(textOf(schema))
  if (!name) return simplify(schema, named)
  named.found[name] ??= simplify(schema, named)
  return { $ref: `#/components/schemas/${name}` }
}

type Properties = Record<string, Json>

function simplify(schema: Json, named: Named): Json {
  const told = Object.entries(schema).filter(([key, value]) => !isOurs(key, value))
  const { anyOf, properties, items, patternProperties, multipleOf, ...rest } = Object.fromEntries(told)
  if (anyOf) return toUnion(anyOf as Json[], rest, named)
  if (properties) return { ...rest, properties: toProperties(properties as Properties, named) }
  if (items) return { ...rest, items: toSchema(items as Json, named) }
  if (patternProperties) {
    // TypeBox's way to say that an object has any names.
    const [values = {}] = Object.values(patternProperties as Properties)
    return { ...rest, additionalProperties: toSchema(values, named) }
  }
  return multipleOf === 1 ? { ...rest, type: 'integer' } : { ...rest, ...(multipleOf ? { multipleOf } : {}) }
}

function toProperties(properties: Properties, named: Named): Properties {
  return Object.fromEntries(
    Object.entries(properties).map(([name, property]) => {
      const schema = toSchema(property, named)
      // Every time on the wire is named so, and is ISO 8601.
      return [name, name.endsWith('At') && isText(schema) ? { ...schema, format: 'date-time' } : schema]
    }),
  )
}

const isText = ({ type }: Json) => type === 'string' || (Array.isArray(type) && type[0] === 'string')

const numberFormats: unknown[] = ['integer', 'numeric']

function toUnion(anyOf: Json[], rest: Json, named: Named): Json {
  // A number in a query may also be written as text, which is what all of a query is.
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

/** True where null can simply be one more type. */
const isPlain = ({ type, enum: words, const: word }: Json) =>
  typeof type === 'string' && words === undefined && word === undefined
