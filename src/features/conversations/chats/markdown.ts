import { plainLine } from '../../../text/line.ts'
import type { CallPart, MessagePart } from './message.ts'
import { isCall, nameOf } from './message.ts'
import type { Chat, ChatMessage } from './model.ts'

/** A chat as Markdown: who said what, and one line for each call of a tool. */
export function writeMarkdown({ chat, messages }: { chat: Chat; messages: ChatMessage[] }): string {
  const sections = messages.map(({ role, parts }) =>
    [role === 'user' ? '## You' : '## Herald', ...(parts as MessagePart[]).flatMap(writePart)].join('\n\n'),
  )
  return `${[`# ${plainLine(chat.title)}`, `*${chat.createdAt}*`, ...sections].join('\n\n')}\n`
}

function writePart(part: MessagePart): string[] {
  if (part.type === 'text') return [(part as { text: string }).text.trim()]
  return isCall(part) ? [`> \`${nameOf(part)}\` ${outcomes[part.state](part)}`] : []
}

const outcomes: Record<CallPart['state'], (part: CallPart) => string> = {
  'input-streaming': () => 'was cut off',
  'input-available': () => 'was cut off',
  'approval-requested': () => 'waits for somebody to approve it',
  'approval-responded': () => 'was approved and cut off',
  'output-available': ({ input }) => `was called with ${code(JSON.stringify(input))}`,
  'output-error': ({ errorText = '' }) => `failed: ${plainLine(errorText)}`,
  'output-denied': ({ approval }) => `was denied${approval?.reason ? `: ${plainLine(approval.reason)}` : ''}`,
}

/** Inline code that ends where it should, whatever stands in it. */
function code(text: string): string {
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  return longest > 0 ? `${fence} ${text} ${fence}` : `${fence}${text}${fence}`
}
