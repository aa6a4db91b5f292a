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
      title="Make a new secret"
      verb="Make a new one"
      busy={regenerate.isPending && 'Making'}
      onConfirm={() =>
        regenerate.mutate(undefined, {
          onSuccess({ secret }) {
            onMade(secret)
            onClose()
            toast('The new secret holds. Paste it into the webhook on GitHub.')
          },
        })
      }
      onClose={onClose}
    >
      <p>The old secret stops working at once.</p>
      <p className="muted">
        Until GitHub has the new one, the deliveries of {displayName} are refused. GitHub can send those
        again.
      </p>
      {regenerate.isError && <Failure error={regenerate.error} />}
    </Confirm>
  )
}
