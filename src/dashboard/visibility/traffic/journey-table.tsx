import { useQueryState } from '../../data/query-state.ts'
import { type Journey, useJourney, useJourneys } from '../../data/traffic.ts'
import type { Window } from '../../data/window/window.ts'
import { Loaded } from '../../kit/loaded.tsx'
import { Status } from '../../kit/status.tsx'
import { Time, waitInWords } from '../../kit/time.tsx'
import { PageAndHost } from './page-link.tsx'
import * as strings from './strings.ts'
import { countColumn, lastSeenColumn, TrafficTable } from './traffic-table.tsx'

/** Journeys of agents, each of which expands to its visits. */
export function Journeys({ window, nameOf }: { window: Window; nameOf: (source: string) => string }) {
  const [opened, open] = useQueryState('open')
  const query = useJourneys(window)
  return (
    <TrafficTable
      title={strings.journeys.title}
      note={strings.journeys.note}
      query={query}
      rows={query.data}
      isWhole={opened !== ''}
      columns={[
        {
          head: strings.journeys.path,
          narrow: 'first',
          cell: ({ journeyId, samplePaths }) => (
            <button
              type="button"
              className="what"
              data-row=""
              aria-expanded={journeyId === opened}
              aria-controls={journeyId === opened ? `${journeyId}-detail` : undefined}
              onClick={() => open(journeyId === opened ? '' : journeyId)}
            >
              {samplePaths.join(', ')}
            </button>
          ),
        },
        {
          head: strings.journeys.source,
          narrow: 'full',
          cell: ({ source }) => nameOf(source) || strings.journeys.unknown,
        },
        countColumn(strings.journeys.pages, ({ pages }: Journey) => pages, { isMain: true }),
        countColumn(strings.journeys.unique, ({ distinctPaths }: Journey) => distinctPaths),
        {
          head: strings.journeys.span,
          number: true,
          narrow: 'drop',
          muted: true,
          cell: (journey) => <span className="nowrap">{waitInWords(secondsOf(journey))}</span>,
        },
        lastSeenColumn(),
      ]}
      keyOf={({ journeyId }) => journeyId}
      below={({ journeyId }) =>
        journeyId === opened && (
          <div id={`${journeyId}-detail`}>
            <Visits journeyId={journeyId} window={window} />
          </div>
        )
      }
      none={strings.journeys.none}
      csv={{
        what: strings.journeys.csv,
        head: strings.journeys.csvColumns,
        row: (each) => [
          each.journeyId,
          nameOf(each.source),
          each.pages,
          each.distinctPaths,
          each.firstSeenAt,
          each.lastSeenAt,
          each.samplePaths.join(' '),
        ],
      }}
    />
  )
}

const secondsOf = ({ firstSeenAt, lastSeenAt }: Journey) =>
  Math.round((Date.parse(lastSeenAt) - Date.parse(firstSeenAt)) / 1000)

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
                <PageAndHost page={event} />{' '}
                {event.status !== null && event.status >= 400 && <Status state="bad">{event.status}</Status>}
              </li>
            ))}
          </ol>
        )
      }}
    </Loaded>
  )
}
