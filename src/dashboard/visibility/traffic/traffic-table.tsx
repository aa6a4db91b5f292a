import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Value } from '../../../text/write-csv.ts'
import { CsvButton } from '../../kit/csv.tsx'
import { type Column, DataTable } from '../../kit/data-table.tsx'
import { Loaded } from '../../kit/loaded.tsx'
import { Section } from '../../kit/page.tsx'
import { Time } from '../../kit/time.tsx'
import { ShowAll, shortest } from './show-all.tsx'
import * as strings from './strings.ts'

/** A section with a table of visits and its download; the first rows unless `isWhole`. */
export function TrafficTable<Row>({
  title,
  note,
  filter,
  query,
  rows,
  columns,
  keyOf,
  below,
  none,
  csv,
  isWhole = false,
}: {
  title: string
  note: string
  filter?: ReactNode
  /** The query of the rows, if they are not there yet. */
  query?: UseQueryResult<unknown>
  rows: Row[] | undefined
  columns: Column<Row>[]
  keyOf: (row: Row) => string
  below?: (row: Row) => ReactNode
  /** Shown instead of an empty table. */
  none: string
  csv: { what: string; head: string[]; row: (row: Row) => Value[] }
  isWhole?: boolean
}) {
  const [isOpen, setOpen] = useState(isWhole)
  const all = rows ?? []
  return (
    <Section
      title={title}
      note={note}
      action={
        <span className="row tight">
          {filter}
          {all.length > 0 && <CsvButton what={csv.what} head={csv.head} rows={() => all.map(csv.row)} />}
        </span>
      }
    >
      {!rows && query && (
        <Loaded query={query} rows={4}>
          {() => null}
        </Loaded>
      )}
      {rows && all.length === 0 && <p className="muted pt-3">{none}</p>}
      {all.length > 0 && (
        <DataTable
          caption={title}
          columns={columns}
          rows={isOpen ? all : all.slice(0, shortest)}
          keyOf={keyOf}
          below={below}
        />
      )}
      <ShowAll count={all.length} isWhole={isOpen} onChange={setOpen} />
    </Section>
  )
}

/** A column of counts. On a narrow screen it is dropped unless it is the main one. */
export function countColumn<Row>(
  head: string,
  countOf: (row: Row) => number | null,
  { isMain = false, muted = false } = {},
): Column<Row> {
  return {
    head,
    number: true,
    narrow: isMain ? 'second' : 'drop',
    muted,
    cell: (row) => countOf(row)?.toLocaleString(),
  }
}

/** The visits of the period before; no column if there were none. */
export function previousColumn<Row extends { previousVisits?: number }>(rows: Row[]): Column<Row>[] {
  if (!rows.some(({ previousVisits }) => previousVisits)) return []
  return [countColumn(strings.table.previous, ({ previousVisits = 0 }) => previousVisits, { muted: true })]
}

/** The time of the last visit. */
export function lastSeenColumn<Row extends { lastSeenAt: string }>(): Column<Row> {
  return {
    head: strings.table.lastSeen,
    number: true,
    narrow: 'drop',
    muted: true,
    cell: ({ lastSeenAt }) => <Time at={lastSeenAt} />,
  }
}
