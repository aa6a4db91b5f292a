import { listDays } from '../kit/charts/scale.ts'
import { useQueryState } from './query-state.ts'

/** The selectable ranges; a number is that many days up to now. */
export const ranges = [
  { value: 'today', label: 'Today', before: 'previous day' },
  { value: 'yesterday', label: 'Yesterday', before: 'previous day' },
  { value: '7', label: '7 days', before: 'previous 7 days' },
  { value: '14', label: '14 days', before: 'previous 14 days' },
  { value: '30', label: '30 days', before: 'previous 30 days' },
  { value: '90', label: '90 days', before: 'previous 90 days' },
  { value: 'year', label: 'This year', before: 'same number of days before' },
] as const

type Range = (typeof ranges)[number]
const standard: Range = ranges[4]

/** A range in the API's format, and its days: in UTC, as the API counts them. */
export type Window = { range: Range; query: Record<string, string | number>; days: string[] }

export function windowOf(value: string, now: Date): Window {
  const range = ranges.find((each) => each.value === value) ?? standard
  const today = dayOf(now)
  const yesterday = dayOf(daysBefore(now, 1))
  const first = { today, yesterday, year: `${today.slice(0, 4)}-01-01` }
  if (range.value in first) {
    const from = first[range.value as keyof typeof first]
    const to = range.value === 'yesterday' ? yesterday : today
    return { range, query: { from, to }, days: listDays(from, to) }
  }
  const days = Number(range.value)
  return { range, query: { days }, days: listDays(dayOf(daysBefore(now, days)), today) }
}

/** The range in the URL, thirty days by default. */
export function useWindow() {
  const [value, setRange] = useQueryState('range', standard.value)
  return { window: windowOf(value, new Date()), setRange }
}

const dayOf = (moment: Date) => moment.toISOString().slice(0, 10)
const daysBefore = (moment: Date, days: number) => new Date(moment.getTime() - days * 86_400_000)
