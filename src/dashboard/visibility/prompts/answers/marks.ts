/** A name in an answer: where it stands, whose it is, and whether it is certain to be a name. */
export type Match = { start: number; end: number; isOwn: boolean; isSure: boolean; name: string }

export type Piece = { at: number; text: string; match: Match | null }

/** A text cut at the names in it, in order; places that lie outside of it or in one another are left out. */
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
