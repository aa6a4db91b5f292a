import type { ReactNode } from 'react'
import type { EngineRates, Overview } from '../../data/visibility.ts'
import { RateFigure, RateSpan, Scale } from '../../kit/charts/span.tsx'
import { Spark } from '../../kit/charts/spark.tsx'
import { percent } from '../../kit/charts/words.ts'
import { CsvButton } from '../../kit/csv.tsx'
import { type Column, DataTable } from '../../kit/data-table.tsx'
import { count } from '../../kit/english.ts'
import { Section } from '../../kit/page.tsx'
import { ago } from '../../kit/time.tsx'
import { useEngineNames } from './engines.ts'
import type { Trends } from './trends.ts'
import { Verdict } from './verdict.tsx'

/** Each engine's rate on one axis, the highest first. */
export function EngineTable({
  overview: { brand, engines },
  trends,
  rangeLabel,
}: {
  overview: Overview
  trends: Trends
  rangeLabel: string
}) {
  const nameOf = useEngineNames()
  const columns: Column<EngineRates>[] = [
    {
      head: 'Engine',
      narrow: 'first',
      cell: ({ engine, n }) => <EngineName name={nameOf(engine)} id={engine} note={count(n, 'answer')} />,
    },
    { head: 'Answers', number: true, narrow: 'drop', cell: ({ checks }) => checks.toLocaleString() },
    {
      head: 'Rate, 0 to 100 percent',
      scale: <Scale />,
      narrow: 'full',
      width: 'w-1/4',
      cell: ({ mentionRate, interval }) => (
        <RateSpan own rate={mentionRate} interval={interval} mean={brand.mentionRate} />
      ),
    },
    {
      head: 'Mention rate',
      narrow: 'second',
      cell: ({ mentionRate, interval }) => <RateFigure rate={mentionRate} interval={interval} />,
    },
    { head: 'Position', number: true, narrow: 'drop', cell: (engine) => <Position {...engine} /> },
    {
      head: 'Change',
      narrow: 'full',
      cell: ({ comparison }) =>
        comparison && comparison.verdict !== 'insufficient_data' && <Verdict comparison={comparison} />,
    },
    {
      head: rangeLabel,
      narrow: 'drop',
      roomy: true,
      cell: ({ engine }) => <Spark values={trends.ratesOf(engine)} />,
    },
    {
      head: 'Last checked',
      number: true,
      narrow: 'drop',
      muted: true,
      roomy: true,
      cell: ({ lastCheckedAt }) => <span className="nowrap">{ago(lastCheckedAt)}</span>,
    },
  ]
  return (
    <Section
      title="By engine"
      note={brand.mentionRate !== null && `Dotted line: all engines, ${percent(brand.mentionRate)}`}
      action={
        <CsvButton
          what="engines"
          head={[
            'engine',
            'answers',
            'mentions',
            'mention rate',
            'low',
            'high',
            'position',
            'change',
            'verdict',
          ]}
          rows={() =>
            engines.map((each) => [
              each.engine,
              each.checks,
              each.mentions,
              each.mentionRate,
              each.interval?.low ?? null,
              each.interval?.high ?? null,
              each.avgPosition,
              each.comparison?.delta ?? null,
              each.comparison?.verdict ?? null,
            ])
          }
        />
      }
    >
      <DataTable caption="By engine" columns={columns} rows={engines} keyOf={({ engine }) => engine} />
    </Section>
  )
}

/** An engine's name, with its id if that has more details. */
function EngineName({ name, id, note }: { name: string; id: string; note: ReactNode }) {
  return (
    <span className="nowrap" title={id}>
      {name} <span className="muted small narrow-only">{note}</span>
    </span>
  )
}

/** The average position of the brand, with its interval. */
function Position({ avgPosition, positionInterval }: Pick<EngineRates, 'avgPosition' | 'positionInterval'>) {
  if (avgPosition === null) return '–'
  return (
    <span className="nowrap">
      {avgPosition}{' '}
      {positionInterval && (
        <span className="muted">{`${positionInterval.low.toFixed(1)}–${positionInterval.high.toFixed(1)}`}</span>
      )}
    </span>
  )
}
