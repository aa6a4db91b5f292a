import { absent, sampleNumbers, sampleOfType, sampleTexts } from './sample-values.ts'
import type { Json } from './schema.ts'

/**
 * An example of a response with this schema: values by the names of its properties, lists with one item. `found` are
 * the named schemas that it references.
 */
export function toExample(schema: Json, found: Record<string, Json>, name = '', depth = 0): unknown {
  const inner = (each: Json, its = name) => toExample(each, found, its, depth + 1)
  if (depth > maxDepth) return null
  if (typeof schema.$ref === 'string') return inner(found[schema.$ref.split('/').at(-1) ?? ''] ?? {})
  if (schema.const !== undefined) return schema.const
  if (Array.isArray(schema.enum)) return schema.enum[0]
  const options = (schema.anyOf ?? schema.oneOf) as Json[] | undefined
  if (options) return isNullable(schema) && absent.test(name) ? null : inner(options.find(isPresent) ?? {})
  if (Array.isArray(schema.allOf))
    return Object.assign({}, ...(schema.allOf as Json[]).map((each) => inner(each)))
  if (schema.properties)
    return Object.fromEntries(
      Object.entries(schema.properties as Record<string, Json>).map(([its, each]) => [its, inner(each, its)]),
    )
  if (schema.items)
    return absent.test(name) || isNever(schema.items as Json)
      ? []
      : toList(schema, inner(schema.items as Json))
  return isNullable(schema) && absent.test(name) ? null : toValue(schema, name)
}

const maxDepth = 16

const isPresent = ({ type }: Json) => type !== 'null'

function isNullable({ type, anyOf }: Json): boolean {
  return Array.isArray(type) ? type.includes('null') : Array.isArray(anyOf) && !anyOf.every(isPresent)
}

/** True for the items of a list that is always empty. */
const isNever = ({ not }: Json) => not !== undefined

/** A list of one item, or of as many as the schema asks for. */
const toList = ({ minItems }: Json, item: unknown) => Array(Number(minItems ?? 1) || 1).fill(item)

/** A value of a schema without parts: the known one of its name if the schema accepts it, otherwise one of its type. */
function toValue(schema: Json, name: string): unknown {
  const type = Array.isArray(schema.type) ? schema.type.find((each) => each !== 'null') : schema.type
  if (type === 'string') return toText(schema, name)
  if (type === 'integer' || type === 'number') return toNumber(schema, type, name)
  if (type === 'boolean') return sampleOfType.boolean
  if (type === 'null') return null
  return {}
}

function toText({ format, pattern }: Json, name: string): string {
  const known = sampleTexts[name]
  if (format === 'date-time') return known ?? sampleOfType.time
  if (known !== undefined && (typeof pattern !== 'string' || new RegExp(pattern).test(known))) return known
  if (/id$/i.test(name) || /Ids$/.test(name)) return sampleOfType.id
  return format === 'uri' || /url|site|domain/i.test(name) ? sampleOfType.url : sampleOfType.string
}

function toNumber({ minimum, maximum }: Json, type: 'integer' | 'number', name: string): number {
  const wanted = sampleNumbers[name] ?? sampleOfType[type]
  const value = type === 'integer' ? Math.round(wanted) : wanted
  return Math.min(Number(maximum ?? value), Math.max(Number(minimum ?? value), value))
}
