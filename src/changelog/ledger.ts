import type { Issue } from './activity.ts'
import type { Category } from './category.ts'
import type { Person } from './change.ts'
import { peopleOf } from './people.ts'
import type { ListedChange, Placed } from './placed.ts'
import type { Quote } from './quotes/find-quote.ts'

/** The outcome of one change; every commit and every issue of the range belongs to exactly one entry. */
export type LedgerEntry = {
  id: string
  kind: 'pull_request' | 'commit' | 'issue'
  number: number | null
  title: string
  url: string | null
  authors: string[]
  commits: string[]
  /** The tracker's issues that it closed. */
  issues?: Pick<Issue, 'provider' | 'id' | 'identifier' | 'title' | 'url'>[]
  placement: 'highlight' | 'listed' | 'omitted'
  category: Category | null
  breaking: boolean
  area: string | null
  reason: string | null
  /** The text of a highlight that the changed files contain, and the file. */
  quote?: Quote
}

/** In the order of the document, then the omitted changes. */
export function toLedger(
  { highlights, listed, omitted }: Placed,
  quotes?: ReadonlyMap<string, Quote>,
): LedgerEntry[] {
  return [
    ...highlights.map((each) => {
      const quote = quotes?.get(each.change.id)
      return { ...toEntry(each, 'highlight', null), ...(quote && { quote }) }
    }),
    ...listed.map((each) => toEntry(each, 'listed', null)),
    ...omitted.map((left) => toEntry(left, 'omitted', left.reason)),
  ]
}

function toEntry(
  { change, category, isBreaking }: Pick<ListedChange, 'change' | 'category' | 'isBreaking'>,
  placement: LedgerEntry['placement'],
  reason: string | null,
): LedgerEntry {
  const { id, kind, number, title, url, authors, commits, issues, area } = change
  return {
    id,
    kind,
    number,
    title,
    url: url ?? issues[0]?.url ?? null,
    authors: peopleOf(authors).map(handleOf),
    commits: commits.map(({ sha }) => sha),
    ...(issues.length > 0 ? { issues: issues.map(toReference) } : {}),
    placement,
    category,
    breaking: isBreaking,
    area,
    reason,
  }
}

function toReference({ provider, id, identifier, title, url }: Issue) {
  return { provider, id, identifier, title, url }
}

export function handleOf({ login, name }: Person): string {
  return login ?? name
}
