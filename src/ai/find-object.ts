import { afterThoughts } from './thoughts.ts'

/** Text before the object may contain many braces that begin none. */
const maxTries = 200
/** Characters that all tries together may read: about 20 ms. */
const maxRead = 4_000_000

/**
 * The JSON of the last object in a model's answer that is one of those asked for, so that thoughts, fences, prefaces
 * and drafts are read past; the answer itself when there is none.
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

/** What follows the thoughts, nothing when they never end; some models leave out the mark that begins them. */
function afterAnyThoughts(answer: string): string {
  const said = afterThoughts(answer)
  return /^\s*[{`]/.test(said) ? said : said.replace(/^[\s\S]*?<\/(?:think|thinking|reasoning)>/i, '')
}

/** Where the object that begins at `start` is closed; the end of the text when it is not. */
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
