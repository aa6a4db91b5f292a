import { clip, plainLine } from '../../../text/line.ts'

/** What to set, where there is no model to ask. */
export const noWriter = 'No model is configured: set WRITER_MODEL, and OPENAI_BASE_URL or OPENAI_API_KEY.'

/** What a chat is called before a model has read its first message (contract 15.5). */
export function titleOf(message: string): string {
  return clip(plainLine(message), 60) || 'New chat'
}

/** A reply that did not say for so long that it lives has ended with its process. */
export const leaseMilliseconds = 15_000
export const renewMilliseconds = 5_000

/** True for a name of a time zone. */
export function isTimezone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
