import { useState } from 'react'
import { Link } from 'wouter'
import { pageOf } from '../../data/paged.ts'
import { paths } from '../../data/paths.ts'
import { useProjectAddress } from '../../data/project-address.ts'
import type { Changes } from '../../data/visibility.ts'
import { type Column, DataTable } from '../../kit/data-table.tsx'
import { Pager } from '../../kit/pager.tsx'
import { Status } from '../../kit/status.tsx'
import { useEngineNames } from '../projects/engines.ts'
import { describeChange, isCitation } from './change-words.ts'
import * as strings from './strings.ts'

type Event = Changes['events'][number]

/** Changed answers in pages, without a judgment: each may be chance. Two scans can differ in thousands of answers. */
export function ChangeTable({ events, caption }: { events: Event[]; caption: string }) {
  const nameOf = useEngineNames()
  const addressOf = useProjectAddress()
  const [page, setPage] = useState(1)
  const { shown, pagination } = pageOf(events, page)
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
    // A changed citation says nothing about the place of the mention.
    ...(events.every(isCitation) ? [] : [positionColumn]),
    {
      head: strings.changesView.otherBrandsColumn,
      narrow: 'full',
      muted: true,
      cell: ({ competitors }) => competitors.join(', '),
    },
  ]
  return (
    <>
      <DataTable
        caption={caption}
        columns={columns}
        rows={shown}
        keyOf={({ type, engine, promptId }) => `${type} ${engine} ${promptId}`}
      />
      <Pager pagination={pagination} noun={strings.changesView.changes} onPage={setPage} />
    </>
  )
}

const positionColumn: Column<Event> = {
  head: strings.changesView.mentionPositionColumn,
  number: true,
  narrow: 'drop',
  cell: ({ previousPosition, currentPosition }) =>
    previousPosition === null && currentPosition === null
      ? ''
      : `${previousPosition ?? '–'} → ${currentPosition ?? '–'}`,
}

/** The change of one answer, without a judgment: it may be chance. */
function ChangeStatus({ event }: { event: Event }) {
  const { word, icon } = describeChange(event)
  return (
    <Status state="off" icon={icon}>
      {word}
    </Status>
  )
}
