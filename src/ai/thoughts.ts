const opening = /<(think|thinking|reasoning)>/gi
const closing = /<\/(?:think|thinking|reasoning)>/i

/** A text without the marked thoughts at its beginning; empty if they never end. */
export function afterThoughts(text: string): string {
  return /^\s*<(?:think|thinking|reasoning)>/i.test(text) ? (afterClosing(text) ?? '').trimStart() : text
}

/** The text after the first closing tag; null if there is none. */
export function afterClosing(text: string): string | null {
  const end = closing.exec(text)
  return end && text.slice(end.index + end[0].length)
}

/** A text without thoughts anywhere in it. Thoughts that never end stay. Reads each part of the text once per tag name. */
export function removeThoughts(text: string): string {
  const unclosed = new Set<string>()
  let said = ''
  let from = 0
  for (const { 0: tag, 1: written = '', index } of text.matchAll(opening)) {
    const name = written.toLowerCase()
    // If nothing closes this tag, nothing closes a later one either.
    if (index < from || unclosed.has(name)) continue
    const end = endOfThought(text, name, index + tag.length)
    if (end === -1) unclosed.add(name)
    else {
      said += text.slice(from, index)
      from = end
    }
  }
  return said + text.slice(from)
}

function endOfThought(text: string, name: string, from: number): number {
  const closing = new RegExp(`</${name}>`, 'gi')
  closing.lastIndex = from
  return closing.test(text) ? closing.lastIndex : -1
}
