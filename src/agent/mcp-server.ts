import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import {
  CallToolRequestSchema,
  type CallToolResult,
  ListToolsRequestSchema,
  type Tool,
} from '@modelcontextprotocol/sdk/types.js'
import { version } from '../../package.json'
import { createSubmitFeedback, description, FeedbackInput, type FeedbackOptions } from './submit-feedback.ts'
import { toToolSchema } from './tool-schema.ts'

/** A tool as clients see it, and what it does. */
export type McpTool = Tool & { perform(input: Record<string, unknown>): Promise<CallToolResult> }

/** An MCP server that offers these tools; whatever goes wrong in one is an error result. */
export function createMcpServer(tools: McpTool[]): Server {
  const server = new Server({ name: 'herald', version }, { capabilities: { tools: {} } })
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: tools.map(({ perform: _, ...tool }) => tool),
  }))
  server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
    const tool = tools.find(({ name }) => name === params.name)
    if (!tool) return textResult(`There is no tool ${params.name}.`, true)
    return tool
      .perform(params.arguments ?? {})
      .catch(() => textResult(`The tool ${params.name} could not do its work.`, true))
  })
  return server
}

export function submitFeedbackMcpTool(options: FeedbackOptions): McpTool {
  const submit = createSubmitFeedback({ source: 'mcp', ...options })
  return {
    name: 'submit_feedback',
    description,
    inputSchema: toToolSchema(FeedbackInput) as Tool['inputSchema'],
    async perform(input) {
      const { status, text } = await submit(input as FeedbackInput)
      return textResult(text, status === 'failed')
    },
  }
}

export function textResult(text: string, isError = false): CallToolResult {
  return { content: [{ type: 'text', text }], isError }
}
