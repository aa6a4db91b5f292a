/** A name in an answer: its position, its brand, and whether it certainly is a name. */
export type Match = { start: number; end: number; isOwn: boolean; isSure: boolean; name: string }

/*
 * Names are marked before Markdown is parsed, by characters that no text may contain (Unicode: noncharacters): one
 * before a name, then the number of the name, and one after it. Letters of a name stay where they were, so that the
 * Markdown around them means the same.
 */
const start = '\ufdd0'
const end = '\ufdd1'
const reserved = /[\ufdd0-\ufdef]/
const firstNumber = 0xe000
/** As many as there are numbers: private characters. */
const maxMarks = 6400

/** A text with its names marked; invalid and nested positions are left out. */
export function placeMarks(text: string, matches: Match[]): string {
  if (reserved.test(text)) return text
  let marked = ''
  let at = 0
  for (const [number, match] of matches.slice(0, maxMarks).entries()) {
    if (match.start < at || match.end > text.length || match.end <= match.start) continue
    if (isInAddress(text, match.start)) continue
    const name = text.slice(match.start, match.end)
    marked += `${text.slice(at, match.start)}${start}${String.fromCharCode(firstNumber + number)}${name}${end}`
    at = match.end
  }
  return marked + text.slice(at)
}

/** A mark would break an address that becomes a link. */
function isInAddress(text: string, at: number): boolean {
  const before = /\S{0,200}$/.exec(text.slice(Math.max(0, at - 200), at))?.[0] ?? ''
  return /:\/\/|^\W*www\.|@/.test(before)
}

export type Piece = { at: number; text: string; match: Match | null }

/** The pieces of a part of a marked text; a name that goes on in the next part is marked up to the end of this one. */
export function cutAtMarks(text: string, matches: Match[]): Piece[] {
  return text
    .split(/(\ufdd0.[^\ufdd0\ufdd1]*)/s)
    .map((piece, at): Piece => {
      if (!piece.startsWith(start)) return { at, text: withoutMarks(piece), match: null }
      const match = matches[piece.charCodeAt(1) - firstNumber] ?? null
      return { at, text: withoutMarks(piece.slice(2)), match }
    })
    .filter((piece) => piece.text !== '')
}

const withoutMarks = (text: string) => text.replace(/\ufdd0.|\ufdd1/gs, '')
