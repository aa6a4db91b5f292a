import { useQueryState } from '../../data/query-state.ts'
import { maxPages, useTrafficPages } from '../../data/traffic.ts'
import type { Window } from '../../data/window/window.ts'
import { findUnreadable, groupPages, keyOfPage, type Page } from './group-pages.ts'
import * as strings from './strings.ts'
import { pageColumns } from './top-pages.tsx'
import { countColumn, lastSeenColumn, TrafficTable } from './traffic-table.tsx'

/** The pages that visitors requested but did not get, most failures first; nothing without any. */
export function FailedPages({ window, nameOf }: { window: Window; nameOf: (source: string) => string }) {
  const [host] = useQueryState('host')
  const { data: rows = [] } = useTrafficPages(window, host, { failed: true })
  const pages = groupPages(rows).toSorted((a, b) => b.failed - a.failed)
  if (pages.length === 0) return null
  const [unreadable] = findUnreadable(rows)
  const isCapped = rows.length >= maxPages
  return (
    <TrafficTable
      title={strings.failed.title}
      note={[
        unreadable && strings.failed.unreadable(unreadable.path),
        isCapped ? strings.failed.capped(maxPages.toLocaleString()) : strings.failed.note,
      ]
        .filter(Boolean)
        .join(' ')}
      rows={pages}
      columns={[
        ...pageColumns(nameOf),
        countColumn(strings.failed.failed, ({ failed }: Page) => failed, { isMain: true }),
        countColumn(strings.failed.requests, ({ visits }: Page) => visits, { muted: true }),
        lastSeenColumn(),
      ]}
      keyOf={keyOfPage}
      none={strings.pages.none}
      csv={{
        what: strings.failed.csv,
        head: strings.failed.csvColumns,
        row: (each) => [
          each.host,
          each.path,
          each.sources.map(nameOf).join(' '),
          each.failed,
          each.visits,
          each.lastSeenAt,
        ],
      }}
    />
  )
}
