import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import {
  CallToolRequestSchema,
  type CallToolResult,
  ListToolsRequestSchema,
  type Tool as McpTool,
} from '@modelcontextprotocol/sdk/types.js'
import { version } from '../../../package.json'
import { keepAlive } from '../../http/keep-alive.ts'
import { needsApproval } from '../../http/operation.ts'
import type { OfferedTool, ToolResult } from './offered-tool.ts'

const bodyBytes = 256 * 1024

/** An MCP server that offers these tools; any failure of a tool is an error result. */
export function createMcpServer(tools: OfferedTool[]): Server {
  const server = new Server({ name: 'herald', version }, { capabilities: { tools: {} } })
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: tools.map(toMcpTool) }))
  server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
    const tool = tools.find(({ name }) => name === params.name)
    if (!tool) return toCallResult({ text: `There is no tool ${params.name}.`, isError: true })
    const result = await tool
      .call(params.arguments ?? {})
      .catch(() => ({ text: `The tool ${params.name} could not do its work.`, isError: true }))
    return toCallResult(result)
  })
  return server
}

/** Responds to one message over streamable HTTP, without a session; `beat` is for tests. */
export async function answerMcpRequest(
  request: Request,
  tools: OfferedTool[],
  beat?: number,
): Promise<Response> {
  const transport = new WebStandardStreamableHTTPServerTransport({
    sessionIdGenerator: undefined,
    enableJsonResponse: true,
    maxRequestBodySize: bodyBytes,
  })
  await createMcpServer(tools).connect(transport)
  // Errors of a tool are part of the response, whose status is always 200.
  return keepAlive(transport.handleRequest(request), beat)
}

function toMcpTool({ name, description, inputSchema, effect }: OfferedTool): McpTool {
  const annotations = {
    readOnlyHint: effect === 'read',
    destructiveHint: needsApproval(effect),
    openWorldHint: effect === 'external',
  }
  return { name, description, inputSchema: inputSchema as McpTool['inputSchema'], annotations }
}

function toCallResult({ text, isError }: ToolResult): CallToolResult {
  return { content: [{ type: 'text', text }], isError }
}
