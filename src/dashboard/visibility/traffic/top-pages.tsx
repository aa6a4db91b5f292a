import { useQueryState } from '../../data/query-state.ts'
import { maxPages, useTrafficPages } from '../../data/traffic.ts'
import type { Window } from '../../data/window/window.ts'
import type { Column } from '../../kit/data-table.tsx'
import { listed } from '../../kit/english.ts'
import { groupPages, keyOfPage, type Page } from './group-pages.ts'
import { HostFilter } from './host-filter.tsx'
import { PageAndHost } from './page-link.tsx'
import * as strings from './strings.ts'
import { countColumn, lastSeenColumn, previousColumn, TrafficTable } from './traffic-table.tsx'

/** The most visited pages, of one host if chosen. */
export function TopPages({ window, nameOf }: { window: Window; nameOf: (source: string) => string }) {
  const [host] = useQueryState('host')
  const query = useTrafficPages(window, host)
  const rows = query.data && groupPages(query.data)
  const isCapped = query.data && query.data.length >= maxPages
  return (
    <TrafficTable
      key={host}
      title={strings.pages.title}
      note={isCapped ? strings.pages.capped(maxPages.toLocaleString()) : strings.pages.note}
      filter={<HostFilter window={window} />}
      query={query}
      rows={rows}
      columns={[
        ...pageColumns(nameOf),
        countColumn(strings.pages.visits, ({ visits }: Page) => visits, { isMain: true }),
        ...previousColumn(rows ?? []),
        lastSeenColumn(),
      ]}
      keyOf={keyOfPage}
      none={strings.pages.none}
      csv={{
        what: strings.pages.csv,
        head: strings.pages.csvColumns,
        row: (each) => [
          each.host,
          each.path,
          each.sources.map(nameOf).join(' '),
          each.visits,
          each.previousVisits,
          each.failed,
          each.lastSeenAt,
        ],
      }}
    />
  )
}

/** The page and its sources. */
export function pageColumns(nameOf: (source: string) => string): Column<Page>[] {
  return [
    { head: strings.pages.page, narrow: 'first', cell: (page) => <PageAndHost page={page} /> },
    {
      head: strings.pages.sources,
      narrow: 'full',
      muted: true,
      cell: ({ sources }) => listed(sources.map(nameOf)),
    },
  ]
}
