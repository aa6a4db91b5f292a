import { afterClosing, afterThoughts } from './thoughts.ts'

/** Text before the object may contain many braces that do not begin one. */
const maxTries = 200
/** Total characters read by all tries: about 20 ms. */
const maxRead = 4_000_000

/**
 * The JSON of the last object in a model's answer that passes the check, skipping thoughts, code fences,
 * introductions and drafts; the whole answer if there is none.
 */
export function findObject(answer: string, isAskedFor: (value: unknown) => boolean): string {
  const said = afterAnyThoughts(answer)
  let found = answer
  let start = said.indexOf('{')
  let read = 0
  for (let tries = 0; start !== -1 && tries < maxTries && read < maxRead; tries++) {
    const json = said.slice(start, endOfObject(said, start))
    read += json.length
    const value = parse(json)
    if (value !== undefined && isAskedFor(value)) found = json
    start = said.indexOf('{', start + (value === undefined ? 1 : json.length))
  }
  return found
}

/** The text after the thoughts, empty if they never end; some models leave out the opening tag. */
function afterAnyThoughts(answer: string): string {
  const said = afterThoughts(answer)
  return /^\s*[{`]/.test(said) ? said : (afterClosing(said) ?? said)
}

/** The index after the object that begins at `start`, or the end of the text if it is not closed. */
function endOfObject(text: string, start: number): number {
  let depth = 0
  let isQuoted = false
  for (let at = start; at < text.length; at++) {
    const letter = text[at]
    if (isQuoted) {
      if (letter === '\\') at++
      else if (letter === '"') isQuoted = false
    } else if (letter === '"') isQuoted = true
    else if (letter === '{') depth++
    else if (letter === '}' && --depth === 0) return at + 1
  }
  return text.length
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}
