import { Cron } from 'croner'

/** The first time after `after` that a five-field pattern names, in UTC. */
export function nextTime(pattern: string, after: Date): Date {
  const next = new Cron(pattern, { timezone: 'UTC', paused: true }).nextRun(after)
  if (!next) throw new Error(`The cron pattern "${pattern}" names no time.`)
  return next
}
