import type { Source } from '../../data/traffic.ts'
import { purposeOf } from './names.ts'
import * as strings from './strings.ts'
import { countColumn, lastSeenColumn, previousColumn, TrafficTable } from './traffic-table.tsx'

/** Who visited: crawlers and assistants, and the AI answers that sent people. */
export function SourceTable({ sources }: { sources: Source[] }) {
  return (
    <TrafficTable
      title={strings.sources.title}
      note={strings.sources.note}
      rows={sources}
      columns={[
        { head: strings.sources.source, narrow: 'first', cell: ({ source, agent }) => agent ?? source },
        {
          head: strings.sources.purpose,
          narrow: 'full',
          muted: true,
          cell: ({ category }) => purposeOf(category),
        },
        countColumn(strings.sources.visits, ({ visits }: Source) => visits, { isMain: true }),
        ...previousColumn(sources),
        countColumn(strings.sources.pages, (each: Source) => each.paths),
        {
          head: strings.sources.verified,
          number: true,
          narrow: 'drop',
          muted: true,
          cell: verifiedOf,
        },
        lastSeenColumn(),
      ]}
      keyOf={({ visitorType, source }) => `${visitorType} ${source}`}
      none={strings.sources.none}
      csv={{
        what: strings.sources.csv,
        head: strings.sources.csvColumns,
        row: (each) => [
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
        ],
      }}
    />
  )
}

/** People have no addresses to verify, and neither have crawlers of vendors that publish none. */
function verifiedOf({ visitorType, confidence, verification: { verified, contradicted } }: Source) {
  if (visitorType !== 'crawler') return null
  const isVerifiable = confidence === 'verified' || verified + contradicted > 0
  return isVerifiable ? verified.toLocaleString() : strings.sources.notVerifiable
}
