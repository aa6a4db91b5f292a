import { Link } from 'wouter'
import type { Session } from '../../data/agent-sessions.ts'
import { paths } from '../../data/paths.ts'
import { type Column, DataTable } from '../../kit/data-table.tsx'
import { Time } from '../../kit/time.tsx'
import { SessionState } from './state.tsx'

/** Sessions, newest first. */
export const SessionTable = ({ sessions }: { sessions: Session[] }) => (
  <DataTable caption="Sessions" columns={columns} rows={sessions} keyOf={({ id }) => id} />
)

const columns: Column<Session>[] = [
  {
    head: 'Session',
    narrow: 'full',
    cell: ({ id, title }) => (
      <Link className="what" href={paths.session(id)} data-row="">
        {title}
      </Link>
    ),
  },
  { head: 'State', narrow: 'first', cell: ({ state }) => <SessionState state={state} /> },
  { head: 'Started by', narrow: 'drop', muted: true, cell: ({ startedBy }) => startedBy },
  {
    head: 'Started',
    narrow: 'second',
    number: true,
    muted: true,
    cell: ({ createdAt }) => <Time at={createdAt} />,
  },
]
