const dayOf = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' })
const wholeDay = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'long', timeZone: 'UTC' })

/** A day on an axis: 23 Oct. */
export const shortDay = (day: string) => dayOf.format(new Date(day))
/** A day in a sentence: 23 October. */
export const longDay = (day: string) => wholeDay.format(new Date(day))

/** A rate in whole points, because the interval of a few hundred answers is wider than a point. */
export function percent(rate: number): string {
  if (rate > 0 && rate < 0.005) return 'under 1%'
  if (rate < 1 && rate > 0.995) return 'over 99%'
  return `${points(rate)}%`
}

/** A rate without its sign, as in 33–49. Sums of floating-point numbers must not round 12.5 down. */
export const points = (rate: number) => Math.round(Number((rate * 100).toFixed(6)))

type Interval = { low: number; high: number }

/** An interval next to its rate: 33–49. */
export const range = ({ low, high }: Interval) => `${points(low)}–${points(high)}`

/** A rate in a sentence: 42% (32–52%). */
export function rateInWords(rate: number, interval: Interval | null): string {
  return interval ? `${percent(rate)} (${range(interval)}%)` : percent(rate)
}

/** A difference with its sign: +5, −4, 0. */
export function signed(difference: number): string {
  const whole = points(difference)
  return whole > 0 ? `+${whole}` : whole < 0 ? `−${-whole}` : '0'
}
