import type { AnyElysia } from 'elysia'
import { createNamed, toSchema } from '../http/openapi/schema.ts'
import type { OperationRoute } from '../http/operation.ts'

/** What an agent may call: over MCP, in a chat, or through the AI SDK. */
export type Tool = {
  name: string
  description: string
  inputSchema: JsonSchema
  /** Whether a call leaves everything as it is. */
  isReadOnly: boolean
  /** Does the work for an input; what is refused is an error with its sentence. */
  call(input: Record<string, unknown>): Promise<ToolResult>
}
export type ToolResult = { text: string; isError: boolean }

export type JsonSchema = {
  [keyword: string]: unknown
  anyOf?: JsonSchema[]
  items?: JsonSchema
  properties?: Record<string, JsonSchema>
}

/**
 * An operation as a tool: its inputs are the route's own, and a call sends a request through the whole API with the
 * caller's key, so that every check, limit and answer is the route's.
 */
export function toTool(
  api: Pick<AnyElysia, 'handle'>,
  { method, path, hooks, operation }: OperationRoute,
  authorization: string,
): Tool {
  const params = toInputs(hooks.params)
  const query = toInputs(hooks.query)
  const body = toInputs(hooks.body)
  return {
    name: operation.tool ?? operation.operationId,
    description: operation.description,
    inputSchema: {
      type: 'object',
      properties: { ...params.properties, ...query.properties, ...body.properties },
      required: [...params.required, ...query.required, ...body.required],
    },
    isReadOnly: isReading({ method, operation }),
    async call(input) {
      const missing = params.required.find((name) => typeof input[name] !== 'string')
      if (missing) return { text: `${missing} is required`, isError: true }
      const address = path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(String(input[name])))
      const request = new Request(`http://localhost${address}${toQueryString(pick(input, query))}`, {
        method,
        headers: { authorization, ...(hooks.body ? { 'content-type': 'application/json' } : {}) },
        body: hooks.body ? JSON.stringify(pick(input, body)) : undefined,
      })
      return toResult(await api.handle(request))
    },
  }
}

/** True for what changes nothing: it is asked for with GET, or a scope of reading opens it. */
function isReading({ method, operation }: Pick<OperationRoute, 'method' | 'operation'>): boolean {
  return method === 'GET' || operation.narrowScope?.endsWith('.read') === true
}

/** A route's schema as models read it best: as the document tells it, without null where leaving out says the same. */
export function toToolSchema(schema: object): JsonSchema {
  return withoutNull(toSchema(schema as JsonSchema, createNamed({})))
}

function withoutNull({ anyOf, properties, items, ...schema }: JsonSchema): JsonSchema {
  const options = anyOf?.filter(({ type }) => type !== 'null').map(withoutNull)
  const [only, ...others] = options ?? []
  if (only && others.length === 0) return { ...only, ...schema }
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  const entries = Object.entries(properties ?? {}).map(([name, property]) => [name, withoutNull(property)])
  return {
    ...schema,
    ...(type !== undefined && { type }),
    ...(options && { anyOf: options }),
    ...(items && { items: withoutNull(items) }),
    ...(properties && { properties: Object.fromEntries(entries) }),
  }
}

type Inputs = { properties: Record<string, JsonSchema>; required: string[] }

function toInputs(schema: object | undefined): Inputs {
  if (!schema) return { properties: {}, required: [] }
  const { properties = {}, required = [] } = toToolSchema(schema)
  const isNeeded = (name: string) => properties[name]?.default === undefined
  return { properties, required: (required as string[]).filter(isNeeded) }
}

function pick(input: Record<string, unknown>, { properties }: Inputs): Record<string, unknown> {
  return Object.fromEntries(Object.entries(input).filter(([name]) => name in properties))
}

function toQueryString(values: Record<string, unknown>): string {
  const given = Object.entries(values).filter(([, value]) => value !== undefined && value !== null)
  return given.length > 0
    ? `?${new URLSearchParams(Object.fromEntries(given.map(([name, value]) => [name, String(value)])))}`
    : ''
}

async function toResult(response: Response): Promise<ToolResult> {
  const text = await response.text()
  if (response.ok) return { text, isError: false }
  const { error } = JSON.parse(text) as { error: string }
  return { text: error, isError: true }
}
