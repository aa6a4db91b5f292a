import { Confirm } from '../parts/dialog.tsx'
import { Failure } from '../parts/notice.tsx'
import { toast } from '../parts/toast.tsx'
import type { Repository } from '../repositories/queries.ts'
import { useRegenerate } from './queries.ts'

/** Asks before a new secret ends the old one. */
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
      busy={regenerate.isPending && 'Creating'}
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
      {regenerate.isError && <Failure error={regenerate.error} />}
    </Confirm>
  )
}
