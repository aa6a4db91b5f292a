import { createNamed, toSchema } from '../../http/openapi/schema.ts'
import type { OperationRoute } from '../../http/operation.ts'

export type JsonSchema = {
  [keyword: string]: unknown
  anyOf?: JsonSchema[]
  items?: JsonSchema
  properties?: Record<string, JsonSchema>
}

/** What a tool takes: an object of these, and of nothing else. */
export type Inputs = { properties: Record<string, JsonSchema>; required: string[] }

/**
 * A route's schema as models read it best: as the document tells it, without null where leaving out says the same, without
 * rules that only the route needs, and closed at every level, which strict calls of tools need.
 */
export function toToolSchema(schema: object): JsonSchema {
  return narrow(toSchema(schema as JsonSchema, createNamed({})))
}

function narrow({ anyOf, properties, items, ...whole }: JsonSchema): JsonSchema {
  const schema = Object.fromEntries(Object.entries(whole).filter(([rule, value]) => !isIdle(rule, value)))
  const options = anyOf?.filter(({ type }) => type !== 'null').map(narrow)
  const [only, ...others] = options ?? []
  if (only && others.length === 0) return { ...only, ...schema }
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  const entries = Object.entries(properties ?? {}).map(([name, property]) => [name, narrow(property)])
  return {
    ...schema,
    ...(type !== undefined && { type }),
    ...(options && { anyOf: options }),
    ...(items && { items: narrow(items) }),
    ...(properties && { properties: Object.fromEntries(entries), additionalProperties: false }),
  }
}

/** A rule that no model calls better for: it would keep to it anyway, or takes what it sends from an answer. */
function isIdle(rule: string, value: unknown): boolean {
  const most = idle[rule]
  if (most !== undefined) return Number(value) >= most
  if (rule === 'minLength') return Number(value) <= 1
  if (rule === 'pattern') return value === idPattern
  return rule === 'description' && /^Id of the [a-z ]+\.$/.test(String(value))
}

/** From here on nobody meets them by chance. */
const idle: Record<string, number> = { maxLength: 10_000, maxItems: 100, maximum: 2 ** 31 - 1 }
const idPattern = '^[A-Za-z0-9_-]{1,100}$'

/** What the parts of a request take of a tool's input. */
export function inputsOf(route: OperationRoute): RouteInputs {
  const found = known.get(route) ?? readInputs(route)
  known.set(route, found)
  return found
}

type RouteInputs = Record<'params' | 'query' | 'body', Inputs>

/** Schemas stay what they are, and are read for every call. */
const known = new WeakMap<OperationRoute, RouteInputs>()

const readInputs = ({ hooks, operation }: OperationRoute): RouteInputs => ({
  params: toInputs(hooks.params),
  query: toInputs(hooks.query),
  body: without(toInputs(hooks.body), operation.withheld),
})

function toInputs(schema: object | undefined): Inputs {
  if (!schema) return { properties: {}, required: [] }
  const { properties = {}, required = [] } = toToolSchema(schema)
  const isNeeded = (name: string) => properties[name]?.default === undefined
  return { properties, required: (required as string[]).filter(isNeeded) }
}

function without({ properties, required }: Inputs, withheld: string[]): Inputs {
  const offered = Object.entries(properties).filter(([name]) => !withheld.includes(name))
  return { properties: Object.fromEntries(offered), required }
}

/** About how many tokens of a model's room a value takes as JSON: four characters make one. */
export const countTokens = (value: unknown) => Math.ceil(JSON.stringify(value).length / 4)
