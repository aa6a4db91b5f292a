/** A name in an answer: its position, its brand, and whether it certainly is a name. */
export type Match = { start: number; end: number; isOwn: boolean; isSure: boolean; name: string }

export type Piece = { at: number; text: string; match: Match | null }

/** A text split at its names, in order; invalid and nested positions are left out. */
export function cutAt(text: string, matches: Match[]): Piece[] {
  const pieces: Piece[] = []
  let at = 0
  for (const match of matches.toSorted((one, other) => one.start - other.start)) {
    if (match.start < at || match.end > text.length || match.end <= match.start) continue
    if (match.start > at) pieces.push({ at, text: text.slice(at, match.start), match: null })
    pieces.push({ at: match.start, text: text.slice(match.start, match.end), match })
    at = match.end
  }
  if (at < text.length) pieces.push({ at, text: text.slice(at), match: null })
  return pieces
}
