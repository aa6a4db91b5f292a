import type { Category } from './category.ts'
import type { Change, Person } from './change.ts'
import type { Placed } from './place.ts'

/** What became of one change; every commit of the range belongs to exactly one entry. */
export type LedgerEntry = {
  id: string
  kind: 'pull_request' | 'commit'
  number: number | null
  title: string
  url: string | null
  authors: string[]
  commits: string[]
  placement: 'highlight' | 'listed' | 'omitted'
  category: Category | null
  reason: string | null
}

/** In the order of the document, then what it leaves out. */
export function toLedger({ highlights, listed, omitted }: Placed): LedgerEntry[] {
  return [
    ...highlights.map(({ change, category }) => toEntry(change, 'highlight', category, null)),
    ...listed.map(({ change, category }) => toEntry(change, 'listed', category, null)),
    ...omitted.map(({ change, category, reason }) => toEntry(change, 'omitted', category, reason)),
  ]
}

function toEntry(
  { id, kind, number, title, url, authors, commits }: Change,
  placement: LedgerEntry['placement'],
  category: Category | null,
  reason: string | null,
): LedgerEntry {
  const shas = commits.map(({ sha }) => sha)
  return {
    id,
    kind,
    number,
    title,
    url,
    authors: authors.map(handleOf),
    commits: shas,
    placement,
    category,
    reason,
  }
}

export function handleOf({ login, name }: Person): string {
  return login ?? name
}
