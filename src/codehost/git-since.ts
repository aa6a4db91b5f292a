import { OperatorError } from '../errors.ts'

const hours: Record<string, number> = { h: 1, d: 24, w: 168 }

/** The moment that `24h`, `7d`, `2w` or a date names. */
export function readSince(text: string, now: Date): Date {
  const [, amount, unit] = /^(\d{1,4})([hdw])$/.exec(text.trim()) ?? []
  if (amount && unit) return new Date(now.getTime() - Number(amount) * (hours[unit] ?? 0) * 3_600_000)
  const date = new Date(
    /^\d{4}-\d{2}-\d{2}(?:T[\d:.]+(?:Z|[+-]\d{2}:?\d{2})?)?$/.test(text.trim()) ? text.trim() : '',
  )
  if (!Number.isNaN(date.getTime())) return date
  throw new OperatorError(`"${text}" is not a time: write 24h, 7d, 2w or a date such as 2026-01-31.`)
}
