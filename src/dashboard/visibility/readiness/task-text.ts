import type { Check } from '../../data/readiness.ts'
import * as strings from './strings.ts'

/** The fix of one check as Markdown for a coding agent: the evidence, the wanted state, and how to check it. */
export function toFixText({ id, name, why, evidence, fix }: Check): string {
  const code = fix.code.map(({ label, text }) => `${label}:\n\n${fence(text)}`)
  return [
    `## ${name} (${id})`,
    why,
    ...(evidence.length > 0 ? [strings.task.evidence, quoted(evidence)] : []),
    strings.task.wanted(fix.text),
    ...code,
    strings.task.verify(fence(fix.verify)),
  ].join('\n\n')
}

/** All fixes of a website as one task for a coding agent. */
export function toTaskText(url: string, checks: Check[]): string {
  return [strings.task.title(url), strings.task.instruction, ...checks.map(toFixText)].join('\n\n')
}

const quoted = (lines: string[]) => lines.map((line) => `> ${line}`).join('\n')

/** A code block whose fence is longer than any in the text. */
function fence(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`{3,}/g)].map(([run]) => run.length))
  const marks = '`'.repeat(longest + 1)
  return `${marks}\n${text}\n${marks}`
}
