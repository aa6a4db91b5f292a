import type { UseMutationResult } from '@tanstack/react-query'
import { type Schedule, type Trigger, useDeleteSchedule, useDeleteTrigger } from '../../data/automations.ts'
import { Confirm } from '../../kit/form-dialog.tsx'

export function DeleteSchedule({ schedule, onClose }: { schedule: Schedule; onClose: () => void }) {
  const deletion = useDeleteSchedule()
  return <Delete id={schedule.id} noun="schedule" name={schedule.name} {...{ deletion, onClose }} />
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
  return <Delete id={trigger.id} noun="trigger" {...{ name, deletion, onClose }} />
}

function Delete({
  id,
  noun,
  name,
  deletion,
  onClose,
}: {
  id: string
  noun: string
  name: string
  deletion: UseMutationResult<unknown, Error, string>
  onClose: () => void
}) {
  return (
    <Confirm
      title={`Delete “${name}”`}
      verb={`Delete ${noun}`}
      busy="Deleting"
      change={deletion}
      onConfirm={() => deletion.mutate(id, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>It stops running. Its posts are not deleted.</p>
    </Confirm>
  )
}
