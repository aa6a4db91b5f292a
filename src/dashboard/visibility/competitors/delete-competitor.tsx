import { type Competitor, useDeleteCompetitor } from '../../data/competitors.ts'
import { Confirm } from '../../kit/form-dialog.tsx'

export function DeleteCompetitor({
  competitor: { name },
  onDeleted,
  onClose,
}: {
  competitor: Competitor
  onDeleted?: () => void
  onClose: () => void
}) {
  const deletion = useDeleteCompetitor()
  return (
    <Confirm
      title={`Delete “${name}”`}
      verb="Delete competitor"
      busy="Deleting"
      change={deletion}
      onConfirm={() => deletion.mutate(name, { onSuccess: onDeleted ?? onClose })}
      onClose={onClose}
    >
      <p>Its mentions no longer count, in past answers either.</p>
    </Confirm>
  )
}
