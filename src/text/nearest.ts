/** The word that was probably meant: at most a third of the letters are wrong, and none is nearer. */
export function nearest(typed: string, known: string[]): string | null {
  let best: { word: string; distance: number } | null = null
  for (const word of known) {
    const distance = countEdits(typed, word)
    if (distance <= Math.max(1, Math.floor(word.length / 3)) && distance < (best?.distance ?? Infinity))
      best = { word, distance }
  }
  return best?.word ?? null
}

/** How many letters must be put in, taken out, replaced, or swapped with their neighbour to make one word of the other. */
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
