/** Smaller differences between rates come from rounding. */
const rounding = 1e-9

/** The mean of at least one number. */
export function mean(values: number[]): number {
  let sum = 0
  for (const value of values) sum += value
  return sum / values.length
}

/** The variance of a sample of at least two numbers; exactly 0 if all are equal. */
export function variance(values: number[]): number {
  const centre = mean(values)
  let squares = 0
  for (const value of values) squares += (value - centre) ** 2
  return squares < values.length * rounding ** 2 ? 0 : squares / (values.length - 1)
}

/** Correlation of each number with the previous one, from -1 to 1; 0 if all are equal. */
export const autocorrelation = (values: number[]): number => autocorrelations(values, 1)[0] ?? 0

/** Correlations of each number with the one 1, 2, ... places before it; 0 if all are equal. */
export function autocorrelations(values: number[], lags: number): number[] {
  const squares = variance(values) * (values.length - 1)
  const centre = mean(values)
  return Array.from({ length: lags }, (_, index) => {
    if (squares === 0) return 0
    let products = 0
    for (let at = index + 1; at < values.length; at++)
      products += ((values[at] as number) - centre) * ((values[at - index - 1] as number) - centre)
    return products / squares
  })
}
