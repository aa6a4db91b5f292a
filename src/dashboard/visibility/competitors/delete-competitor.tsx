import { type Competitor, useDeleteCompetitor } from '../../data/competitors.ts'
import { Confirm } from '../../kit/form-dialog.tsx'
import * as strings from './strings.ts'

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
      title={strings.deleteCompetitor.title(name)}
      verb={strings.deleteCompetitor.deleteCompetitor}
      busy={strings.deleteCompetitor.deleting}
      change={deletion}
      onConfirm={() => deletion.mutate(name, { onSuccess: onDeleted ?? onClose })}
      onClose={onClose}
    >
      <p>{strings.deleteCompetitor.effect}</p>
    </Confirm>
  )
}
