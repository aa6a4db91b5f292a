export type JsonSchema = {
  [keyword: string]: unknown
  anyOf?: JsonSchema[]
  properties?: Record<string, JsonSchema>
}

const numberFormats: unknown[] = ['integer', 'numeric']

/** A route's schema as models read it best: words as an enum, no null where leaving out says the same, no texts of ours. */
export function toToolSchema(schema: object): JsonSchema {
  const { error: _, anyOf, properties, ...rest } = JSON.parse(JSON.stringify(schema)) as JsonSchema
  if (properties) {
    const entries = Object.entries(properties).map(([name, property]) => [name, toToolSchema(property)])
    return { ...rest, properties: Object.fromEntries(entries) }
  }
  if (!anyOf) return rest
  // A number in a query may also be written as text; a tool has real numbers.
  const options = anyOf.filter(({ type, format }) => type !== 'null' && !numberFormats.includes(format))
  if (options.every((option) => option.const !== undefined))
    return { ...rest, type: 'string', enum: options.map((option) => option.const) }
  const [only, ...others] = options.map(toToolSchema)
  return only && others.length === 0 ? { ...only, ...rest } : { ...rest, anyOf: options.map(toToolSchema) }
}
