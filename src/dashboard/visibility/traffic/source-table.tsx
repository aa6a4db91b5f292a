import type { Source } from '../../data/traffic.ts'
import { CsvButton } from '../../kit/csv.tsx'
import { type Column, DataTable } from '../../kit/data-table.tsx'
import { Section } from '../../kit/page.tsx'
import { Time } from '../../kit/time.tsx'
import { purposeOf } from './names.ts'
import * as strings from './strings.ts'

/** Who visited: crawlers and assistants, and the AI answers that sent people. */
export function SourceTable({ sources }: { sources: Source[] }) {
  const columns: Column<Source>[] = [
    { head: strings.sources.source, narrow: 'first', cell: ({ source, agent }) => agent ?? source },
    {
      head: strings.sources.purpose,
      narrow: 'full',
      muted: true,
      cell: ({ category }) => purposeOf(category),
    },
    {
      head: strings.sources.visits,
      number: true,
      narrow: 'second',
      cell: ({ visits }) => visits.toLocaleString(),
    },
    {
      head: strings.sources.previous,
      number: true,
      narrow: 'drop',
      muted: true,
      cell: ({ previousVisits = 0 }) => previousVisits.toLocaleString(),
    },
    {
      head: strings.sources.pages,
      number: true,
      narrow: 'drop',
      cell: (each) => each.paths.toLocaleString(),
    },
    {
      head: strings.sources.verified,
      number: true,
      narrow: 'drop',
      muted: true,
      cell: ({ visitorType, verification }) =>
        visitorType === 'crawler' ? verification.verified.toLocaleString() : '',
    },
    {
      head: strings.sources.lastSeen,
      number: true,
      narrow: 'drop',
      muted: true,
      cell: ({ lastSeenAt }) => <Time at={lastSeenAt} />,
    },
  ]
  return (
    <Section
      title={strings.sources.title}
      note={strings.sources.note}
      action={
        <CsvButton
          what={strings.sources.csv}
          head={strings.sources.csvColumns}
          rows={() =>
            sources.map((each) => [
              each.source,
              each.agent,
              purposeOf(each.category),
              each.visits,
              each.previousVisits ?? 0,
              each.markdownVisits,
              each.paths,
              each.verification.verified,
              each.verification.contradicted,
              each.lastSeenAt,
            ])
          }
        />
      }
    >
      {sources.length === 0 ? (
        <p className="muted pt-3">{strings.sources.none}</p>
      ) : (
        <DataTable
          caption={strings.sources.title}
          columns={columns}
          rows={sources}
          keyOf={({ visitorType, source }) => `${visitorType} ${source}`}
        />
      )}
    </Section>
  )
}
