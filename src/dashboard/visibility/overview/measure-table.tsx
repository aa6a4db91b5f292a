import { useState } from 'react'
import { Link } from 'wouter'
import { pageOf } from '../../data/paged.ts'
import { paths } from '../../data/paths.ts'
import { useProjectAddress } from '../../data/project-address.ts'
import type { Measures } from '../../data/visibility.ts'
import { RateFigure, RateSpan, Scale } from '../../kit/charts/span.tsx'
import { percent } from '../../kit/charts/words.ts'
import { type Column, DataTable } from '../../kit/data-table.tsx'
import { Pager } from '../../kit/pager.tsx'
import { useCompanyName, useEngineNames } from '../projects/engines.ts'
import * as strings from './strings.ts'
import { Verdict } from './verdict.tsx'

type Measure = Measures['measures'][number]

/** Rates that are compared with the period before, each with its interval, in pages. */
export function MeasureTable({ measures, caption }: { measures: Measure[]; caption: string }) {
  const [page, setPage] = useState(1)
  const { shown, pagination } = pageOf(measures, page)
  const columns: Column<Measure>[] = [
    {
      head: strings.measures.rateColumn,
      narrow: 'first',
      width: 'w-1/3',
      cell: (measure) => <Subject measure={measure} />,
    },
    {
      head: strings.measures.beforeColumn,
      number: true,
      narrow: 'drop',
      muted: true,
      cell: ({ comparison: { from } }) => (from === null ? '–' : percent(from)),
    },
    {
      head: strings.measures.spanColumn,
      scale: <Scale />,
      narrow: 'full',
      cell: ({ kind, comparison: { from, to, interval } }) => (
        <RateSpan own={kind !== 'competitor'} rate={to} interval={interval} mean={from} />
      ),
    },
    {
      head: strings.measures.nowColumn,
      narrow: 'second',
      cell: ({ comparison: { to, interval } }) => <RateFigure rate={to} interval={interval} />,
    },
    {
      head: strings.measures.changeColumn,
      narrow: 'full',
      cell: ({ kind, comparison }) => (
        <Verdict hasRates comparison={comparison} isOwn={kind !== 'competitor'} />
      ),
    },
  ]
  return (
    <>
      <DataTable caption={caption} columns={columns} rows={shown} keyOf={({ kind, id }) => `${kind} ${id}`} />
      <Pager pagination={pagination} noun={strings.measures.rates} onPage={setPage} />
    </>
  )
}

function Subject({ measure: { kind, id, name } }: { measure: Measure }) {
  const nameOf = useEngineNames()
  const company = useCompanyName()
  const addressOf = useProjectAddress()
  if (kind === 'brand') return <span className="strong">{company}</span>
  if (kind === 'engine') return strings.measures.byEngine(company, nameOf(id))
  if (kind === 'tag') return strings.measures.withTag(company, name)
  const href = kind === 'competitor' ? paths.competitor(name) : paths.prompt(id)
  return (
    <Link className="what" href={addressOf(href)}>
      {name}
    </Link>
  )
}
