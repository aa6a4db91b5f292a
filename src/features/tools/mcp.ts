import {
  type CallToolResult,
  createMcpHandler,
  type Tool as McpTool,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { version } from '../../../package.json'
import { badRequest } from '../../errors.ts'
import { readBody } from '../../http/body.ts'
import type { InputBudget } from '../../input-budget.ts'
import { cutPage, readCursor } from './cursor.ts'
import { getPrompt, prompts } from './mcp-prompts.ts'
import type { Resources } from './mcp-resources.ts'
import type { OfferedTool, ToolResult } from './offered-tool.ts'

const bodyBytes = 256 * 1024
/** More than the number of tools: many clients read only the first page. */
const toolsPerPage = 200

/** What a server offers; `resources` only with a key. `permit` throws to answer the request for a call instead. */
export type Offer = { tools: OfferedTool[]; resources?: Resources; permit?: (tool: string) => void }

const instructions = `Herald writes changelogs and posts from repository activity, measures how often AI answers mention a brand, and collects feedback from agents. All tools act for one organization.
Start with a list_ tool to get ids; lists are short, and get_ tools return whole records. If a result has a nextCursor, send it as cursor to get the next page. Visibility tools need a projectId from list_projects.
generate_post, run_scan, plan_brief and approve_brief count toward monthly limits or use AI credits: get_usage says what is left. They start work and return at once; read its status every ten seconds instead of calling them again.
Tools run without a further question: ask the user before you publish, delete or spend.`

/**
 * An MCP server, for one connection or one request. Any failure of a tool is an error result; `progressMs` is the time
 * between reports about a running call.
 */
export function createMcpServer({ tools, resources }: Offer, progressMs = 5_000): Server {
  const isComplete = resources !== undefined
  const server = new Server(
    { name: 'herald', title: 'Herald', version },
    {
      capabilities: { tools: {}, ...(isComplete && { resources: {}, prompts: {} }) },
      ...(isComplete && { instructions }),
    },
  )
  server.setRequestHandler('tools/list', ({ params }) => {
    const { items, ...rest } = cutPage(tools, readPage(params), toolsPerPage)
    return { tools: items.map(toMcpTool), ...rest }
  })
  server.setRequestHandler('tools/call', async ({ params }, ctx) => {
    const tool = tools.find(({ name }) => name === params.name)
    if (!tool) return toCallResult({ text: `There is no tool ${params.name}.`, isError: true })
    using _progress = reportProgress(ctx, progressMs)
    const result = await tool
      .call(params.arguments ?? {}, ctx.mcpReq.signal)
      .catch(() => ({ text: `The tool ${params.name} failed.`, isError: true }))
    return toCallResult(result)
  })
  if (!resources) return server
  server.setRequestHandler('resources/list', ({ params }) => resources.list(readPage(params)))
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: resources.templates }))
  server.setRequestHandler('resources/read', async ({ params }) => ({
    contents: [await resources.read(params.uri)],
  }))
  server.setRequestHandler('prompts/list', () => ({ prompts }))
  server.setRequestHandler('prompts/get', ({ params }) => getPrompt(params.name, params.arguments ?? {}))
  return server
}

function readPage(params: { cursor?: string } | undefined): number {
  const page = readCursor(params?.cursor)
  if (page === null) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'The cursor is unknown.')
  return page
}

type Answering = {
  /** The share of memory that bodies of anonymous clients may use. */
  budget?: InputBudget
  /** Milliseconds between signs of life; for tests. */
  beat?: number
}

/**
 * Responds to one message over streamable HTTP, without a session, to clients of every revision. A list of messages is
 * refused: only requests are charged to the limit of a key.
 */
export async function answerMcpRequest(
  request: Request,
  offer: Offer,
  { budget, beat }: Answering = {},
): Promise<Response> {
  const { url, method, headers, signal } = request
  using body = await readBody(request, bodyBytes, budget && { budget })
  const text = new TextDecoder().decode(body.bytes)
  if (text.trimStart().startsWith('[')) throw badRequest('Send one message per request')
  const called = offer.permit && readCalledTool(text)
  if (called) offer.permit?.(called)
  const handler = createMcpHandler(() => createMcpServer(offer, beat), {
    ...(beat !== undefined && { keepAliveMs: beat }),
  })
  // Awaited, so that the memory is reserved until the message has been read.
  return await handler.fetch(new Request(url, { method, headers, signal, body: text }))
}

/** The name of the tool that a message calls; null for other messages. */
function readCalledTool(text: string): string | null {
  try {
    const { method, params } = JSON.parse(text)
    return method === 'tools/call' && typeof params?.name === 'string' ? params.name : null
  } catch {
    return null
  }
}

/** Reports at intervals that a call is still running, if the client asked for it, until it is disposed. */
function reportProgress({ mcpReq }: ServerContext, progressMs: number): Disposable {
  const progressToken = mcpReq._meta?.progressToken
  let progress = 0
  const timer =
    progressToken === undefined
      ? undefined
      : setInterval(() => {
          progress += progressMs / 1000
          const params = { progressToken, progress, message: `Running for ${progress} seconds.` }
          void mcpReq.notify({ method: 'notifications/progress', params }).catch(() => {})
        }, progressMs)
  return { [Symbol.dispose]: () => clearInterval(timer) }
}

const toMcpTool = ({ name, title, description, inputSchema, outputSchema, hints }: OfferedTool): McpTool => ({
  ...{ name, title, description },
  inputSchema: inputSchema as McpTool['inputSchema'],
  outputSchema: outputSchema as McpTool['outputSchema'],
  annotations: { title, ...hints },
})

function toCallResult({ text, isError, structured }: ToolResult): CallToolResult {
  return {
    content: [{ type: 'text', text }],
    isError,
    ...(structured && { structuredContent: structured }),
  }
}
