import { listDays } from '../../kit/charts/scale.ts'
import { useQueryState } from '../query-state.ts'
import { scansToCompare, standardFor } from './standard-range.ts'
import * as strings from './strings.ts'

/** The selectable ranges; a number is that many days up to now. */
export const ranges = [
  { value: 'today', label: strings.window.today, before: strings.window.previousDay },
  { value: 'yesterday', label: strings.window.yesterday, before: strings.window.previousDay },
  { value: '7', label: strings.window.last7Days, before: strings.window.previous7Days },
  { value: '14', label: strings.window.last14Days, before: strings.window.previous14Days },
  { value: '30', label: strings.window.last30Days, before: strings.window.previous30Days },
  { value: '90', label: strings.window.last90Days, before: strings.window.previous90Days },
  { value: '365', label: strings.window.last365Days, before: strings.window.previous365Days },
  { value: 'year', label: strings.window.thisYear, before: '' },
  { value: 'custom', label: strings.window.custom, before: '' },
] as const

type Range = (typeof ranges)[number]
const standard: Range = ranges[4]

/** A range in the API's format, and its days: in UTC, as the API counts them. */
export type Window = {
  /** `before` names the earlier range that figures are compared with. */
  range: { value: Range['value']; label: string; before: string }
  query: Record<string, string | number>
  days: string[]
  /** The prompts that are counted, if not all. */
  filter?: Record<string, string>
}

/** Two days of the calendar, the earlier one first, and two earlier ones to compare with. */
type Dates = { from: string; to: string; compareFrom?: string; compareTo?: string }

export function windowOf(value: string, now: Date, dates: Dates = { from: '', to: '' }): Window {
  const range = ranges.find((each) => each.value === value) ?? standard
  const today = dayOf(now)
  if (range.value === 'custom') {
    const to = isDay(dates.to) && dates.to <= today ? dates.to : today
    const from = isDay(dates.from) && dates.from <= to ? dates.from : dayOf(daysBefore(new Date(to), 29))
    const days = listDays(from, to)
    const compared = comparedDays(dates, days)
    const before = compared ? inWords(compared) : strings.window.previousDays(days.length)
    return { range: { ...range, before }, query: { from, to, ...compared }, days }
  }
  const yesterday = dayOf(daysBefore(now, 1))
  const first = { today, yesterday, year: `${today.slice(0, 4)}-01-01` }
  if (range.value in first) {
    const from = first[range.value as keyof typeof first]
    const to = range.value === 'yesterday' ? yesterday : today
    const days = listDays(from, to)
    const before = range.before || strings.window.previousDays(days.length)
    return { range: { ...range, before }, query: { from, to }, days }
  }
  const days = Number(range.value)
  return { range, query: { days }, days: listDays(dayOf(daysBefore(now, days)), today) }
}

/** The chosen days to compare with; null without a choice, or if they do not precede the range. */
function comparedDays({ compareFrom = '', compareTo = '' }: Dates, days: string[]) {
  if (!isDay(compareFrom) && !isDay(compareTo)) return null
  const standard = shiftBack(days)
  const first = isDay(compareFrom) ? compareFrom : standard.from
  const last = isDay(compareTo) ? compareTo : standard.to
  return first <= last && last < (days[0] ?? '') ? { compareFrom: first, compareTo: last } : null
}

const calendar = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' })

const inWords = ({ compareFrom, compareTo }: { compareFrom: string; compareTo: string }) =>
  strings.window.period(calendar.formatRange(new Date(compareFrom), new Date(compareTo)))

/** Whether a range can never have enough scans for a comparison, at one per so many hours. */
export function isTooShort({ days }: Pick<Window, 'days'>, hours = 24): boolean {
  return (days.length - 1) * 24 < scansToCompare * hours
}

/** The range in the URL; by default the one that fits one scan per so many hours. */
export function useWindow(hours?: number) {
  const [value, setRange] = useQueryState('range', standardFor(hours))
  const [from, setFrom] = useQueryState('from')
  const [to, setTo] = useQueryState('to')
  const [compareFrom] = useQueryState('compareFrom')
  const [compareTo] = useQueryState('compareTo')
  const dates = { from, to, compareFrom, compareTo }
  return { window: windowOf(value, new Date(), dates), setRange, setFrom, setTo }
}

/** The days of the same number directly before these, in the API's format. */
export function shiftBack(days: string[]): { from: string; to: string } {
  const first = new Date(days[0] ?? '')
  return { from: dayOf(daysBefore(first, days.length)), to: dayOf(daysBefore(first, 1)) }
}

const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))
const dayOf = (moment: Date) => moment.toISOString().slice(0, 10)
const daysBefore = (moment: Date, days: number) => new Date(moment.getTime() - days * 86_400_000)
