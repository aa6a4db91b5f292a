import { PostLink } from '../../content/post/post-link.tsx'
import { ledgerGroups } from '../../data/run.ts'
import type { ListedRun } from '../../data/run-list.ts'
import { RunState } from '../../data/states.tsx'
import { type Column, DataTable } from '../../kit/data-table.tsx'
import { Tally } from '../../kit/tally.tsx'
import { Time } from '../../kit/time.tsx'
import { RunDetail } from './run-detail.tsx'
import { orderOf } from './run-words.ts'
import * as strings from './strings.ts'

/** Runs, each of which expands below its row. */
export function RunTable({
  runs,
  opened,
  onOpen,
}: {
  runs: ListedRun[]
  opened: string
  onOpen: (id: string) => void
}) {
  const columns: Column<ListedRun>[] = [
    {
      head: strings.runTable.stateColumn,
      narrow: 'first',
      cell: ({ status }) => <RunState status={status} />,
    },
    {
      head: strings.runTable.startedByColumn,
      narrow: 'full',
      cell: (run) => (
        <>
          <button
            type="button"
            className="what"
            data-row=""
            aria-expanded={run.id === opened}
            aria-controls={run.id === opened ? `${run.id}-detail` : undefined}
            onClick={() => onOpen(run.id === opened ? '' : run.id)}
          >
            {run.cause.text}
          </button>
          <p className="muted small">{orderOf(run)}</p>
        </>
      ),
    },
    {
      head: strings.runTable.changesColumn,
      narrow: 'full',
      cell: (run) =>
        run.ledger && <Tally groups={ledgerGroups(run.ledger)} noun={strings.runTable.changesNoun} />,
    },
    {
      head: strings.runTable.timeColumn,
      number: true,
      muted: true,
      narrow: 'second',
      cell: ({ createdAt }) => <Time at={createdAt} />,
    },
    {
      head: strings.runTable.resultColumn,
      narrow: 'full',
      cell: (run) => <Outcome run={run} isOpened={run.id === opened} />,
    },
  ]
  return (
    <DataTable
      caption={strings.runTable.caption}
      columns={columns}
      rows={runs}
      keyOf={({ id }) => id}
      below={({ id }) =>
        id === opened && (
          <div id={`${id}-detail`}>
            <RunDetail id={id} />
          </div>
        )
      }
    />
  )
}

/** The post of a run, or a short reason for none; the expanded run has the details. */
function Outcome({ run: { status, post, error }, isOpened }: { run: ListedRun; isOpened: boolean }) {
  if (status === 'completed') return <PostLink post={post} />
  return error && !isOpened && <p className="muted max-w-96">{error}</p>
}
