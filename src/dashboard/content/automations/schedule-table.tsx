import { useState } from 'react'
import { Link } from 'wouter'
import { type Schedule, type State, useStates, useTurnSchedule } from '../../data/automations.ts'
import { formatName } from '../../data/formats.ts'
import { paths } from '../../data/paths.ts'
import { DataTable } from '../../kit/data-table.tsx'
import { RowMenu } from '../../kit/row-menu.tsx'
import { Time } from '../../kit/time.tsx'
import { DeleteSchedule } from './delete.tsx'
import { LastResult } from './last-result.tsx'
import { RunNow } from './run-now.tsx'
import { Sources } from './sources.tsx'
import { describeStatus, OnOff } from './status.tsx'
import * as strings from './strings.ts'
import { timesInWords } from './times.ts'

export function ScheduleTable({
  schedules,
  names,
}: {
  schedules: Schedule[]
  /** Repositories by id. */
  names: Record<string, string>
}) {
  const states = useStates()
  const turn = useTurnSchedule()
  const [deleting, setDeleting] = useState<Schedule | null>(null)
  const stateOf = ({ id }: Schedule) => states.data?.get(id)
  return (
    <>
      <DataTable
        caption={strings.scheduleTable.caption}
        rows={schedules}
        keyOf={({ id }) => id}
        columns={[
          {
            head: strings.scheduleTable.nameColumn,
            narrow: 'first',
            cell: ({ id, name }) => (
              <Link className="what" data-row="" href={paths.schedule(id)}>
                {name}
              </Link>
            ),
          },
          {
            head: strings.scheduleTable.sourcesColumn,
            narrow: 'drop',
            muted: true,
            cell: ({ targets }) => <Sources ids={targets.repositoryIds} names={names} />,
          },
          {
            head: strings.scheduleTable.whenColumn,
            narrow: 'full',
            cell: (schedule) => <When schedule={schedule} state={stateOf(schedule)} />,
          },
          {
            head: strings.scheduleTable.outputColumn,
            narrow: 'drop',
            muted: true,
            cell: ({ outputType }) => formatName(outputType),
          },
          {
            head: strings.scheduleTable.lastResultColumn,
            narrow: 'full',
            cell: (schedule) => <LastResult state={stateOf(schedule)} />,
          },
          {
            head: strings.scheduleTable.enabledColumn,
            narrow: 'second',
            cell: (schedule) => <OnOff automation={schedule} name={schedule.name} turn={turn} />,
          },
          {
            head: strings.scheduleTable.actionsColumn,
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
        below={(schedule) => describeStatus(schedule, stateOf(schedule), turn)}
      />
      {deleting && <DeleteSchedule schedule={deleting} onClose={() => setDeleting(null)} />}
    </>
  )
}

/** The times in words, and the next run in the user's time zone. */
function When({ schedule, state }: { schedule: Schedule; state: State | undefined }) {
  return (
    <>
      <span className="block">{timesInWords(schedule.sourceConfig.cron)}</span>
      <span className="muted small">
        {schedule.enabled
          ? state?.nextRunAt && <>{strings.scheduleTable.next(<Time at={state.nextRunAt} />)}</>
          : strings.scheduleTable.disabled}
      </span>
    </>
  )
}
