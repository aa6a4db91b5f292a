import type { Readiness } from '../../data/readiness.ts'

type Entry = Pick<Readiness['history'][number], 'score' | 'rulesVersion'>

/** The change of a score since the scan before; null if other rules gave the earlier score. */
export function changeOf(now: Entry, before: Entry): number | null {
  return now.rulesVersion === before.rulesVersion ? now.score - before.score : null
}

/** A change with its sign: +5, −3. */
export const signed = (change: number) => (change > 0 ? `+${change}` : `−${Math.abs(change)}`)
