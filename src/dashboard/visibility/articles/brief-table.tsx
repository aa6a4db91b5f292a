import { Link } from 'wouter'
import { type BriefItem, useOutcomes } from '../../data/briefs.ts'
import { paths } from '../../data/paths.ts'
import { useProjectAddress } from '../../data/project-address.ts'
import { type Column, DataTable } from '../../kit/data-table.tsx'
import { Time } from '../../kit/time.tsx'
import { BriefAction } from './brief-action.tsx'
import { OutcomeCell } from './outcome/outcome-cell.tsx'
import { BriefState } from './state.tsx'
import * as strings from './strings.ts'
import { WritingState } from './writing-state.tsx'

export function BriefTable({ briefs }: { briefs: BriefItem[] }) {
  const { data: outcomes } = useOutcomes()
  const hasOutcome = briefs.some(({ id }) => outcomes?.has(id))
  const outcome: Column<BriefItem> = {
    head: strings.briefTable.outcomeColumn,
    narrow: 'full',
    cell: ({ id, postId }) => {
      const outcome = postId !== null && outcomes?.get(id)
      return outcome && <OutcomeCell outcome={outcome} />
    },
  }
  const columns: Column<BriefItem>[] = [
    { head: strings.briefTable.articleColumn, narrow: 'first', cell: (brief) => <Title brief={brief} /> },
    {
      head: strings.briefTable.stateColumn,
      narrow: 'second',
      cell: ({ id, status, faults }) =>
        status === 'writing' ? <WritingState briefId={id} /> : <BriefState status={status} faults={faults} />,
    },
    ...(hasOutcome ? [outcome] : []),
    {
      head: strings.briefTable.plannedColumn,
      muted: true,
      narrow: 'drop',
      cell: ({ createdAt }) => <Time at={createdAt} />,
    },
    {
      head: strings.briefTable.actionColumn,
      hideHead: true,
      number: true,
      narrow: 'full',
      cell: (brief) => <BriefAction brief={brief} />,
    },
  ]
  return (
    <DataTable caption={strings.briefTable.caption} columns={columns} rows={briefs} keyOf={({ id }) => id} />
  )
}

function Title({ brief: { id, workingTitle, topic, error } }: { brief: BriefItem }) {
  const addressOf = useProjectAddress()
  return (
    <>
      <Link className="what" data-row="" href={addressOf(paths.article(id))}>
        {workingTitle}
      </Link>
      <br />
      <span className="muted small">{error ?? topic}</span>
    </>
  )
}
