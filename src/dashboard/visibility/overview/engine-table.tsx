import type { EngineRates, Overview } from '../../data/visibility.ts'
import { RateFigure, RateSpan, Scale } from '../../kit/charts/span.tsx'
import { Spark } from '../../kit/charts/spark.tsx'
import { percent } from '../../kit/charts/words.ts'
import { CsvButton } from '../../kit/csv.tsx'
import { type Column, DataTable } from '../../kit/data-table.tsx'
import { inDigits } from '../../kit/number.ts'
import { Section } from '../../kit/page.tsx'
import { ago } from '../../kit/time.tsx'
import { useEngineKinds, useEngineNames } from '../projects/engines.ts'
import * as strings from './strings.ts'
import { toFigure } from './this-week.ts'
import type { Trends } from './trends.ts'
import { Verdict } from './verdict.tsx'

/** Each engine's rate on one axis, the highest first. */
export function EngineTable({
  overview: { brand, engines, surface: main },
  trends,
  rangeLabel,
}: {
  overview: Overview
  trends: Trends
  rangeLabel: string
}) {
  const nameOf = useEngineNames()
  const kindOf = useEngineKinds()
  const isPage = main !== 'api'
  // One page alone has no mean.
  const mean = isPage ? null : toFigure(brand).rate
  const isMixed = engines.some(({ pages }) => pages !== null)
  const columns: Column<EngineRates>[] = [
    {
      head: strings.engineTable.engineColumn,
      narrow: 'first',
      cell: ({ engine, n, pages }) => (
        <EngineName
          name={nameOf(engine)}
          id={engine}
          kind={kindOf(engine)}
          pages={pages && strings.surface.pages(pages.shown, pages.asked)}
          answers={strings.engineTable.answers(n)}
        />
      ),
    },
    {
      head: strings.engineTable.answersColumn,
      number: true,
      narrow: 'drop',
      cell: ({ checks }) => inDigits(checks),
    },
    {
      head: strings.engineTable.rateColumn,
      scale: <Scale />,
      narrow: 'full',
      width: 'w-1/4',
      // Pages are not compared with APIs.
      cell: (engine) => <RateSpan own {...toFigure(engine)} mean={engine.surface === main ? mean : null} />,
    },
    {
      head: strings.engineTable.mentionRateColumn,
      narrow: 'second',
      cell: (engine) => <RateFigure {...toFigure(engine)} />,
    },
    {
      head: strings.engineTable.positionColumn,
      number: true,
      narrow: 'drop',
      cell: (engine) => <Position {...engine} />,
    },
    {
      head: strings.engineTable.changeColumn,
      narrow: 'full',
      cell: ({ comparison }) =>
        (comparison?.confirmed || (comparison && comparison.verdict !== 'insufficient_data')) && (
          <Verdict isBrief comparison={comparison} />
        ),
    },
    {
      head: rangeLabel,
      narrow: 'drop',
      roomy: true,
      cell: ({ engine }) => <Spark values={trends.ratesOf(engine)} />,
    },
    {
      head: strings.engineTable.lastCheckedColumn,
      number: true,
      narrow: 'drop',
      muted: true,
      roomy: true,
      cell: ({ lastCheckedAt }) => <span className="nowrap">{ago(lastCheckedAt)}</span>,
    },
  ]
  return (
    <Section
      title={strings.engineTable.byEngine}
      note={mean !== null && strings.engineTable.dottedLine(percent(mean), isMixed)}
      action={
        <CsvButton
          what={strings.engineTable.engines}
          head={strings.engineTable.csvColumns}
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
      <DataTable
        caption={strings.engineTable.byEngine}
        columns={columns}
        rows={engines}
        keyOf={({ engine }) => engine}
      />
    </Section>
  )
}

/** An engine's name, with its id if that has more details. */
function EngineName({
  name,
  id,
  kind,
  pages,
  answers,
}: Record<'name' | 'id' | 'kind' | 'answers', string> & { pages: string | null }) {
  return (
    <span className="nowrap" title={id}>
      {name} <span className="muted small narrow-only">{answers}</span>
      <br />
      <span className="muted small">{kind}</span>
      {pages !== null && <span className="muted small block">{pages}</span>}
    </span>
  )
}

const position = new Intl.NumberFormat(undefined, { minimumFractionDigits: 1, maximumFractionDigits: 1 })

/** The average position of the brand, with its interval. */
function Position({ avgPosition, positionInterval }: Pick<EngineRates, 'avgPosition' | 'positionInterval'>) {
  if (avgPosition === null) return '–'
  return (
    <span className="nowrap">
      {position.format(avgPosition)}{' '}
      {positionInterval && (
        <span className="muted">{`${position.format(positionInterval.low)}–${position.format(positionInterval.high)}`}</span>
      )}
    </span>
  )
}
