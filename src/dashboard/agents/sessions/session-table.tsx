import { Link } from 'wouter'
import type { Session } from '../../data/agent-sessions.ts'
import { paths } from '../../data/paths.ts'
import { type Column, DataTable } from '../../kit/data-table.tsx'
import { Time } from '../../kit/time.tsx'
import { SessionState } from './state.tsx'
import * as strings from './strings.ts'

/** Sessions, newest first. */
export const SessionTable = ({ sessions }: { sessions: Session[] }) => (
  <DataTable
    caption={strings.sessionTable.caption}
    columns={columns}
    rows={sessions}
    keyOf={({ id }) => id}
  />
)

const columns: Column<Session>[] = [
  {
    head: strings.sessionTable.sessionColumn,
    narrow: 'full',
    cell: ({ id, title }) => (
      <Link className="what" href={paths.session(id)} data-row="">
        {title}
      </Link>
    ),
  },
  {
    head: strings.sessionTable.stateColumn,
    narrow: 'first',
    cell: ({ state }) => <SessionState state={state} />,
  },
  {
    head: strings.sessionTable.startedByColumn,
    narrow: 'drop',
    muted: true,
    cell: ({ startedBy }) => startedBy,
  },
  {
    head: strings.sessionTable.startedColumn,
    narrow: 'second',
    number: true,
    muted: true,
    cell: ({ createdAt }) => <Time at={createdAt} />,
  },
]
