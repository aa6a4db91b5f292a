import type { lookbackWindows } from '../schedules/table.ts'

export type LookbackWindow = (typeof lookbackWindows)[number]

const day = 24 * 60 * 60 * 1000
const labels: Record<LookbackWindow, string> = {
  current_day: 'current day (UTC)',
  yesterday: 'previous day (UTC)',
  last_7_days: 'last 7 days (rolling)',
  last_14_days: 'last 14 days (rolling)',
  last_30_days: 'last 30 days (rolling)',
}

/** The moments that a window spans when a run begins; the end is exclusive (contract 7). */
export function lookbackRange(window: LookbackWindow, now: Date): { start: Date; end: Date; label: string } {
  const today = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()))
  const label = labels[window]
  if (window === 'current_day') return { start: today, end: now, label }
  if (window === 'yesterday') return { start: new Date(today.getTime() - day), end: today, label }
  const days = { last_7_days: 7, last_14_days: 14, last_30_days: 30 }[window]
  return { start: new Date(now.getTime() - days * day), end: now, label }
}
