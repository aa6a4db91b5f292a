import { Dialog } from '../parts/dialog.tsx'
import { Snippets } from './snippets.tsx'

/** What to give to agents, so that they can report. */
export function Connect({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Connect agents" onClose={onClose} wide>
      <p className="muted">
        Anyone may report at these addresses; how much is limited by sender. With a token, reports of an agent
        of yours are taken in larger numbers.
      </p>
      <Snippets />
    </Dialog>
  )
}
