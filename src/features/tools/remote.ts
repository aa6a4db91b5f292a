import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { CallToolResult, ToolAnnotations } from '@modelcontextprotocol/sdk/types.js'
import { version } from '../../../package.json'
import { OperatorError } from '../../errors.ts'
import type { Effect } from '../../http/operation.ts'
import type { OfferedTool, ToolResult } from './offered-tool.ts'
import type { JsonSchema } from './tool-schema.ts'

/** The tools that a running service offers to a key at `/mcp`; each forwards its calls. */
export async function remoteTools(apiUrl: string, key: string): Promise<OfferedTool[]> {
  const client = new Client({ name: 'herald-mcp', version })
  const transport = new StreamableHTTPClientTransport(new URL(`${apiUrl.replace(/\/+$/, '')}/mcp`), {
    requestInit: { headers: { Authorization: `Bearer ${key}` } },
    fetch: sendTwice,
  })
  await client.connect(transport).catch(() => {
    throw new OperatorError(`The service at ${apiUrl} cannot be reached, or it refuses the key.`)
  })
  const { tools } = await client.listTools()
  return tools.map(({ name, description = '', inputSchema, annotations }) => ({
    name,
    description,
    inputSchema: inputSchema as JsonSchema,
    effect: toEffect(annotations),
    call: async (input) => toResult((await client.callTool({ name, arguments: input })) as CallToolResult),
  }))
}

/**
 * Sends a message again if the connection is lost before the response. Both attempts have the same Idempotency-Key, so
 * that a tool takes effect once.
 */
async function sendTwice(url: string | URL, init: RequestInit = {}): Promise<Response> {
  if (init.method !== 'POST') return fetch(url, init)
  const headers = new Headers(init.headers)
  headers.set('Idempotency-Key', crypto.randomUUID())
  const send = () => fetch(url, { ...init, headers })
  return send().catch((error) => {
    if (init.signal?.aborted) throw error
    return send()
  })
}

/** The effect that the hints of a tool describe; without hints it may change anything. */
function toEffect({
  readOnlyHint = false,
  destructiveHint = true,
  openWorldHint = false,
}: ToolAnnotations = {}): Effect {
  if (openWorldHint) return 'external'
  if (readOnlyHint) return 'read'
  return destructiveHint ? 'change' : 'draft'
}

function toResult({ content, isError = false }: CallToolResult): ToolResult {
  const texts = content.map((part) => (part.type === 'text' ? part.text : ''))
  return { text: texts.join('\n'), isError }
}
