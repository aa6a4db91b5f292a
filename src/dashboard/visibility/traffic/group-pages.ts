import type { PageRow } from '../../data/traffic.ts'

/** A page with the visits of all sources. */
export type Page = Pick<PageRow, 'host' | 'path' | 'visits' | 'failed' | 'lastSeenAt'> & {
  previousVisits: number
  sources: string[]
}

/** Identifies a page among those of all hosts. */
export const keyOfPage = ({ host, path }: Pick<PageRow, 'host' | 'path'>) => `${host}${path}`

/** Pages with the sum of their sources, most visits first; the sources of a page have the same order. */
export function groupPages(rows: PageRow[]): Page[] {
  const pages = new Map<string, Page>()
  for (const row of rows) {
    const { host, path, source, visits, failed, lastSeenAt, previousVisits = 0 } = row
    const known = pages.get(keyOfPage(row))
    pages.set(keyOfPage(row), {
      host,
      path,
      visits: visits + (known?.visits ?? 0),
      previousVisits: previousVisits + (known?.previousVisits ?? 0),
      failed: failed + (known?.failed ?? 0),
      lastSeenAt: known && known.lastSeenAt > lastSeenAt ? known.lastSeenAt : lastSeenAt,
      sources: known?.sources.includes(source) ? known.sources : [...(known?.sources ?? []), source],
    })
  }
  return [...pages.values()].sort((a, b) => b.visits - a.visits)
}

/** Fewer failures may be guesses of one visitor. */
const fewFailures = 10
const nearlyAll = 0.9

/** The pages that AI visitors request often and nearly always fail to get, most failures first. */
export const findUnreadable = (rows: PageRow[]): Page[] =>
  groupPages(rows)
    .filter(({ visits, failed }) => failed >= fewFailures && failed / visits >= nearlyAll)
    .toSorted((a, b) => b.failed - a.failed)
