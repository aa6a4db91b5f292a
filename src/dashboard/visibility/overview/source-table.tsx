import { useState } from 'react'
import { type Sources, useSources } from '../../data/visibility.ts'
import type { Window } from '../../data/window/window.ts'
import { CsvButton } from '../../kit/csv.tsx'
import { type Column, DataTable } from '../../kit/data-table.tsx'
import { ExternalLink } from '../../kit/external-link.tsx'
import { Loaded } from '../../kit/loaded.tsx'
import { inDigits } from '../../kit/number.ts'
import { Section } from '../../kit/page.tsx'
import { Segments } from '../../kit/tabs.tsx'
import { useEngineNames } from '../projects/engines.ts'
import * as strings from './strings.ts'

const ownerships = strings.sourceTable.ownerships
const kinds = [
  { value: 'domains', label: strings.sourceTable.sites },
  { value: 'pages', label: strings.sourceTable.pages },
] as const
const shortest = 10

type SourceRow = Sources['domains'][number] | Sources['pages'][number]

/** The cited sources: yours, a competitor's, or others. */
export function SourceTable({ window }: { window: Window }) {
  const sources = useSources(window)
  const [kind, setKind] = useState<'domains' | 'pages'>('domains')
  const [isWhole, setWhole] = useState(false)
  return (
    <Section
      title={strings.sourceTable.sources}
      note={strings.sourceTable.note}
      action={
        <span className="row tight">
          <Segments
            label={strings.sourceTable.groupSources}
            choices={kinds}
            value={kind}
            onChange={setKind}
          />
          {sources.data && <SourceCsv cited={sources.data[kind]} />}
        </span>
      }
    >
      <Loaded query={sources} rows={4}>
        {(data) => {
          const all: SourceRow[] = data[kind]
          if (all.length === 0) return <p className="muted pt-3">{strings.sourceTable.noSources}</p>
          return (
            <>
              <CitedTable cited={isWhole ? all : all.slice(0, shortest)} />
              {all.length > shortest && (
                <p className="pt-3">
                  <button type="button" className="button slim" onClick={() => setWhole(!isWhole)}>
                    {isWhole
                      ? strings.sourceTable.showFewer(shortest)
                      : strings.sourceTable.showAll(all.length)}
                  </button>
                </p>
              )}
            </>
          )
        }}
      </Loaded>
    </Section>
  )
}

const consultedColumn: Column<SourceRow> = {
  head: strings.sourceTable.readButNotCitedColumn,
  number: true,
  narrow: 'drop',
  muted: true,
  cell: ({ consulted }) => inDigits(consulted),
}

function CitedTable({ cited }: { cited: SourceRow[] }) {
  const nameOf = useEngineNames()
  const columns: Column<SourceRow>[] = [
    { head: strings.sourceTable.sourceColumn, narrow: 'first', cell: (each) => <Source source={each} /> },
    {
      head: strings.sourceTable.ownerColumn,
      narrow: 'drop',
      cell: ({ ownership, competitor }) => (
        <span className={ownership === 'own' ? 'strong' : 'muted'}>
          {competitor ?? ownerships[ownership]}
        </span>
      ),
    },
    {
      head: strings.sourceTable.citedColumn,
      number: true,
      narrow: 'second',
      cell: ({ cited: times }) => inDigits(times),
    },
    ...(cited.some(({ consulted }) => consulted > 0) ? [consultedColumn] : []),
    {
      head: strings.sourceTable.enginesColumn,
      narrow: 'full',
      muted: true,
      cell: ({ engines }) =>
        engines
          .map(({ engine }) => nameOf(engine))
          .sort((a, b) => a.localeCompare(b))
          .join(', '),
    },
  ]
  return (
    <DataTable
      caption={strings.sourceTable.sources}
      columns={columns}
      rows={cited}
      keyOf={(each) => ('url' in each ? each.url : each.domain)}
    />
  )
}

function Source({ source }: { source: SourceRow }) {
  if (!('url' in source))
    return (
      <>
        {source.domain}{' '}
        <span className="muted small nowrap">{strings.sourceTable.pageCount(source.pages)}</span>
      </>
    )
  return (
    <>
      <ExternalLink href={source.url}>{source.title ?? source.url}</ExternalLink>{' '}
      <span className="muted small">{source.domain}</span>
    </>
  )
}

function SourceCsv({ cited }: { cited: SourceRow[] }) {
  return (
    <CsvButton
      what={strings.sourceTable.sourcesNoun}
      head={['source', 'domain', 'ownership', 'competitor', 'cited', 'consulted', 'engines']}
      rows={() =>
        cited.map((each) => [
          'url' in each ? each.url : each.domain,
          each.domain,
          each.ownership,
          each.competitor,
          each.cited,
          each.consulted,
          each.engines.map(({ engine }) => engine).join(' '),
        ])
      }
    />
  )
}
