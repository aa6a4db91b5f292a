import { UsageError } from './command.ts'

const milliseconds: Record<string, number> = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 }

/** Milliseconds of a duration such as 12h, 30d or 8w. */
export function readDuration(text: string): number {
  const [, amount, unit] = /^(\d{1,5})([mhdw])$/.exec(text.trim()) ?? []
  if (!amount || !unit || Number(amount) === 0) {
    throw new UsageError(`"${text}" is not a duration; write for example 12h, 30d or 8w.`)
  }
  return Number(amount) * (milliseconds[unit] as number)
}
