import { Link } from 'wouter'
import { paths } from '../../data/paths.ts'
import { useProjectAddress } from '../../data/project-address.ts'
import { type Changes, useChanges } from '../../data/visibility.ts'
import { CsvButton } from '../../kit/csv.tsx'
import { type Column, DataTable } from '../../kit/data-table.tsx'
import { Empty } from '../../kit/empty.tsx'
import { Loaded } from '../../kit/loaded.tsx'
import { Section } from '../../kit/page.tsx'
import { Status } from '../../kit/status.tsx'
import { Time } from '../../kit/time.tsx'
import { describeChange } from './change-words.ts'
import { useEngineNames } from './engines.ts'
import { Unset } from './no-answers.tsx'
import * as strings from './strings.ts'

/** The number of changes that the API lists; it counts all. */
const maxListed = 40

type Event = Changes['events'][number]

/** The changes between the last two scans, answer by answer. */
export function ChangesView() {
  const changes = useChanges()
  return (
    <Loaded query={changes} rows={6}>
      {(data) =>
        !data.configured ? (
          <Unset />
        ) : !data.previousScan || !data.currentScan ? (
          <Empty title={strings.changesView.nothingToCompare}>
            {strings.changesView.nothingToCompareText}
          </Empty>
        ) : data.events.length === 0 ? (
          <Empty title={strings.changesView.nothingChanged}>{strings.changesView.nothingChangedText}</Empty>
        ) : (
          <Changed changes={data} />
        )
      }
    </Loaded>
  )
}

function Changed({ changes }: { changes: Changes }) {
  const { previousScan, currentScan, summary, events } = changes
  return (
    <Section
      title={strings.changesView.whatChanged}
      note={strings.changesView.note(
        <Time at={currentScan?.finishedAt ?? ''} />,
        <Time at={previousScan?.finishedAt ?? ''} />,
      )}
      action={<ChangeCsv events={events} />}
    >
      <p className="pt-3">{strings.changesView.counts(summary)}</p>
      {events.length >= maxListed && <p className="muted">{strings.changesView.cut(maxListed)}</p>}
      <ChangeTable events={events} />
    </Section>
  )
}

export function ChangeTable({ events }: { events: Event[] }) {
  const nameOf = useEngineNames()
  const addressOf = useProjectAddress()
  const columns: Column<Event>[] = [
    {
      head: strings.changesView.changeColumn,
      narrow: 'second',
      cell: (event) => <ChangeStatus event={event} />,
    },
    { head: strings.changesView.engineColumn, narrow: 'drop', cell: ({ engine }) => nameOf(engine) },
    {
      head: strings.changesView.promptColumn,
      narrow: 'first',
      cell: ({ promptId, prompt, engine }) => (
        <>
          {promptId ? (
            <Link className="what" data-row="" href={addressOf(paths.prompt(promptId))}>
              {prompt}
            </Link>
          ) : (
            <span className="muted">{strings.changesView.allPrompts}</span>
          )}{' '}
          <span className="muted small narrow-only">{nameOf(engine)}</span>
        </>
      ),
    },
    {
      head: strings.changesView.positionColumn,
      number: true,
      narrow: 'drop',
      cell: ({ previousPosition, currentPosition }) =>
        previousPosition === null && currentPosition === null
          ? ''
          : `${previousPosition ?? '–'} → ${currentPosition ?? '–'}`,
    },
    {
      head: strings.changesView.otherBrandsColumn,
      narrow: 'full',
      muted: true,
      cell: ({ competitors }) => competitors.join(', '),
    },
  ]
  return (
    <DataTable
      caption={strings.changesView.whatChanged}
      columns={columns}
      rows={events}
      keyOf={({ type, engine, promptId }) => `${type} ${engine} ${promptId}`}
    />
  )
}

/** The change of one answer, without a judgement: it may be chance. */
function ChangeStatus({ event }: { event: Event }) {
  const { word, icon } = describeChange(event)
  return (
    <Status state="off" icon={icon}>
      {word}
    </Status>
  )
}

function ChangeCsv({ events }: { events: Event[] }) {
  return (
    <CsvButton
      what={strings.changesView.changes}
      head={strings.changesView.csvColumns}
      rows={() =>
        events.map((each) => [
          describeChange(each).word,
          each.engine,
          each.prompt,
          each.previousPosition,
          each.currentPosition,
          each.competitors.join(', '),
        ])
      }
    />
  )
}
