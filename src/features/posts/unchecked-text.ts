import { escapeMarkdown } from '../../markdown/escape.ts'
import { UnprocessableText } from '../../text-thread.ts'
import { blocking, type TextFault } from './text-fault.ts'

const most = 60_000

/** The fault of a text that takes too long to check. It prevents publication until another check succeeds. */
export const unchecked: TextFault = blocking(
  'unchecked',
  'The check took too long. Simplify the formatting of the text, then check it again.',
)

/** Awaits a text task, and returns the fallback if the text cannot be processed. Other errors are thrown. */
export async function orUnchecked<T>(processed: Promise<T>, instead: () => T): Promise<T> {
  try {
    return await processed
  } catch (error) {
    if (error instanceof UnprocessableText) return instead()
    throw error
  }
}

/** Escapes unchecked texts, so that links, images and HTML in them have no effect. */
export const toLiteralMarkdown = (...texts: (string | null | undefined)[]): string =>
  texts
    .flatMap((text) => text?.trim() || [])
    .join('\n\n')
    .slice(0, most)
    .split('\n')
    .map((line) => escapeMarkdown(line.trim()))
    .join('\n')
