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
import { tell } from './change-words.ts'
import { useEngineNames } from './engines.ts'
import { Unset } from './no-answers.tsx'

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
          <Empty title="Nothing to compare yet">Changes appear after two completed scans.</Empty>
        ) : data.events.length === 0 ? (
          <Empty title="Nothing changed">
            The last two scans found the same mentions, positions and sources.
          </Empty>
        ) : (
          <Changed changes={data} />
        )
      }
    </Loaded>
  )
}

function Changed({ changes }: { changes: Changes }) {
  const { previousScan, currentScan, events } = changes
  return (
    <Section
      title="What changed"
      note={
        <>
          Scan of <Time at={currentScan?.finishedAt ?? ''} /> vs. scan of{' '}
          <Time at={previousScan?.finishedAt ?? ''} />. Single answers also vary by chance.
        </>
      }
      action={<ChangeCsv events={events} />}
    >
      <ChangeTable events={events} />
    </Section>
  )
}

export function ChangeTable({ events }: { events: Event[] }) {
  const nameOf = useEngineNames()
  const addressOf = useProjectAddress()
  const columns: Column<Event>[] = [
    {
      head: 'Change',
      narrow: 'second',
      cell: ({ type }) => <Status state={tell[type].state}>{tell[type].word}</Status>,
    },
    { head: 'Engine', narrow: 'drop', cell: ({ engine }) => nameOf(engine) },
    {
      head: 'Prompt',
      narrow: 'first',
      cell: ({ promptId, prompt, engine }) => (
        <>
          {promptId ? (
            <Link className="what" data-row="" href={addressOf(paths.prompt(promptId))}>
              {prompt}
            </Link>
          ) : (
            <span className="muted">All prompts</span>
          )}{' '}
          <span className="muted small narrow-only">{nameOf(engine)}</span>
        </>
      ),
    },
    {
      head: 'Position',
      number: true,
      narrow: 'drop',
      cell: ({ previousPosition, currentPosition }) =>
        previousPosition === null && currentPosition === null
          ? ''
          : `${previousPosition ?? '–'} → ${currentPosition ?? '–'}`,
    },
    {
      head: 'New brands named',
      narrow: 'full',
      muted: true,
      cell: ({ competitors }) => competitors.join(', '),
    },
  ]
  return (
    <DataTable
      caption="What changed"
      columns={columns}
      rows={events}
      keyOf={({ type, engine, promptId }) => `${type} ${engine} ${promptId}`}
    />
  )
}

function ChangeCsv({ events }: { events: Event[] }) {
  return (
    <CsvButton
      what="changes"
      head={['change', 'engine', 'prompt', 'previous position', 'position', 'newly named']}
      rows={() =>
        events.map((each) => [
          each.type,
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
