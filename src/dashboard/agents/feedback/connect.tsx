import { Dialog } from '../../kit/dialog.tsx'
import { Snippets } from './snippets.tsx'
import * as strings from './strings.ts'

/** The settings that agents need to send reports. */
export function Connect({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title={strings.connect.connectAgents} onClose={onClose} wide>
      <p className="muted">{strings.connect.hint}</p>
      <Snippets />
    </Dialog>
  )
}
