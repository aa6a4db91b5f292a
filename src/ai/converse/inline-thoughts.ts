import type { Part } from './part.ts'

const opening = /^<(think|thinking|reasoning)>/i
const maxOpeningLength = '<reasoning>'.length

type TextDelta = Extract<Part, { delta: string; type: 'text' | 'reasoning' }>

/**
 * Separates reasoning from text for models that write it before the text in tags (`<think>`), however the stream is
 * cut. Tags inside the text stay: an answer may be about them.
 */
export function createThoughtReader() {
  let state: 'before' | 'thinking' | 'after' = 'before'
  let held = ''
  /** White space before the first text, which is part of it unless thoughts follow. */
  let space = ''
  let closing = ''
  let hasThought = false

  function read(delta: string): TextDelta[] {
    held += delta
    const said: TextDelta[] = []
    while (held !== '') {
      if (state === 'before') {
        const rest = held.trimStart()
        // Whitespace between thoughts and before the text is dropped.
        if (!hasThought) space += held.slice(0, held.length - rest.length)
        held = rest
        const begun = opening.exec(held)
        if (begun) {
          space = ''
          state = 'thinking'
          hasThought = true
          closing = `</${begun[1]?.toLowerCase()}>`
          held = held.slice(begun[0].length)
        } else if (mayOpen(held)) return said
        else {
          state = 'after'
          held = space + held
        }
      } else if (state === 'thinking') {
        const end = held.search(new RegExp(closing, 'i'))
        const thought = held.slice(0, end === -1 ? held.length - tailOf(held, closing) : end)
        if (thought) said.push({ type: 'reasoning', delta: thought })
        if (end === -1) {
          held = held.slice(thought.length)
          return said
        }
        held = held.slice(end + closing.length)
        state = 'before'
      } else {
        said.push({ type: 'text', delta: held })
        held = ''
      }
    }
    return said
  }

  return {
    read,
    /** Returns the text that was held back as a possible tag. */
    end(): TextDelta[] {
      const rest = state === 'before' ? space + held : held
      space = ''
      held = ''
      return rest ? [{ type: state === 'thinking' ? 'reasoning' : 'text', delta: rest }] : []
    },
  }
}

/** Whether a text may still turn out to begin with a tag. */
function mayOpen(text: string): boolean {
  const begun = text.toLowerCase()
  if (begun.length >= maxOpeningLength) return false
  return ['<think>', '<thinking>', '<reasoning>'].some((mark) => mark.startsWith(begun))
}

/** How many of the last characters may be the beginning of a tag. */
function tailOf(text: string, mark: string): number {
  const end = text.slice(-(mark.length - 1)).toLowerCase()
  for (let length = end.length; length > 0; length--) {
    if (mark.startsWith(end.slice(-length))) return length
  }
  return 0
}
