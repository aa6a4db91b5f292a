/** The word that was probably meant: the closest one, with at most a third of its letters and `most` letters wrong. */
export function nearest(typed: string, known: string[], most = Infinity): string | null {
  let best: { word: string; distance: number } | null = null
  for (const word of known) {
    const distance = countEdits(typed, word)
    const allowed = Math.min(most, Math.max(1, Math.floor(word.length / 3)))
    if (distance <= allowed && distance < (best?.distance ?? Infinity)) best = { word, distance }
  }
  return best?.word ?? null
}

/**
 * Minimum number of letters to insert, delete, replace, or swap with their neighbor to turn one word into the other.
 */
function countEdits(from: string, to: string): number {
  const rows = [Array.from({ length: to.length + 1 }, (_, column) => column)]
  const at = (row: number, column: number) => rows[row]?.[column] ?? Infinity
  for (let row = 1; row <= from.length; row++) {
    const counts = [row]
    rows.push(counts)
    for (let column = 1; column <= to.length; column++) {
      const isSame = from[row - 1] === to[column - 1]
      const isSwapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]
      counts.push(
        Math.min(
          at(row - 1, column) + 1,
          at(row, column - 1) + 1,
          at(row - 1, column - 1) + (isSame ? 0 : 1),
          isSwapped ? at(row - 2, column - 2) + 1 : Infinity,
        ),
      )
    }
  }
  return at(from.length, to.length)
}
