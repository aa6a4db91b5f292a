import { type Key, useRevokeKey } from '../../data/keys.ts'
import { Confirm } from '../../kit/form-dialog.tsx'
import { toast } from '../../kit/toast.tsx'

/** Confirms the revocation of a key. */
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
      busy="Revoking"
      change={revoke}
      onConfirm={() => revoke.mutate(undefined, { onSuccess: revoked })}
      onClose={onClose}
    >
      <p>
        Requests with the key that starts with <code>{start}</code> fail immediately. This cannot be undone.
      </p>
    </Confirm>
  )
}
