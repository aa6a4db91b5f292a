/** Milliseconds until the next try: 1 s doubled per attempt, at most 10 min, spread so that failures do not march together. */
export function backoff(attempt: number, random = Math.random()): number {
  const ceiling = Math.min(1000 * 2 ** (attempt - 1), 600_000)
  return Math.round(ceiling / 2 + (ceiling / 2) * random)
}
