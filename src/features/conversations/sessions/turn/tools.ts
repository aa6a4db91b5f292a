import type { OfferedTool } from '../../../../ai/converse/tools.ts'
import type { Context } from '../../../../context.ts'
import type { Actor } from '../../../../http/internal-request.ts'
import type { Tool } from '../../../tools/tools.ts'
import { type ConversationTopics, findSenderTools } from '../../engine/sender-tools.ts'
import { checkLedger } from '../edited-posts.ts'
import type { SessionRow } from '../model.ts'
import { askQuestion } from '../rules.ts'

/** The tools that the sender of a turn may use now, and a question to them. */
export async function findSessionTools(
  ctx: Context,
  asker: Actor,
  { postId }: Pick<SessionRow, 'postId'>,
  past: ConversationTopics,
): Promise<(Tool | OfferedTool)[]> {
  const tools = await findSenderTools(ctx, asker, past)
  const kept = (tool: Tool) =>
    postId !== null && tool.name === 'update_post' ? checkLedger(ctx, tool, asker, postId) : tool
  return [...tools.map(kept), question]
}

const question: OfferedTool = {
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
}
