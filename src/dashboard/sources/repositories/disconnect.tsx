import { useLocation } from 'wouter'
import { paths } from '../../data/paths.ts'
import type { Repository } from '../../data/repositories.ts'
import { useDisconnect } from '../../data/repository.ts'
import { Confirm } from '../../kit/form-dialog.tsx'
import { toast } from '../../kit/toast.tsx'
import * as strings from './strings.ts'
import { SwitchedOff } from './switched-off.tsx'

/** Confirms that a repository is disconnected, and lists the automations that it disables. */
export function Disconnect({ repository, onClose }: { repository: Repository; onClose: () => void }) {
  const { id, displayName } = repository
  const [, navigate] = useLocation()
  const disconnect = useDisconnect(id)
  return (
    <Confirm
      title={strings.disconnect.title(displayName)}
      verb={strings.disconnect.disconnect}
      busy={strings.disconnect.disconnecting}
      change={disconnect}
      onConfirm={() =>
        disconnect.mutate(undefined, {
          onSuccess() {
            navigate(paths.repositories())
            toast(strings.disconnect.disconnected(displayName))
          },
        })
      }
      onClose={onClose}
    >
      <p>{strings.disconnect.effect}</p>
      <SwitchedOff target={id} />
    </Confirm>
  )
}
