import type { Readiness } from '../../data/readiness.ts'
import { Spark } from '../../kit/charts/spark.tsx'
import { CsvButton } from '../../kit/csv.tsx'
import { type Column, DataTable } from '../../kit/data-table.tsx'
import { Section } from '../../kit/page.tsx'
import { Time } from '../../kit/time.tsx'
import { changeOf, signed } from './change.ts'
import * as strings from './strings.ts'

type Entry = Readiness['history'][number]
type Row = Entry & { change: string }

/** Earlier scores, newest first, and where the rules of the score changed. */
export function History({ history }: { history: Entry[] }) {
  const rows = history
    .map((entry, at): Row => ({ ...entry, change: describe(entry, history[at - 1]) }))
    .toReversed()
  const columns: Column<Row>[] = [
    { head: strings.readiness.date, narrow: 'first', cell: ({ scannedAt }) => <Time at={scannedAt} /> },
    { head: strings.readiness.score, number: true, narrow: 'second', cell: ({ score }) => score },
    {
      head: strings.readiness.change,
      number: true,
      muted: true,
      narrow: 'full',
      cell: ({ change }) => change,
    },
    { head: strings.readiness.issues, number: true, narrow: 'drop', cell: ({ failedCount }) => failedCount },
    {
      head: strings.readiness.partial,
      number: true,
      narrow: 'drop',
      cell: ({ partialCount }) => partialCount,
    },
  ]
  return (
    <Section
      title={strings.readiness.history}
      action={
        <CsvButton
          what={strings.csv.scores}
          head={strings.csv.scoreColumns}
          rows={() =>
            rows.map((each) => [
              each.scannedAt,
              each.score,
              each.failedCount,
              each.partialCount,
              each.rulesVersion,
            ])
          }
        />
      }
    >
      {history.length > 1 && (
        <div className="pt-3">
          <Spark values={history.map(({ score }) => score / 100)} />
        </div>
      )}
      <DataTable caption={strings.readiness.history} columns={columns} rows={rows} keyOf={({ id }) => id} />
    </Section>
  )
}

function describe(entry: Entry, before: Entry | undefined): string {
  if (!before) return ''
  const change = changeOf(entry, before)
  if (change === null) return strings.readiness.rulesChanged
  return change === 0 ? strings.readiness.unchanged : signed(change)
}
