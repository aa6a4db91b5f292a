import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { version } from '../../package.json'
import { OperatorError } from '../errors.ts'
import type { McpTool } from './mcp-server.ts'

/** What a running service offers to a key at `/mcp`, as tools that pass each call on. */
export async function remoteTools(apiUrl: string, key: string): Promise<McpTool[]> {
  const client = new Client({ name: 'herald-mcp', version })
  const transport = new StreamableHTTPClientTransport(new URL(`${apiUrl.replace(/\/+$/, '')}/mcp`), {
    requestInit: { headers: { Authorization: `Bearer ${key}` } },
  })
  await client.connect(transport).catch(() => {
    throw new OperatorError(`The service at ${apiUrl} cannot be reached, or it refuses the key.`)
  })
  const { tools } = await client.listTools()
  return tools.map((tool) => ({
    ...tool,
    perform: async (input) =>
      (await client.callTool({ name: tool.name, arguments: input })) as CallToolResult,
  }))
}
