import type { CallRow, StreamQuery } from './model.ts'

/** The tool by which a session asks the person something. */
export const askQuestion = 'ask_question'

export const notConfigured = 'Agent service is not configured'

/** A model that asks for the same thing again and again has lost its way. */
export const mostSameCalls = 3
/** A session that has said so much ends with its turn. */
export const mostEvents = 100_000

/** The lines that a reader wants: from which index on, and before which to end; null waits for more. */
export function windowOf({ startIndex, follow }: StreamQuery, nextIndex: number) {
  const start = Number(startIndex ?? 0)
  return {
    from: start < 0 ? Math.max(0, nextIndex + start) : start,
    until: follow === 'false' ? nextIndex : null,
  }
}

/** The tool that was asked for too often among the calls of a turn, word for word; null where none was. */
export function findRepeated(calls: Pick<CallRow, 'tool' | 'input'>[]): string | null {
  const times = new Map<string, number>()
  for (const { tool, input } of calls) {
    const asked = `${tool} ${input}`
    const time = (times.get(asked) ?? 0) + 1
    if (time > mostSameCalls) return tool
    times.set(asked, time)
  }
  return null
}

/** What an answer that did not come to its end asks for may be half of what was meant. */
export const isCutOff = (finishReason: string) => ['length', 'content-filter', 'error'].includes(finishReason)

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
