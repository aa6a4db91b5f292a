import { useTriggers } from '../../data/automations.ts'
import { Button } from '../../kit/button.tsx'
import { ListPage } from '../../kit/list-page.tsx'
import { useShortcuts } from '../../kit/shortcuts.ts'
import { useDialog } from './address.ts'
import * as strings from './strings.ts'
import { TriggerDialog } from './trigger-dialog.tsx'
import { TriggerTable } from './trigger-table.tsx'

/** The triggers with their repositories and last results. */
export function TriggersPage() {
  const triggers = useTriggers()
  const { newFor, editId, open, close } = useDialog()
  useShortcuts({ n: open })
  const edited = triggers.data?.eventTriggers.find(({ id }) => id === editId)
  return (
    <>
      <ListPage
        title={strings.triggersPage.title}
        sub={strings.triggersPage.subtitle}
        manual="repositories"
        query={triggers}
        isEmpty={({ eventTriggers }) => eventTriggers.length === 0}
        empty={{
          title: strings.triggersPage.noTriggersYet,
          pending: 12,
          children: strings.triggersPage.emptyText,
        }}
        action={
          <Button look="primary" shortcut="N" onClick={open}>
            {strings.triggersPage.newTrigger}
          </Button>
        }
      >
        {({ eventTriggers, repositoryMap }) => (
          <TriggerTable triggers={eventTriggers} names={repositoryMap} />
        )}
      </ListPage>
      {newFor !== null && <TriggerDialog repositoryId={newFor} onClose={close} />}
      {edited && <TriggerDialog key={edited.id} trigger={edited} onClose={close} />}
    </>
  )
}
