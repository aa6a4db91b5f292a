import type { LedgerEntry } from '../ledger.ts'

export type Entry = LedgerEntry

const placements: string[] = ['highlight', 'listed', 'omitted'] satisfies Entry['placement'][]

/** The ledger that a post was written from, in the order of the document; null where it keeps none. */
export function readLedger(metadata: Record<string, unknown> | null): Entry[] | null {
  const ledger = metadata?.ledger
  if (!Array.isArray(ledger)) return null
  const isEntry = (each: Partial<Entry> | null) =>
    typeof each?.id === 'string' &&
    typeof each.title === 'string' &&
    placements.includes(String(each.placement))
  const entries = ledger.filter(isEntry).map((each) => ({ ...empty, ...each }))
  return entries.length > 0 ? entries : null
}

/** What entries may lack that were written by an older Herald. */
const empty = { authors: [], commits: [], number: null, url: null, category: null, area: null, reason: null }

/** How a change is called in short: its number, its commit, or its issue. */
export function refOf({ number, commits, issues }: Entry): string {
  if (number !== null) return `#${number}`
  return commits[0]?.slice(0, 7) ?? issues?.[0]?.identifier ?? ''
}
