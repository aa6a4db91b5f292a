import { useState } from 'react'
import { useQueryState } from '../../data/query-state.ts'
import { maxPages, type PageRow, useTrafficPages } from '../../data/traffic.ts'
import type { Window } from '../../data/window.ts'
import { Button } from '../../kit/button.tsx'
import { CsvButton } from '../../kit/csv.tsx'
import { type Column, DataTable } from '../../kit/data-table.tsx'
import { listed } from '../../kit/english.ts'
import { ExternalLink } from '../../kit/external-link.tsx'
import { Loaded } from '../../kit/loaded.tsx'
import { Section } from '../../kit/page.tsx'
import { Time } from '../../kit/time.tsx'
import { groupPages, type Page } from './group-pages.ts'
import { HostFilter } from './host-filter.tsx'
import * as strings from './strings.ts'

const shortest = 10

/** The most visited pages, of one host if chosen. */
export function TopPages({ window, nameOf }: { window: Window; nameOf: (source: string) => string }) {
  const [host] = useQueryState('host')
  const query = useTrafficPages(window, host)
  return (
    <Section
      title={strings.pages.title}
      note={
        query.data && query.data.length >= maxPages
          ? strings.pages.capped(maxPages.toLocaleString())
          : strings.pages.note
      }
      action={
        <span className="row tight">
          <HostFilter window={window} />
          {query.data && <PageCsv rows={query.data} nameOf={nameOf} />}
        </span>
      }
    >
      <Loaded query={query} rows={4}>
        {(rows) => <PageTable key={host} pages={groupPages(rows)} nameOf={nameOf} />}
      </Loaded>
    </Section>
  )
}

function PageTable({ pages, nameOf }: { pages: Page[]; nameOf: (source: string) => string }) {
  const [isWhole, setWhole] = useState(false)
  if (pages.length === 0) return <p className="muted pt-3">{strings.pages.none}</p>
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
      head: strings.pages.visits,
      number: true,
      narrow: 'second',
      cell: ({ visits }) => visits.toLocaleString(),
    },
    {
      head: strings.pages.previous,
      number: true,
      narrow: 'drop',
      muted: true,
      cell: ({ previousVisits }) => previousVisits.toLocaleString(),
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
    <>
      <DataTable
        caption={strings.pages.title}
        columns={columns}
        rows={isWhole ? pages : pages.slice(0, shortest)}
        keyOf={({ host, path }) => `${host}${path}`}
      />
      {pages.length > shortest && (
        <p className="pt-3">
          <Button slim onClick={() => setWhole(!isWhole)}>
            {isWhole
              ? strings.pages.showFirst(shortest)
              : strings.pages.showAll(pages.length.toLocaleString())}
          </Button>
        </p>
      )}
    </>
  )
}

/** A page as a link; `(other)` and pages with redacted parts have no address. */
export function PageLink({ page: { host, path } }: { page: { host: string; path: string } }) {
  if (!path.startsWith('/') || path.includes(':redacted')) return path
  return <ExternalLink href={`https://${host}${path}`}>{path}</ExternalLink>
}

function PageCsv({ rows, nameOf }: { rows: PageRow[]; nameOf: (source: string) => string }) {
  return (
    <CsvButton
      what={strings.pages.csv}
      head={strings.pages.csvColumns}
      rows={() =>
        groupPages(rows).map((each) => [
          each.host,
          each.path,
          each.sources.map(nameOf).join(' '),
          each.visits,
          each.previousVisits,
          each.failed,
          each.lastSeenAt,
        ])
      }
    />
  )
}
