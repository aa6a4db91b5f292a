import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { version } from '../../../package.json'
import { OperatorError } from '../../errors.ts'
import { toCursor } from './cursor.ts'
import type { Offer } from './mcp.ts'
import { type Resources, templates } from './mcp-resources.ts'
import type { ToolResult } from './offered-tool.ts'
import type { JsonSchema } from './tool-schema.ts'

/** What a running service offers to a key at `/mcp`: calls and reads are forwarded. */
export async function readRemote(
  apiUrl: string,
  key: string,
): Promise<Required<Pick<Offer, 'tools' | 'resources'>>> {
  const client = new Client({ name: 'herald-mcp', version })
  const transport = new StreamableHTTPClientTransport(new URL(`${apiUrl.replace(/\/+$/, '')}/mcp`), {
    requestInit: { headers: { Authorization: `Bearer ${key}` } },
    fetch: sendTwice,
  })
  await client.connect(transport).catch(() => {
    throw new OperatorError(`The service at ${apiUrl} cannot be reached, or it refuses the key.`)
  })
  const tools = await listTools(client)
  return {
    tools: tools.map(
      ({ name, title = name, description = '', inputSchema, outputSchema, annotations = {} }) => ({
        ...{ name, title, description },
        inputSchema: inputSchema as JsonSchema,
        outputSchema: (outputSchema ?? { type: 'object' }) as JsonSchema,
        hints: { ...carefulHints, ...annotations },
        async call(input, signal) {
          const result = await client.callTool({ name, arguments: input }, undefined, { signal })
          return toResult(result as CallToolResult)
        },
      }),
    ),
    resources: {
      templates,
      async list(page) {
        const cursor = page === 1 ? undefined : toCursor(page)
        return (await client.listResources({ cursor })) as Awaited<ReturnType<Resources['list']>>
      },
      async read(uri) {
        const [contents] = (await client.readResource({ uri })).contents
        if (!contents || !('text' in contents)) throw new Error(`There is no resource ${uri}.`)
        return { uri, mimeType: contents.mimeType ?? 'text/markdown', text: String(contents.text) }
      },
    },
  }
}

async function listTools(client: Client) {
  const { tools, nextCursor } = await client.listTools()
  for (let cursor = nextCursor; cursor !== undefined; ) {
    const page = await client.listTools({ cursor })
    tools.push(...page.tools)
    cursor = page.nextCursor
  }
  return tools
}

/** For a tool without hints, which may do anything. */
const carefulHints = {
  readOnlyHint: false,
  destructiveHint: true,
  idempotentHint: false,
  openWorldHint: true,
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

function toResult({ content, structuredContent, isError = false }: CallToolResult): ToolResult {
  const text = content.map((part) => (part.type === 'text' ? part.text : '')).join('\n')
  return { text, isError, ...(structuredContent && { structured: structuredContent }) }
}
