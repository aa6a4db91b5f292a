import { conflict } from '../../../errors.ts'
import type { SessionRow, StreamQuery } from './model.ts'

/** The tool by which a session asks the person something. */
export const askQuestion = 'ask_question'

export const notConfigured = 'Agent service is not configured'

/** What is asked of a session cannot be done as it stands by now (contract 16). */
export const busy = () => conflict('A message is already being processed for this session')

/** A session that has said so much ends with its turn. */
export const maxEvents = 100_000

/** The lines that a reader wants: from which index on, and before which to end; null waits for more, where more may come. */
export function windowOf(
  { startIndex, follow }: StreamQuery,
  { nextIndex, status }: Pick<SessionRow, 'nextIndex' | 'status'>,
) {
  const start = Number(startIndex ?? 0)
  return {
    from: start < 0 ? Math.max(0, nextIndex + start) : start,
    until: follow === 'false' || status !== 'active' ? nextIndex : null,
  }
}

const eventCharacters = 16 * 1024

/** What a tool answered as an event tells it: as JSON where it is, its beginning where it is long. */
export function toEventOutput(text: string): unknown {
  if (Buffer.byteLength(text) > eventCharacters) {
    const head = Buffer.from(text)
      .subarray(0, eventCharacters)
      .toString()
      .replace(/\uFFFD+$/, '')
    return `${head}\n[The rest is left out here; the agent was given it.]`
  }
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
