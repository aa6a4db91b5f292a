import { useDisconnectSearchConsole } from '../../../data/search-console.ts'
import { Confirm } from '../../../kit/form-dialog.tsx'
import * as strings from './strings.ts'

/** Confirms that the organization is disconnected from Google Search Console. */
export function DisconnectConsole({ onClose }: { onClose: () => void }) {
  const disconnect = useDisconnectSearchConsole()
  return (
    <Confirm
      title={strings.texts.disconnectTitle}
      verb={strings.texts.disconnect}
      busy={strings.texts.disconnecting}
      change={disconnect}
      onConfirm={() => disconnect.mutate(undefined, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>{strings.texts.disconnectEffect}</p>
    </Confirm>
  )
}
