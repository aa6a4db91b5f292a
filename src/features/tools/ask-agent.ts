import type { Context } from '../../context.ts'
import { type Actor, InternalRequest } from '../../http/internal-request.ts'
import type { Input } from './call.ts'
import type { OfferedTool, ToolResult } from './offered-tool.ts'

export const askAgent = 'ask_agent'
/** The scope of the chats that it writes to. */
export const askAgentScope = 'chats.write'

type Asking = {
  asker: Actor
  address: string
  /** The slug of the organization, for links to its chats. */
  slug: string
  toCallId(name: string, input: Input): string | undefined
}

/** A chat with Herald's agent as a tool of MCP clients: a call sends a message, and returns the whole reply. */
export function createAskTool(ctx: Context, { asker, address, slug, toCallId }: Asking): OfferedTool {
  return {
    ...described,
    async call(input, signal) {
      const { message, chatId } = input
      const path = typeof chatId === 'string' ? `/v1/chats/${encodeURIComponent(chatId)}` : '/v1/chats'
      const request = new Request(`http://localhost${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ message }),
        signal,
      })
      const behalf = { asker, address, callId: toCallId(askAgent, input) }
      const response = await ctx.ownApi.handle(new InternalRequest(request, behalf))
      const text = await response.text()
      if (!response.ok) return { text: (JSON.parse(text) as { error: string }).error, isError: true }
      const id = response.headers.get('x-chat-id') ?? ''
      return toResult(readReply(text), id, `${ctx.config.appUrl}/app/${slug}/chats/${id}`)
    },
  }
}

type Frame = { type: string; delta?: string; errorText?: string; toolCallId?: string; toolName?: string }

type Reply = { text: string; failure: string | null; pending: string[] }

/** The text of a streamed reply, and the names of the tools that wait for approval. */
function readReply(stream: string): Reply {
  const reply: Reply = { text: '', failure: null, pending: [] }
  const names = new Map<string, string>()
  for (const line of stream.split('\n')) {
    if (!line.startsWith('data: {')) continue
    const { type, delta, errorText, toolCallId = '', toolName } = JSON.parse(line.slice(6)) as Frame
    if (type === 'text-delta') reply.text += delta ?? ''
    if (type === 'error') reply.failure = errorText ?? 'The reply was interrupted.'
    if (toolName) names.set(toolCallId, toolName)
    if (type === 'tool-approval-request') reply.pending.push(names.get(toolCallId) ?? 'a tool')
  }
  return reply
}

function toResult({ text, failure, pending }: Reply, chatId: string, url: string): ToolResult {
  if (failure !== null) return { text: failure, isError: true }
  const structured = { chatId, reply: text, pendingApprovals: pending, url }
  return { text: JSON.stringify(structured), isError: false, structured }
}

const described: Omit<OfferedTool, 'call'> = {
  name: askAgent,
  title: 'Ask the agent',
  description:
    "Sends a message to Herald's own agent, which can use all tools, and returns its reply. Without chatId it starts a chat. Uses AI credits and may take minutes. Use it to have a larger task planned and done; calls that change something wait until a user approves them in the dashboard.",
  inputSchema: {
    type: 'object',
    properties: {
      message: { type: 'string', minLength: 1, description: 'What the agent should answer or do.' },
      chatId: { type: 'string', description: 'The chat to continue. Default: a new one.' },
    },
    required: ['message'],
  },
  outputSchema: {
    type: 'object',
    properties: {
      chatId: { type: 'string', description: 'Continues the chat.' },
      reply: { type: 'string', description: 'The reply as Markdown.' },
      pendingApprovals: {
        type: 'array',
        items: { type: 'string' },
        description: 'The tools that the agent may not call before a user approves.',
      },
      url: { type: 'string', description: 'The chat in the dashboard, where a user approves.' },
    },
    required: ['chatId', 'reply', 'pendingApprovals', 'url'],
  },
  hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
}
