import { useQueryState } from '../../data/query-state.ts'
import { type Journey, useJourney, useJourneys } from '../../data/traffic.ts'
import type { Window } from '../../data/window.ts'
import { CsvButton } from '../../kit/csv.tsx'
import { type Column, DataTable } from '../../kit/data-table.tsx'
import { Loaded } from '../../kit/loaded.tsx'
import { Section } from '../../kit/page.tsx'
import { Status } from '../../kit/status.tsx'
import { Time, waitInWords } from '../../kit/time.tsx'
import * as strings from './strings.ts'
import { PageLink } from './top-pages.tsx'

type Names = (source: string) => string

/** Journeys of agents, each of which expands to its visits. */
export function Journeys({ window, nameOf }: { window: Window; nameOf: Names }) {
  const query = useJourneys(window)
  return (
    <Section
      title={strings.journeys.title}
      note={strings.journeys.note}
      action={query.data && <JourneyCsv journeys={query.data} nameOf={nameOf} />}
    >
      <Loaded query={query} rows={4}>
        {(journeys) => <JourneyTable journeys={journeys} window={window} nameOf={nameOf} />}
      </Loaded>
    </Section>
  )
}

function JourneyTable({ journeys, window, nameOf }: { journeys: Journey[]; window: Window; nameOf: Names }) {
  const [opened, open] = useQueryState('open')
  if (journeys.length === 0) return <p className="muted pt-3">{strings.journeys.none}</p>
  const columns: Column<Journey>[] = [
    {
      head: strings.journeys.journey,
      narrow: 'first',
      cell: ({ journeyId }) => (
        <button
          type="button"
          className="what"
          data-row=""
          aria-expanded={journeyId === opened}
          aria-controls={journeyId === opened ? `${journeyId}-detail` : undefined}
          onClick={() => open(journeyId === opened ? '' : journeyId)}
        >
          {journeyId}
        </button>
      ),
    },
    {
      head: strings.journeys.source,
      narrow: 'full',
      cell: ({ source }) => nameOf(source) || strings.journeys.unknown,
    },
    {
      head: strings.journeys.pages,
      number: true,
      narrow: 'second',
      cell: ({ pages }) => pages.toLocaleString(),
    },
    {
      head: strings.journeys.unique,
      number: true,
      narrow: 'drop',
      cell: ({ distinctPaths }) => distinctPaths.toLocaleString(),
    },
    {
      head: strings.journeys.span,
      number: true,
      narrow: 'drop',
      muted: true,
      cell: ({ firstSeenAt, lastSeenAt }) => (
        <span className="nowrap">
          {waitInWords(Math.round((Date.parse(lastSeenAt) - Date.parse(firstSeenAt)) / 1000))}
        </span>
      ),
    },
    {
      head: strings.journeys.path,
      narrow: 'full',
      muted: true,
      cell: ({ samplePaths }) => samplePaths.join(' → '),
    },
    {
      head: strings.journeys.lastSeen,
      number: true,
      narrow: 'drop',
      muted: true,
      cell: ({ lastSeenAt }) => <Time at={lastSeenAt} />,
    },
  ]
  return (
    <DataTable
      caption={strings.journeys.title}
      columns={columns}
      rows={journeys}
      keyOf={({ journeyId }) => journeyId}
      below={({ journeyId }) =>
        journeyId === opened && (
          <div id={`${journeyId}-detail`}>
            <Visits journeyId={journeyId} window={window} />
          </div>
        )
      }
    />
  )
}

function Visits({ journeyId, window }: { journeyId: string; window: Window }) {
  const journey = useJourney(journeyId, window)
  return (
    <Loaded query={journey} rows={2}>
      {(events) => {
        if (events.length === 0) return <p className="muted">{strings.journeys.gone}</p>
        return (
          <ol className="grid gap-1 py-0.5">
            {events.map((event, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: visits are only added at the end
              <li key={place}>
                <span className="muted">
                  <Time at={event.capturedAt} />
                </span>{' '}
                <PageLink page={event} /> <span className="muted small">{event.host}</span>{' '}
                {event.status !== null && event.status >= 400 && <Status state="bad">{event.status}</Status>}
              </li>
            ))}
          </ol>
        )
      }}
    </Loaded>
  )
}

function JourneyCsv({ journeys, nameOf }: { journeys: Journey[]; nameOf: Names }) {
  return (
    <CsvButton
      what={strings.journeys.csv}
      head={strings.journeys.csvColumns}
      rows={() =>
        journeys.map((each) => [
          each.journeyId,
          nameOf(each.source),
          each.pages,
          each.distinctPaths,
          each.firstSeenAt,
          each.lastSeenAt,
          each.samplePaths.join(' '),
        ])
      }
    />
  )
}
