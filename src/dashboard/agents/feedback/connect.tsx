import { Dialog } from '../../kit/dialog.tsx'
import { Snippets } from './snippets.tsx'

/** The settings that agents need to send reports. */
export function Connect({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Connect agents" onClose={onClose} wide>
      <p className="muted">
        Agents can send reports without a key. With a token, they have a higher rate limit.
      </p>
      <Snippets />
    </Dialog>
  )
}
