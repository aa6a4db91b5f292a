import { useLocation } from 'wouter'
import { Confirm } from '../parts/dialog.tsx'
import { Failure } from '../parts/notice.tsx'
import { toast } from '../parts/toast.tsx'
import { paths } from '../paths.ts'
import type { Repository } from '../repositories/queries.ts'
import { SwitchedOff } from '../repositories/switched-off.tsx'
import { useDisconnect } from './queries.ts'

/** Asks before a repository is forgotten, and says what goes off with it. */
export function Disconnect({ repository, onClose }: { repository: Repository; onClose: () => void }) {
  const { id, displayName } = repository
  const [, navigate] = useLocation()
  const disconnect = useDisconnect(id)
  return (
    <Confirm
      title={`Disconnect ${displayName}`}
      verb="Disconnect"
      busy={disconnect.isPending && 'Disconnecting'}
      onConfirm={() =>
        disconnect.mutate(undefined, {
          onSuccess() {
            navigate(paths.repositories())
            toast(`${displayName} disconnected.`)
          },
        })
      }
      onClose={onClose}
    >
      <p>Deletes its token and webhook secret. Posts are not changed.</p>
      <SwitchedOff target={id} />
      {disconnect.isError && <Failure error={disconnect.error} />}
    </Confirm>
  )
}
