import { useSchedules } from '../../data/automations.ts'
import { Button } from '../../kit/button.tsx'
import { ListPage } from '../../kit/list-page.tsx'
import { useShortcuts } from '../../kit/shortcuts.ts'
import { useDialog } from './address.ts'
import { ScheduleDialog } from './schedule-dialog.tsx'
import { ScheduleTable } from './schedule-table.tsx'
import * as strings from './strings.ts'

/** The schedules with their times and last results. */
export function SchedulesPage() {
  const schedules = useSchedules()
  const { newFor, editId, open, close } = useDialog()
  useShortcuts({ n: open })
  const edited = schedules.data?.schedules.find(({ id }) => id === editId)
  return (
    <>
      <ListPage
        title={strings.schedulesPage.title}
        sub={strings.schedulesPage.subtitle}
        manual="posts"
        query={schedules}
        isEmpty={({ schedules }) => schedules.length === 0}
        empty={{
          title: strings.schedulesPage.noSchedulesYet,
          pending: 12,
          children: strings.schedulesPage.emptyText,
        }}
        action={
          <Button look="primary" shortcut="N" onClick={open}>
            {strings.schedulesPage.newSchedule}
          </Button>
        }
      >
        {({ schedules, repositoryMap }) => <ScheduleTable schedules={schedules} names={repositoryMap} />}
      </ListPage>
      {newFor !== null && <ScheduleDialog repositoryId={newFor} onClose={close} />}
      {edited && <ScheduleDialog key={edited.id} schedule={edited} onClose={close} />}
    </>
  )
}
