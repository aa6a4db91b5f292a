import type { UseMutationResult } from '@tanstack/react-query'
import { type Schedule, type Trigger, useDeleteSchedule, useDeleteTrigger } from '../../data/automations.ts'
import { Confirm } from '../../kit/form-dialog.tsx'
import * as strings from './strings.ts'

export function DeleteSchedule({ schedule, onClose }: { schedule: Schedule; onClose: () => void }) {
  const deletion = useDeleteSchedule()
  return (
    <Delete
      id={schedule.id}
      verb={strings.deletion.deleteSchedule}
      name={schedule.name}
      {...{ deletion, onClose }}
    />
  )
}

export function DeleteTrigger({
  trigger,
  name,
  onClose,
}: {
  trigger: Trigger
  name: string
  onClose: () => void
}) {
  const deletion = useDeleteTrigger()
  return <Delete id={trigger.id} verb={strings.deletion.deleteTrigger} {...{ name, deletion, onClose }} />
}

function Delete({
  id,
  verb,
  name,
  deletion,
  onClose,
}: {
  id: string
  verb: string
  name: string
  deletion: UseMutationResult<unknown, Error, string>
  onClose: () => void
}) {
  return (
    <Confirm
      title={strings.deletion.title(name)}
      verb={verb}
      busy={strings.deletion.deleting}
      change={deletion}
      onConfirm={() => deletion.mutate(id, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>{strings.deletion.effect}</p>
    </Confirm>
  )
}
