export const perSecond = (rate: number) => `${grouped(rate)}/s`
export const megabytes = (count: number) => `${grouped(count)} MB`

export function milliseconds(value: number): string {
  return value < 10 ? `${value.toFixed(1)} ms` : `${grouped(value)} ms`
}

export function grouped(value: number): string {
  return Math.round(value).toLocaleString('en')
}
