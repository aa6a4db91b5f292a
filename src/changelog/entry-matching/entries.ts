import type { LedgerEntry } from '../ledger.ts'

export type Entry = LedgerEntry

const placements: string[] = ['highlight', 'listed', 'omitted'] satisfies Entry['placement'][]

/** The ledger of a post, in the order of the document; null if it has none. */
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

/** Defaults for entries stored by an older Herald. */
const empty = { authors: [], commits: [], number: null, url: null, category: null, area: null, reason: null }

/** The short name of a change: its number, commit or issue. */
export function refOf({ number, commits, issues }: Entry): string {
  if (number !== null) return `#${number}`
  return commits[0]?.slice(0, 7) ?? issues?.[0]?.identifier ?? ''
}
