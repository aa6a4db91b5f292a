/*
 * Student's t distribution, for any positive degrees of freedom. Written here because npm only has one package with
 * many functions and seven digits (jstat), or 230 packages for these two functions (@stdlib).
 */

const precision = 1e-15
const maxSteps = 10_000

/** The two-sided probability of a t at least this far from 0. */
export function twoSidedP(t: number, freedom: number): number {
  if (t === 0) return 1
  if (!Number.isFinite(t)) return 0
  const ratio = t ** 2 / freedom
  // The incomplete beta function I(1 / (1 + ratio); freedom / 2, 1 / 2), from the side that converges.
  const [a, b] = [freedom / 2, 0.5]
  const x = 1 / (1 + ratio)
  const front = Math.exp(-a * Math.log1p(ratio)) * Math.sqrt((ratio * x) / Math.PI) * gammaRatio(a)
  if (x < (a + 1) / (a + b + 2)) return (front * fraction(x, a, b)) / a
  return 1 - (front * fraction(ratio * x, b, a)) / b
}

/** The t with the two-sided probability `p`, which is below one half. */
export function twoSidedT(p: number, freedom: number): number {
  // The probability is a convex, decreasing function of t: from below, Newton's steps never pass the root.
  let t = 0
  for (let step = 0; step < maxSteps; step++) {
    const next = t + (twoSidedP(t, freedom) - p) / (2 * density(t, freedom))
    if (next - t <= 1e-12 * next) return next
    t = next
  }
  return t
}

function density(t: number, freedom: number) {
  const fall = Math.exp((-(freedom + 1) / 2) * Math.log1p(t ** 2 / freedom))
  return (gammaRatio(freedom / 2) / Math.sqrt(freedom * Math.PI)) * fall
}

/**
 * The ratio of the gamma function at a + 1/2 to that at a: its series in 1 / a, for a that is large enough to be
 * exact.
 */
function gammaRatio(a: number): number {
  if (a < 30) return (gammaRatio(a + 1) * a) / (a + 0.5)
  const i = 1 / a
  return (
    Math.sqrt(a) *
    (1 - i / 8 + i ** 2 / 128 + (5 * i ** 3) / 1024 - (21 * i ** 4) / 32768 - (399 * i ** 5) / 262144)
  )
}

/** The continued fraction of the incomplete beta function (Lentz's method). */
function fraction(x: number, a: number, b: number) {
  let c = 1
  let d = 1 / (1 - ((a + b) * x) / (a + 1))
  let result = d
  for (let m = 1; m < maxSteps; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m))
    d = 1 / (1 + even * d)
    c = 1 + even / c
    result *= c * d
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1))
    d = 1 / (1 + odd * d)
    c = 1 + odd / c
    result *= c * d
    if (Math.abs(c * d - 1) < precision) break
  }
  return result
}
