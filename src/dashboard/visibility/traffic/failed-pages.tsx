import { useQueryState } from '../../data/query-state.ts'
import { maxPages, useTrafficPages } from '../../data/traffic.ts'
import type { Window } from '../../data/window.ts'
import { CsvButton } from '../../kit/csv.tsx'
import { type Column, DataTable } from '../../kit/data-table.tsx'
import { listed } from '../../kit/english.ts'
import { Section } from '../../kit/page.tsx'
import { Time } from '../../kit/time.tsx'
import { groupPages, type Page } from './group-pages.ts'
import * as strings from './strings.ts'
import { PageLink } from './top-pages.tsx'

/** The pages that visitors requested but did not get, most failures first; nothing without any. */
export function FailedPages({ window, nameOf }: { window: Window; nameOf: (source: string) => string }) {
  const [host] = useQueryState('host')
  const { data: rows = [] } = useTrafficPages(window, host)
  const pages = groupPages(rows.filter(({ failed }) => failed > 0)).toSorted((a, b) => b.failed - a.failed)
  if (pages.length === 0) return null
  const columns: Column<Page>[] = [
    {
      head: strings.pages.page,
      narrow: 'first',
      cell: (page) => (
        <>
          <PageLink page={page} /> <span className="muted small">{page.host}</span>
        </>
      ),
    },
    {
      head: strings.pages.sources,
      narrow: 'full',
      muted: true,
      cell: ({ sources }) => listed(sources.map(nameOf)),
    },
    {
      head: strings.failed.failed,
      number: true,
      narrow: 'second',
      cell: ({ failed }) => failed.toLocaleString(),
    },
    {
      head: strings.failed.requests,
      number: true,
      narrow: 'drop',
      muted: true,
      cell: ({ visits }) => visits.toLocaleString(),
    },
    {
      head: strings.pages.lastSeen,
      number: true,
      narrow: 'drop',
      muted: true,
      cell: ({ lastSeenAt }) => <Time at={lastSeenAt} />,
    },
  ]
  return (
    <Section
      title={strings.failed.title}
      note={rows.length >= maxPages ? strings.failed.capped(maxPages.toLocaleString()) : strings.failed.note}
      action={
        <CsvButton
          what={strings.failed.csv}
          head={strings.failed.csvColumns}
          rows={() =>
            pages.map((each) => [
              each.host,
              each.path,
              each.sources.map(nameOf).join(' '),
              each.failed,
              each.visits,
              each.lastSeenAt,
            ])
          }
        />
      }
    >
      <DataTable
        caption={strings.failed.title}
        columns={columns}
        rows={pages}
        keyOf={({ host: of, path }) => `${of}${path}`}
      />
    </Section>
  )
}
