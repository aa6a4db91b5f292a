export const perSecond = (rate: number) => `${grouped(rate)}/s`
/** A rate, and the processor time of each. */
export const perSecondAt = ({ rate, microseconds }: { rate: number; microseconds: number }) =>
  `${perSecond(rate)}, ${grouped(microseconds)} µs each`
export const megabytes = (count: number) => `${grouped(count)} MB`

export function milliseconds(value: number): string {
  return value < 10 ? `${value.toFixed(1)} ms` : `${grouped(value)} ms`
}

export function grouped(value: number): string {
  return Math.round(value).toLocaleString('en')
}
