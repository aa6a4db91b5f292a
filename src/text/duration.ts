import { UsageError } from '../errors.ts'

const milliseconds = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 }
type Unit = keyof typeof milliseconds

/** Milliseconds of a duration such as 12h, 30d or 8w. */
export function readDuration(text: string): number {
  const [, amount, unit] = /^(\d{1,5})([mhdw])$/.exec(text.trim()) ?? []
  if (Number(amount) > 0) return Number(amount) * milliseconds[unit as Unit]
  throw new UsageError(`"${text}" is not a duration: write 12h, 30d or 8w, for example.`)
}

/** The time of a date, or of a duration before now such as 24h, 7d or 2w. */
export function readSince(text: string, now: Date): Date {
  const [, amount, unit] = /^(\d{1,4})([hdw])$/.exec(text.trim()) ?? []
  if (amount) return new Date(now.getTime() - Number(amount) * milliseconds[unit as Unit])
  const isDate = /^\d{4}-\d{2}-\d{2}(?:T[\d:.]+(?:Z|[+-]\d{2}:?\d{2})?)?$/.test(text.trim())
  const date = new Date(isDate ? text.trim() : '')
  if (!Number.isNaN(date.getTime())) return date
  throw new UsageError(`"${text}" is not a time: write 24h, 7d, 2w or a date such as 2026-01-31.`)
}
