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
export function autocorrelation(values: number[]): number {
  const squares = variance(values) * (values.length - 1)
  if (squares === 0) return 0
  const centre = mean(values)
  let products = 0
  let before = centre
  for (const value of values) {
    products += (value - centre) * (before - centre)
    before = value
  }
  return products / squares
}
