import type { CallToolResult, Tool } from '@modelcontextprotocol/sdk/types.js'
import { type McpTool, textResult } from './mcp-server.ts'
import type { Operation } from './operations.ts'
import type { Service } from './service.ts'
import { type JsonSchema, toToolSchema } from './tool-schema.ts'

/** An operation as a tool: its inputs are the route's own, and calling it sends a request with the caller's key. */
export function toTool(
  service: Service,
  { tool, route, description }: Operation,
  authorization: string,
): McpTool {
  const found = service.routes.find(({ method, path }) => `${method} ${path}` === route)
  if (!found) throw new Error(`The tool ${tool} stands for ${route}, which does not exist.`)
  const { method, path, hooks } = found as { method: string; path: string; hooks: Schemas }
  const params = toObject(hooks.params)
  const query = toObject(hooks.query)
  const body = toObject(hooks.body)
  return {
    name: tool,
    description,
    inputSchema: {
      type: 'object',
      properties: { ...params.properties, ...query.properties, ...body.properties },
      required: [...params.required, ...query.required, ...body.required],
    } as Tool['inputSchema'],
    annotations: { readOnlyHint: method === 'GET' },
    async perform(input) {
      const missing = params.required.find((name) => typeof input[name] !== 'string')
      if (missing) return textResult(`${missing} is required`, true)
      const address = path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(String(input[name])))
      const request = new Request(`http://localhost${address}${toQueryString(pick(input, query))}`, {
        method,
        headers: { authorization, ...(hooks.body ? { 'content-type': 'application/json' } : {}) },
        body: hooks.body ? JSON.stringify(pick(input, body)) : undefined,
      })
      return toResult(await service.handle(request))
    },
  }
}

type Schemas = { params?: object; query?: object; body?: object }
type Inputs = { properties: Record<string, JsonSchema>; required: string[] }

function toObject(schema: object | undefined): Inputs {
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

async function toResult(response: Response): Promise<CallToolResult> {
  const text = await response.text()
  if (response.ok) return textResult(text)
  const { error } = JSON.parse(text) as { error: string }
  return textResult(error, true)
}
