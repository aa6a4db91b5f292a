import * as strings from './strings.ts'

/** The polling intervals: divisors of an hour or a day. */
export const intervals = [1, 5, 15, 30, 60, 360, 1440]

export function intervalInWords(minutes: number): string {
  if (minutes === 1) return strings.intervals.everyMinute
  if (minutes < 60) return strings.intervals.everyMinutes(minutes)
  if (minutes === 60) return strings.intervals.everyHour
  return minutes === 1440 ? strings.intervals.everyDay : strings.intervals.everyHours(minutes / 60)
}
