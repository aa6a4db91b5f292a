import type { Schedule } from '../../data/automations.ts'
import * as strings from './strings.ts'

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

const clock = new Intl.DateTimeFormat(undefined, { timeStyle: 'short', timeZone: 'UTC' })

const pad = (number: number) => String(number).padStart(2, '0')
export const clockOf = ({ hour, minute }: Pick<Times, 'hour' | 'minute'>) => `${pad(hour)}:${pad(minute)}`

/** The same as the user's locale writes it: 09:00, 9:00 AM. */
const clockInWords = (hour: number, minute: number) => clock.format(Date.UTC(2026, 0, 4, hour, minute))

/** When a schedule runs: "Fridays at 09:00 UTC". */
export function timesInWords(times: Times): string {
  const { frequency, dayOfWeek = 0, dayOfMonth = 1 } = times
  const at = strings.times.at(clockInWords(times.hour, times.minute), times.timeZone ?? 'UTC')
  if (frequency === 'daily') return strings.times.daily(at)
  if (frequency === 'weekly') return strings.times.weekly(dayNameUtc.format(sunday + dayOfWeek * day), at)
  return strings.times.monthly(dayOfMonth, at)
}

/**
 * The same for a schedule in UTC, in the user's time zone: "Fridays at 10:00 in Europe/Berlin.", with its current
 * offset; null if that zone is UTC.
 */
export function localTimesInWords(
  { frequency, hour, minute, dayOfWeek = 0, timeZone: zone }: Times,
  now: Date,
): string | null {
  if (zone) return null
  const moment = new Date(now)
  moment.setUTCHours(hour, minute, 0, 0)
  moment.setTime(moment.getTime() + ((dayOfWeek - moment.getUTCDay() + 7) % 7) * day)
  if (moment.getTimezoneOffset() === 0) return null
  const at = strings.times.inZone(clockInWords(moment.getHours(), moment.getMinutes()), timeZone())
  return frequency === 'weekly'
    ? strings.times.weeklyLocal(dayName.format(moment), at)
    : strings.times.dailyLocal(at, besides(moment))
}

/** `New York` for America/New_York. */
const timeZone = () =>
  (Intl.DateTimeFormat().resolvedOptions().timeZone.split('/').at(-1) ?? '').replaceAll('_', ' ')

/** If the local day differs from the day in UTC. */
function besides(moment: Date): string {
  const difference = (moment.getDay() - moment.getUTCDay() + 7) % 7
  return { 0: '', 1: strings.times.dayLater, 6: strings.times.dayEarlier }[difference] ?? ''
}

/** The window that a run reads. */
export const windows = [
  { value: 'current_day', label: strings.times.sameDay },
  { value: 'yesterday', label: strings.times.previousDay },
  { value: 'last_7_days', label: strings.times.last7Days },
  { value: 'last_14_days', label: strings.times.last14Days },
  { value: 'last_30_days', label: strings.times.last30Days },
] as const satisfies { value: Schedule['lookbackWindow']; label: string }[]
