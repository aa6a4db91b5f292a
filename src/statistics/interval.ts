/** The two-sided 95% quantile of the normal distribution. */
const z = 1.959964

/** A 95% confidence interval over exactly the scans of the window. */
export type Interval = { low: number; high: number; of: 'window' }

/**
 * Wilson's interval of a share with the certainty of `size` independent answers. Its ends are within 0 and 1, and
 * reach them exactly if nothing or everything was counted. `quantile` is that of the normal distribution, or of
 * Student's for a small sample.
 */
export function wilson(share: number, size: number, quantile = z): Interval {
  const shrink = 1 + quantile ** 2 / size
  const centre = (share + quantile ** 2 / (2 * size)) / shrink
  const half = (quantile / shrink) * Math.sqrt((share * (1 - share)) / size + quantile ** 2 / (4 * size ** 2))
  return {
    low: share === 0 ? 0 : Math.max(0, centre - half),
    high: share === 1 ? 1 : Math.min(1, centre + half),
    of: 'window',
  }
}
