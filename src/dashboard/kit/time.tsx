import { useEffect, useState } from 'react'
import * as strings from './strings.ts'

const clock = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' })
const weekday = new Intl.DateTimeFormat(undefined, { weekday: 'short', hour: 'numeric', minute: '2-digit' })
const day = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' })
const dayOfYear = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', year: 'numeric' })
const whole = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'short' })

/** A short time relative to now: 12:06, Fri 22:48, 3 Nov, 3 Nov 2025; the full time is in the title. */
export function Time({ at }: { at: string }) {
  const moment = new Date(at)
  const utc = strings.time.utc(moment.toISOString().slice(0, 16).replace('T', ' '))
  return (
    <time dateTime={at} title={`${whole.format(moment)} (${utc})`}>
      {shortTime(moment, new Date())}
    </time>
  )
}

/** The day of a moment: Nov 29. Its title has the time. */
export function Day({ at }: { at: string }) {
  const moment = new Date(at)
  return (
    <time dateTime={at} title={whole.format(moment)}>
      {(moment.getFullYear() === new Date().getFullYear() ? day : dayOfYear).format(moment)}
    </time>
  )
}

/** A full time in the reader's words: Wednesday, December 2, 2026 at 9:00 AM. */
export const fullTime = (at: string) => whole.format(new Date(at))

export function shortTime(moment: Date, now: Date): string {
  if (moment.toDateString() === now.toDateString()) return clock.format(moment)
  const days = Math.abs(now.getTime() - moment.getTime()) / 86_400_000
  if (days < 6) return weekday.format(moment)
  return (moment.getFullYear() === now.getFullYear() ? day : dayOfYear).format(moment)
}

/** A time ago, in words: 2 minutes ago, yesterday. */
export function ago(at: string, now = new Date()): string {
  const seconds = (new Date(at).getTime() - now.getTime()) / 1000
  const units = [
    ['day', 86_400],
    ['hour', 3600],
    ['minute', 60],
  ] as const
  const [unit, size] = units.find(([, length]) => Math.abs(seconds) >= length) ?? ['second', 1]
  if (unit === 'second') return strings.time.justNow
  return new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' }).format(Math.round(seconds / size), unit)
}

/** A duration in words: 52 s, 14 min. */
export function waitInWords(seconds: number): string {
  return seconds > 90 ? strings.time.minutes(Math.ceil(seconds / 60)) : strings.time.seconds(seconds)
}

/** The remaining seconds of a wait, counted down; 0 without a wait. */
export function useCountdown(seconds: number | null): number {
  const [left, setLeft] = useState(seconds ?? 0)
  useEffect(() => {
    setLeft(seconds ?? 0)
    if (!seconds) return
    // Uses the clock, because timers of background tabs are throttled.
    const end = Date.now() + seconds * 1000
    const timer = setInterval(() => setLeft(Math.max(0, Math.ceil((end - Date.now()) / 1000))), 1000)
    return () => clearInterval(timer)
  }, [seconds])
  return left
}
