import { useState } from 'react'
import { Link } from 'wouter'
import { formatName } from '../formats.ts'
import { DataTable } from '../parts/data-table.tsx'
import { Time } from '../parts/time.tsx'
import { paths } from '../paths.ts'
import { DeleteSchedule } from './delete.tsx'
import { LastResult } from './last-result.tsx'
import { type Schedule, type State, useStates, useTurnSchedule } from './queries.ts'
import { RowMenu } from './row-menu.tsx'
import { RunNow } from './run-now.tsx'
import { Sources } from './sources.tsx'
import { OnOff, tellStanding } from './standing.tsx'
import { timesInWords } from './times.ts'

export function ScheduleTable({
  schedules,
  names,
}: {
  schedules: Schedule[]
  /** Of repositories, by their ids. */
  names: Record<string, string>
}) {
  const states = useStates()
  const turn = useTurnSchedule()
  const [deleting, setDeleting] = useState<Schedule | null>(null)
  const stateOf = ({ id }: Schedule) => states.data?.get(id)
  return (
    <>
      <DataTable
        caption="Schedules"
        rows={schedules}
        keyOf={({ id }) => id}
        columns={[
          {
            head: 'Name',
            narrow: 'first',
            cell: ({ id, name }) => (
              <Link className="what" data-row="" href={paths.schedule(id)}>
                {name}
              </Link>
            ),
          },
          {
            head: 'Sources',
            narrow: 'drop',
            muted: true,
            cell: ({ targets }) => <Sources ids={targets.repositoryIds} names={names} />,
          },
          {
            head: 'When',
            narrow: 'full',
            cell: (schedule) => <When schedule={schedule} state={stateOf(schedule)} />,
          },
          { head: 'Output', narrow: 'drop', muted: true, cell: ({ outputType }) => formatName(outputType) },
          {
            head: 'Last result',
            narrow: 'full',
            cell: (schedule) => <LastResult state={stateOf(schedule)} />,
          },
          {
            head: 'Enabled',
            narrow: 'second',
            cell: (schedule) => <OnOff automation={schedule} name={schedule.name} turn={turn} />,
          },
          {
            head: 'Actions',
            hideHead: true,
            narrow: 'full',
            cell: (schedule) => (
              <span className="row tight flex-nowrap md:justify-end">
                <RunNow schedule={schedule} />
                <RowMenu
                  name={schedule.name}
                  href={paths.schedule(schedule.id)}
                  onDelete={() => setDeleting(schedule)}
                />
              </span>
            ),
          },
        ]}
        below={(schedule) => tellStanding(schedule, stateOf(schedule), turn)}
      />
      {deleting && <DeleteSchedule schedule={deleting} onClose={() => setDeleting(null)} />}
    </>
  )
}

/** The time in words, and the next one as the person's clock will show it. */
function When({ schedule, state }: { schedule: Schedule; state: State | undefined }) {
  return (
    <>
      <span className="block">{timesInWords(schedule.sourceConfig.cron)}</span>
      <span className="muted small">
        {schedule.enabled
          ? state?.nextRunAt && (
              <>
                Next: <Time at={state.nextRunAt} />
              </>
            )
          : 'Disabled'}
      </span>
    </>
  )
}
