import { useSchedules } from '../../data/automations.ts'
import { Button } from '../../kit/button.tsx'
import { Empty } from '../../kit/empty.tsx'
import { Loaded } from '../../kit/loaded.tsx'
import { PageHead } from '../../kit/page.tsx'
import { useShortcuts } from '../../kit/shortcuts.ts'
import { Tally } from '../../kit/tally.tsx'
import { useDialog } from './address.ts'
import { ScheduleDialog } from './schedule-dialog.tsx'
import { ScheduleTable } from './schedule-table.tsx'

const toCome = [{ kind: 'wait', count: 12, label: 'to come' }] as const

/** The schedules with their times and last results. */
export function SchedulesPage() {
  const schedules = useSchedules()
  const { newFor, editId, open, close } = useDialog()
  useShortcuts({ n: open })
  const all = schedules.data?.schedules ?? []
  const edited = all.find(({ id }) => id === editId)
  return (
    <>
      <PageHead title="Schedules" sub="Write posts on a schedule." manual="posts">
        {all.length > 0 && (
          <Button look="primary" shortcut="N" onClick={open}>
            New schedule
          </Button>
        )}
      </PageHead>
      <Loaded query={schedules} rows={4}>
        {({ repositoryMap }) =>
          all.length > 0 ? (
            <ScheduleTable schedules={all} names={repositoryMap} />
          ) : (
            <Empty
              title="No schedules yet"
              draw={<Tally groups={[...toCome]} height={28} noun="runs" />}
              actions={
                <Button look="primary" onClick={open}>
                  New schedule
                </Button>
              }
            >
              A schedule reads repository activity every day, week or month and drafts a post.
            </Empty>
          )
        }
      </Loaded>
      {newFor !== null && <ScheduleDialog repositoryId={newFor} onClose={close} />}
      {edited && <ScheduleDialog key={edited.id} schedule={edited} onClose={close} />}
    </>
  )
}
