import { timeOf } from './name.ts'

/** How many days, weeks and months keep their newest backup. */
export type Retention = { days: number; weeks: number; months: number }

/** Reads `7d,4w,12m`; undefined if it is none. */
export function readRetention(text: string): Retention | undefined {
  const retention = { days: 0, weeks: 0, months: 0 }
  const units = { d: 'days', w: 'weeks', m: 'months' } as const
  for (const part of text.split(',')) {
    const [, number, unit] = /^([1-9]\d{0,3})([dwm])$/.exec(part.trim()) ?? []
    if (unit !== 'd' && unit !== 'w' && unit !== 'm') return undefined
    retention[units[unit]] = Number(number)
  }
  return retention
}

/** The text that `readRetention` reads. */
export const describeRetention = ({ days, weeks, months }: Retention): string =>
  [days && `${days}d`, weeks && `${weeks}w`, months && `${months}m`].filter(Boolean).join(',')

/** The names of backups to delete; never the newest, and never a name that Herald does not give. */
export function findExpired(names: string[], { days, weeks, months }: Retention): string[] {
  const newestFirst = names
    .flatMap((name) => {
      const time = timeOf(name)
      return time ? [{ name, time }] : []
    })
    .sort((one, other) => other.time.getTime() - one.time.getTime())
  const kept = new Set(newestFirst.slice(0, 1).map(({ name }) => name))
  const keep = (count: number, periodOf: (time: Date) => string) => {
    const seen = new Set<string>()
    for (const { name, time } of newestFirst) {
      if (seen.size === count) return
      const period = periodOf(time)
      if (!seen.has(period)) kept.add(name)
      seen.add(period)
    }
  }
  keep(days, (time) => time.toISOString().slice(0, 10))
  keep(weeks, (time) => String(Math.floor((time.getTime() / dayMilliseconds + daysToMonday) / 7)))
  keep(months, (time) => time.toISOString().slice(0, 7))
  return newestFirst.map(({ name }) => name).filter((name) => !kept.has(name))
}

const dayMilliseconds = 24 * 60 * 60 * 1000
/** The first day of 1970 was a Thursday. */
const daysToMonday = 3
