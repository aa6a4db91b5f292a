import { useTriggers } from '../../data/automations.ts'
import { Button } from '../../kit/button.tsx'
import { Empty } from '../../kit/empty.tsx'
import { Loaded } from '../../kit/loaded.tsx'
import { PageHead } from '../../kit/page.tsx'
import { useShortcuts } from '../../kit/shortcuts.ts'
import { Tally } from '../../kit/tally.tsx'
import { useDialog } from './address.ts'
import { TriggerDialog } from './trigger-dialog.tsx'
import { TriggerTable } from './trigger-table.tsx'

const toCome = [{ kind: 'wait', count: 12, label: 'to come' }] as const

/** The triggers with their repositories and last results. */
export function TriggersPage() {
  const triggers = useTriggers()
  const { newFor, editId, open, close } = useDialog()
  useShortcuts({ n: open })
  const all = triggers.data?.eventTriggers ?? []
  const edited = all.find(({ id }) => id === editId)
  return (
    <>
      <PageHead title="Triggers" sub="Write a post on every push or release." manual="repositories">
        {all.length > 0 && (
          <Button look="primary" shortcut="N" onClick={open}>
            New trigger
          </Button>
        )}
      </PageHead>
      <Loaded query={triggers} rows={4}>
        {({ repositoryMap }) =>
          all.length > 0 ? (
            <TriggerTable triggers={all} names={repositoryMap} />
          ) : (
            <Empty
              title="No triggers yet"
              draw={<Tally groups={[...toCome]} height={28} noun="events" />}
              actions={
                <Button look="primary" onClick={open}>
                  New trigger
                </Button>
              }
            >
              A trigger drafts a post for each push or release in your repositories.
            </Empty>
          )
        }
      </Loaded>
      {newFor !== null && <TriggerDialog repositoryId={newFor} onClose={close} />}
      {edited && <TriggerDialog key={edited.id} trigger={edited} onClose={close} />}
    </>
  )
}
