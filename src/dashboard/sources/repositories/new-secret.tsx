import type { Repository } from '../../data/repositories.ts'
import { useRegenerate } from '../../data/repository.ts'
import { Confirm } from '../../kit/form-dialog.tsx'
import { toast } from '../../kit/toast.tsx'

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
      title="Create new secret"
      verb="Create secret"
      busy="Creating"
      change={regenerate}
      onConfirm={() =>
        regenerate.mutate(undefined, {
          onSuccess({ secret }) {
            onMade(secret)
            onClose()
            toast('Secret created. Paste it into the webhook on GitHub.')
          },
        })
      }
      onClose={onClose}
    >
      <p>The old secret stops working immediately.</p>
      <p className="muted">
        Deliveries of {displayName} are rejected until GitHub has the new secret. GitHub can redeliver them.
      </p>
    </Confirm>
  )
}
