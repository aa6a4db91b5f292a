import type { Schedule } from '../../data/automations.ts'

export type Times = Schedule['sourceConfig']['cron']

const day = 86_400_000
/** A Sunday at midnight in UTC, from which days of the week are counted. */
const sunday = Date.UTC(2026, 0, 4)

const dayName = new Intl.DateTimeFormat('en', { weekday: 'long' })
const dayNameUtc = new Intl.DateTimeFormat('en', { weekday: 'long', timeZone: 'UTC' })

/** The days of the week as options, Monday first. */
export const weekdays = [1, 2, 3, 4, 5, 6, 0].map((number) => ({
  value: String(number),
  label: dayNameUtc.format(sunday + number * day),
}))

const ordinals = new Intl.PluralRules('en', { type: 'ordinal' })
const suffixes: Record<string, string> = { one: 'st', two: 'nd', few: 'rd', other: 'th' }
export const ordinal = (number: number) => `${number}${suffixes[ordinals.select(number)]}`

const pad = (number: number) => String(number).padStart(2, '0')
export const clockOf = ({ hour, minute }: Pick<Times, 'hour' | 'minute'>) => `${pad(hour)}:${pad(minute)}`

/** When a schedule runs: "Fridays at 09:00 UTC". */
export function timesInWords(times: Times): string {
  const { frequency, dayOfWeek = 0, dayOfMonth = 1 } = times
  const at = `at ${clockOf(times)} UTC`
  if (frequency === 'daily') return `Every day ${at}`
  if (frequency === 'weekly') return `${dayNameUtc.format(sunday + dayOfWeek * day)}s ${at}`
  return `The ${ordinal(dayOfMonth)} of each month ${at}`
}

/**
 * The same in the user's time zone: "Fridays at 10:00 in Europe/Berlin.", with its current offset; null if that zone is
 * UTC.
 */
export function localTimesInWords(
  { frequency, hour, minute, dayOfWeek = 0 }: Times,
  now: Date,
): string | null {
  const moment = new Date(now)
  moment.setUTCHours(hour, minute, 0, 0)
  moment.setTime(moment.getTime() + ((dayOfWeek - moment.getUTCDay() + 7) % 7) * day)
  if (moment.getTimezoneOffset() === 0) return null
  const at = `${clockOf({ hour: moment.getHours(), minute: moment.getMinutes() })} in ${timeZone()}`
  return frequency === 'weekly' ? `${dayName.format(moment)}s at ${at}.` : `At ${at}${besides(moment)}.`
}

const timeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

/** If the local day differs from the day in UTC. */
function besides(moment: Date): string {
  const difference = (moment.getDay() - moment.getUTCDay() + 7) % 7
  return { 0: '', 1: ', a day later', 6: ', a day earlier' }[difference] ?? ''
}

/** The window that a run reads. */
export const windows = [
  { value: 'current_day', label: 'Same day' },
  { value: 'yesterday', label: 'Previous day' },
  { value: 'last_7_days', label: 'Last 7 days' },
  { value: 'last_14_days', label: 'Last 14 days' },
  { value: 'last_30_days', label: 'Last 30 days' },
] as const satisfies { value: Schedule['lookbackWindow']; label: string }[]
