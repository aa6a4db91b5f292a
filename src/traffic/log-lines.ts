/** Longer lines are skipped without being held in memory. */
export const maxLine = 64 * 1024

/** The lines of a stream of UTF-8, several at a time. A line that is too long is null. */
export async function* readLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<(string | null)[]> {
  const decoder = new TextDecoder()
  let rest = ''
  let isSkipping = false
  const split = (text: string, isEnd: boolean) => {
    const parts = (rest + text).split('\n')
    rest = isEnd ? '' : (parts.pop() ?? '')
    const lines: (string | null)[] = []
    for (const part of parts) {
      if (isSkipping || part.length > maxLine) lines.push(null)
      else if (part !== '' && part !== '\r') lines.push(part.endsWith('\r') ? part.slice(0, -1) : part)
      isSkipping = false
    }
    if (rest.length > maxLine) {
      isSkipping = true
      rest = ''
    }
    if (isSkipping) rest = ''
    return lines
  }
  for await (const chunk of chunks) yield split(decoder.decode(chunk, { stream: true }), false)
  yield split(decoder.decode(), true)
}
