import { createNamed, toSchema } from '../../http/openapi/schema.ts'
import type { OperationRoute } from '../../http/operation.ts'

export type JsonSchema = {
  [keyword: string]: unknown
  anyOf?: JsonSchema[]
  items?: JsonSchema
  properties?: Record<string, JsonSchema>
}

/** The input of a tool: an object with these properties and no others. */
export type Inputs = { properties: Record<string, JsonSchema>; required: string[] }

/**
 * Simplifies a route's schema for models: without null if omitting the field means the same, without rules that only
 * the route needs, and closed at every level, as strict tool calls require.
 */
export function toToolSchema(schema: object): JsonSchema {
  return narrow(toSchema(schema as JsonSchema, createNamed({}, true)), isIdle)
}

/** The same with a description of every property, for clients that read the list of tools once. */
export function toDescribedSchema(schema: object, operationId: string): JsonSchema {
  return narrow(toSchema(schema as JsonSchema, createNamed({}), operationId), isIdleRule)
}

type IsIdle = (rule: string, value: unknown) => boolean

function narrow({ anyOf, properties, items, ...whole }: JsonSchema, isIdle: IsIdle): JsonSchema {
  const inner = (each: JsonSchema) => narrow(each, isIdle)
  const schema = Object.fromEntries(Object.entries(whole).filter(([rule, value]) => !isIdle(rule, value)))
  const options = anyOf?.filter(({ type }) => type !== 'null').map(inner)
  const [only, ...others] = options ?? []
  if (only && others.length === 0) return { ...only, ...schema }
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  const entries = Object.entries(properties ?? {}).map(([name, property]) => [name, inner(property)])
  return {
    ...schema,
    ...(type !== undefined && { type }),
    ...(options && { anyOf: options }),
    ...(items && { items: inner(items) }),
    ...(properties && { properties: Object.fromEntries(entries), additionalProperties: false }),
  }
}

/**
 * True for rules that do not help a model: it would follow them anyway, or copies the value from an earlier response.
 */
function isIdleRule(rule: string, value: unknown): boolean {
  const most = idle[rule]
  if (most !== undefined) return Number(value) >= most
  if (rule === 'minLength') return Number(value) <= 1
  return rule === 'pattern' && value === idPattern
}

/** True also for descriptions of ids, which models understand from the name. */
const isIdle = (rule: string, value: unknown) =>
  isIdleRule(rule, value) || (rule === 'description' && /^ID of the [a-z ]+\.$/.test(String(value)))

/** Limits that a model will not reach by chance. */
const idle: Record<string, number> = { maxLength: 10_000, maxItems: 100, maximum: 2 ** 31 - 1 }
const idPattern = '^[A-Za-z0-9_-]{1,100}$'

/** The properties of a tool's input for each part of a request. */
export function inputsOf(route: OperationRoute): RouteInputs {
  const found = known.get(route) ?? readInputs(route)
  known.set(route, found)
  return found
}

type RouteInputs = Record<'params' | 'query' | 'body', Inputs>

/** Cached: schemas do not change, and every call reads them. */
const known = new WeakMap<OperationRoute, RouteInputs>()

const readInputs = ({ hooks, operation }: OperationRoute): RouteInputs => ({
  params: toInputs(hooks.params),
  query: toInputs(hooks.query),
  body: without(toInputs(hooks.body), operation.withheld),
})

/** The input of a tool with a description of every property. */
export function describeInputs({ hooks, operation }: OperationRoute): JsonSchema {
  const describe = (schema: object) => toDescribedSchema(schema, operation.operationId)
  const { params, query, body } = hooks
  const parts = [
    toInputs(params, describe),
    toInputs(query, describe),
    without(toInputs(body, describe), operation.withheld),
  ]
  return toInputSchema(parts)
}

/** The input of a tool from the parts of a request. */
export const toInputSchema = (parts: Inputs[]): JsonSchema => ({
  type: 'object',
  properties: Object.assign({}, ...parts.map(({ properties }) => properties)),
  required: parts.flatMap(({ required }) => required),
  additionalProperties: false,
})

function toInputs(
  schema: object | undefined,
  simplify: (schema: object) => JsonSchema = toToolSchema,
): Inputs {
  if (!schema) return { properties: {}, required: [] }
  const { properties = {}, required = [] } = simplify(schema)
  const isNeeded = (name: string) => properties[name]?.default === undefined
  return { properties, required: (required as string[]).filter(isNeeded) }
}

function without({ properties, required }: Inputs, withheld: string[]): Inputs {
  const offered = Object.entries(properties).filter(([name]) => !withheld.includes(name))
  return { properties: Object.fromEntries(offered), required }
}

/** The approximate token count of a value as JSON, at four characters per token. */
export const countTokens = (value: unknown) => Math.ceil(JSON.stringify(value).length / 4)
