import { type Key, useRevokeKey } from '../../data/keys.ts'
import { Confirm } from '../../kit/form-dialog.tsx'
import { toast } from '../../kit/toast.tsx'
import * as strings from './strings.ts'

/** Confirms the revocation of a key. */
export function Revoke({ of: { id, name, start }, onClose }: { of: Key; onClose: () => void }) {
  const revoke = useRevokeKey(id)
  const revoked = () => {
    onClose()
    toast(strings.revoke.revoked(name))
  }
  return (
    <Confirm
      title={strings.revoke.title(name)}
      verb={strings.revoke.revoke}
      busy={strings.revoke.revoking}
      change={revoke}
      onConfirm={() => revoke.mutate(undefined, { onSuccess: revoked })}
      onClose={onClose}
    >
      <p>{strings.revoke.effect(<code>{start}</code>)}</p>
    </Confirm>
  )
}
