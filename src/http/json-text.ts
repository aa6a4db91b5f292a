import type { Sliced } from '../slices.ts'

/** Size of one `JSON.parse` call; it takes a few milliseconds at most. */
export const partBytes = 128 * 1024

export const quote = 0x22
export const backslash = 0x5c
const letterU = 0x75
/** The length of an escape such as \u00e4. */
const escapeBytes = 6

/** The reason why a body is refused. */
export class Fault extends Error {}
export const notJson = 'The body is not valid JSON.'

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** The text of some bytes; a Fault if they are not UTF-8. */
export function decode(bytes: Uint8Array, from: number, to: number): string {
  try {
    return utf8.decode(bytes.subarray(from, to))
  } catch {
    throw new Fault('The body is not valid UTF-8.')
  }
}

/** The value of a text; a Fault if it is not JSON. */
export function parseText(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Fault(notJson)
  }
}

/**
 * The value of a large string from its opening quote to after its closing one. Its parts are decoded one by one; none
 * ends within an escape or a character.
 */
export function* readString(bytes: Uint8Array, start: number, end: number): Sliced<string> {
  const parts: string[] = []
  const stop = end - 1
  for (let from = start + 1; from < stop; ) {
    const to = findPartEnd(bytes, from, stop)
    parts.push(String(parseText(`"${decode(bytes, from, to)}"`)))
    from = to
    yield
  }
  return parts.join('')
}

function findPartEnd(bytes: Uint8Array, from: number, stop: number): number {
  let at = from
  while (at < stop && at - from < partBytes)
    at += bytes[at] !== backslash ? 1 : bytes[at + 1] === letterU ? escapeBytes : 2
  while (at < stop && isContinuation(bytes[at])) at++
  return Math.min(at, stop)
}

const isContinuation = (byte = 0) => (byte & 0xc0) === 0x80
