import type { Repository } from '../../data/repositories.ts'
import { useRegenerate } from '../../data/repository.ts'
import { Confirm } from '../../kit/form-dialog.tsx'
import { toast } from '../../kit/toast.tsx'
import * as strings from './strings.ts'

/** Confirms that a new secret replaces the old one. */
export function NewSecret({
  repository: { id, displayName },
  onMade,
  onClose,
}: {
  repository: Repository
  onMade: (secret: string) => void
  onClose: () => void
}) {
  const regenerate = useRegenerate(id)
  return (
    <Confirm
      title={strings.newSecret.title}
      verb={strings.newSecret.createSecret}
      busy={strings.newSecret.creating}
      change={regenerate}
      onConfirm={() =>
        regenerate.mutate(undefined, {
          onSuccess({ secret }) {
            onMade(secret)
            onClose()
            toast(strings.newSecret.secretCreatedPasteItInto)
          },
        })
      }
      onClose={onClose}
    >
      <p>{strings.newSecret.effect}</p>
      <p className="muted">{strings.newSecret.rejectedUntilPasted(displayName)}</p>
    </Confirm>
  )
}
