import { useDisconnectSearchConsole } from '../../../data/search-console.ts'
import { Confirm } from '../../../kit/form-dialog.tsx'
import { strings } from './strings.ts'

/** Confirms that the organization is disconnected from Google Search Console. */
export function DisconnectConsole({ onClose }: { onClose: () => void }) {
  const disconnect = useDisconnectSearchConsole()
  return (
    <Confirm
      title={strings.disconnectTitle}
      verb={strings.disconnect}
      busy={strings.disconnecting}
      change={disconnect}
      onConfirm={() => disconnect.mutate(undefined, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>{strings.disconnectEffect}</p>
    </Confirm>
  )
}
