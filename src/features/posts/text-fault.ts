import { t } from 'elysia'
import { joinWhole } from '../../text/line.ts'

/** A broken rule of a text that a model wrote. A blocking fault prevents publication; a minor one is a hint to the editor. */
export const TextFault = t.Object({
  rule: t.String(),
  severity: t.Union([t.Literal('blocking'), t.Literal('minor')]),
  message: t.String(),
  /** The words that the fault is about, if any. */
  excerpt: t.Nullable(t.String()),
})
export type TextFault = typeof TextFault.static

type Severity = TextFault['severity']

const fault =
  (severity: Severity) =>
  (rule: string, message: string, excerpt: string | null = null): TextFault => ({
    ...{ rule, severity, message, excerpt },
  })

/** A fault that must be corrected before publication. */
export const blocking = fault('blocking')

/** A fault that the editor can ignore. */
export const minor = fault('minor')

export type CheckedText = { title: string; markdown: string }

/** The kind of check for a text, and all input of that check as JSON. */
export type TextBasis = { kind: 'article' | 'generated'; basis: Record<string, unknown> }

/**
 * Texts with their basis up to this many characters are checked on the main thread, because the time grows
 * quadratically.
 */
export const maxCheckedHere = 5_000

export const isBlocking = ({ severity }: TextFault) => severity === 'blocking'

export const countBlocking = (faults: TextFault[]) => faults.filter(isBlocking).length

const maxRefusal = 300

/** Returns why a text cannot be published; null if it can. */
export function refusePublication(faults: TextFault[]): string | null {
  const messages = faults.filter(isBlocking).map(({ message }) => message)
  return messages.length === 0
    ? null
    : joinWhole(['This post cannot be published until its problems are fixed.', ...messages], maxRefusal)
}
