/**
 * Lets each contestant have its turn in every round, so that whatever else the machine does falls on all of them;
 * gives each one's median.
 */
export async function takeTurns<N extends string>(
  rounds: number,
  contestants: Record<N, () => Promise<number> | number>,
): Promise<Record<N, number>> {
  const entries = Object.entries(contestants) as [N, () => Promise<number>][]
  const results = Object.fromEntries(entries.map(([name]) => [name, [] as number[]])) as Record<N, number[]>
  for (let round = 0; round < rounds; round++) {
    for (const [name, measure] of entries) results[name].push(await measure())
  }
  return Object.fromEntries(entries.map(([name]) => [name, median(results[name])])) as Record<N, number>
}

export const median = (values: number[]) => quantile(values, 0.5)

/** The smallest value that at least this share of the values does not exceed. */
export function quantile(values: ArrayLike<number>, share: number): number {
  const sorted = Float64Array.from(values).sort()
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
}
