import type { Context } from '../../../../context.ts'
import type { Actor } from '../../../../http/internal-request.ts'
import type { Tool } from '../../../tools/tools.ts'
import { findSenderTools, type Past } from '../../engine/sender-tools.ts'
import { keepLedger } from '../edited-posts.ts'
import type { SessionRow } from '../model.ts'
import { askQuestion } from '../rules.ts'

/** What the model of a session may call; without a tool of the service behind it, a person answers. */
export type SessionTool = Pick<Tool, 'name' | 'description' | 'inputSchema'> & { tool: Tool | null }

/** The tools of a turn: what whoever sent it may use, as they are now, and a question to them. */
export async function findSessionTools(
  ctx: Context,
  asker: Actor,
  { postId }: Pick<SessionRow, 'postId'>,
  past: Past,
): Promise<SessionTool[]> {
  const tools = await findSenderTools(ctx, asker, past)
  const kept = (tool: Tool) =>
    postId !== null && tool.name === 'update_post' ? keepLedger(ctx, tool, asker, postId) : tool
  return [
    ...tools.map(kept).map((tool) => ({
      name: tool.name,
      description: tool.description,
      inputSchema: tool.inputSchema,
      tool,
    })),
    question,
  ]
}

const question: SessionTool = {
  name: askQuestion,
  description:
    'Ask the person something that only they know. Give options where the answer is one of a few; the turn waits for it.',
  inputSchema: {
    type: 'object',
    properties: {
      question: { type: 'string', minLength: 1, maxLength: 2000 },
      options: { type: 'array', items: { type: 'string', minLength: 1, maxLength: 200 }, maxItems: 10 },
    },
    required: ['question'],
    additionalProperties: false,
  },
  tool: null,
}
