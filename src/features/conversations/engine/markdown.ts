import { plainLine } from '../../../text/line.ts'
import type { Call, Step, Turn } from './call.ts'

/** The beginning of a conversation as Markdown; its turns follow. */
export const writeHeading = ({ title, createdAt }: { title: string; createdAt: string }): string =>
  `# ${plainLine(title)}\n\n*${createdAt}*\n`

/** A turn as Markdown: who said what, and one line for each call of a tool. */
export function writeTurn({ message, steps, note }: Turn & { note?: string | null }): string {
  const sections = [
    '## You',
    message,
    ...(steps.length > 0 || note ? ['## Herald', ...steps.flatMap(writeStep)] : []),
    ...(note ? [`_${note}_`] : []),
  ]
  return sections.map((section) => `\n${section}\n`).join('')
}

const writeStep = ({ text, calls }: Step): string[] => [
  ...(text.trim() ? [text.trim()] : []),
  ...calls.map((call) => `> \`${call.tool}\` ${outcomes[call.status](call)}`),
]

const outcomes: Record<Call['status'], (call: Call) => string> = {
  requested: () => 'was not run',
  waiting: () => 'waits for a person',
  begun: () => 'has no result yet',
  completed: ({ input }) => `was called with ${inlineCode(input)}`,
  failed: ({ output }) => `failed: ${plainLine(output ?? '')}`,
  rejected: ({ output }) => `was not run: ${plainLine(output ?? '')}`,
}

/** Inline code with a fence that is longer than any run of backticks in it. */
function inlineCode(text: string): string {
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  return longest > 0 ? `${fence} ${text} ${fence}` : `${fence}${text}${fence}`
}
