import { escapeMarkdown } from '../../../markdown/escape.ts'
import { UnprocessableText } from '../../../text-thread.ts'
import { blocking, type TextFault } from '../text-fault.ts'

const most = 60_000

/** The fault of a text that takes too long to check. It prevents publication until another check succeeds. */
export const unchecked: TextFault = blocking(
  'unchecked',
  'It could not be checked: that takes too long. Simplify its formatting, then check it again.',
)

/** Returns what `instead` makes where a text cannot be processed; every other error is thrown. */
export async function orUnchecked<T>(processed: Promise<T>, instead: () => T): Promise<T> {
  try {
    return await processed
  } catch (error) {
    if (error instanceof UnprocessableText) return instead()
    throw error
  }
}

/** Markdown that shows the characters of unchecked texts as they are: nothing in it is a link, an image or HTML. */
export const toLiteralMarkdown = (...texts: (string | null | undefined)[]): string =>
  texts
    .flatMap((text) => text?.trim() || [])
    .join('\n\n')
    .slice(0, most)
    .split('\n')
    .map((line) => escapeMarkdown(line.trim()))
    .join('\n')
