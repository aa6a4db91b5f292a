/** The result of one round: a number, or several by name. */
type Measured = number | Record<string, number>

/**
 * Runs each contestant in every round, so that other load on the machine affects all of them; returns the
 * medians of each.
 */
export async function takeTurns<N extends string, M extends Measured>(
  rounds: number,
  contestants: Record<N, () => Promise<M> | M>,
): Promise<Record<N, M>> {
  const entries = Object.entries(contestants) as [N, () => Promise<M>][]
  const results = Object.fromEntries(entries.map(([name]) => [name, [] as M[]])) as Record<N, M[]>
  for (let round = 0; round < rounds; round++) {
    for (const [name, measure] of entries) results[name].push(await measure())
  }
  return Object.fromEntries(entries.map(([name]) => [name, mediansOf(results[name])])) as Record<N, M>
}

function mediansOf<M extends Measured>(values: M[]): Measured {
  const [first] = values
  if (typeof first !== 'object') return median(values as number[])
  const valuesOf = (name: string) =>
    (values as Record<string, number>[]).map((value) => value[name] ?? Number.NaN)
  return Object.fromEntries(Object.keys(first).map((name) => [name, median(valuesOf(name))]))
}

export const median = (values: number[]) => quantile(values, 0.5)

/** The smallest value that is at least as large as this share of the values. */
export function quantile(values: ArrayLike<number>, share: number): number {
  const sorted = Float64Array.from(values).sort()
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
}
