import { Confirm } from '../parts/dialog.tsx'
import { Failure } from '../parts/notice.tsx'
import { toast } from '../parts/toast.tsx'
import { type Key, useRevokeKey } from './queries.ts'

/** Before a key is ended. */
export function Revoke({ of: { id, name, start }, onClose }: { of: Key; onClose: () => void }) {
  const revoke = useRevokeKey(id)
  const revoked = () => {
    onClose()
    toast(`${name} revoked.`)
  }
  return (
    <Confirm
      title={`Revoke ${name}`}
      verb="Revoke"
      busy={revoke.isPending && 'Revoking'}
      onConfirm={() => revoke.mutate(undefined, { onSuccess: revoked })}
      onClose={onClose}
    >
      <p>
        Requests with the key that starts with <code>{start}</code> fail immediately. This cannot be undone.
      </p>
      {revoke.error && <Failure error={revoke.error} />}
    </Confirm>
  )
}
