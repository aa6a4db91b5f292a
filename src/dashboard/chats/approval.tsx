import { CircleAlert } from 'lucide-react'
import type { CallPart } from '../../features/chats/message/model.ts'
import { Button } from '../parts/button.tsx'
import { Icon } from '../parts/icon.tsx'
import { useShortcuts } from '../shell/shortcuts.ts'
import { toolWords } from './call-words.ts'

export type Answer = (approval: { id: string; approved: boolean }) => void

/** A change that waits for a person, in the server's own words; the first that waits hears the keys. */
export function Approval({
  call,
  waiting,
  isFirst,
  isBusy,
  answer,
}: {
  call: CallPart
  /** What the server says of it; undefined where nobody can answer it any more. */
  waiting: { id: string; obstacle: string | null } | undefined
  isFirst: boolean
  isBusy: boolean
  answer: Answer
}) {
  const id = call.approval?.id ?? ''
  const mayApprove = waiting?.obstacle === null && !isBusy
  const mayDeny = waiting !== undefined && !isBusy
  const approve = () => mayApprove && answer({ id, approved: true })
  const deny = () => mayDeny && answer({ id, approved: false })
  useShortcuts(isFirst ? { a: approve, d: deny } : {})
  return (
    <section className="approval" aria-label={`${toolWords(call)}, waits for approval`}>
      <h3>
        <Icon of={CircleAlert} />
        {toolWords(call)}
      </h3>
      <p>{call.approval?.requestReason}</p>
      {waiting ? (
        <div className="row">
          <Button
            look="primary"
            shortcut={isFirst ? 'A' : undefined}
            disabled={!mayApprove}
            onClick={approve}
          >
            Approve
          </Button>
          <Button shortcut={isFirst ? 'D' : undefined} disabled={!mayDeny} onClick={deny}>
            Deny
          </Button>
        </div>
      ) : (
        !isBusy && <p className="muted small">Nobody can approve this any more. Ask for it again.</p>
      )}
      {waiting?.obstacle && <p className="muted small">{waiting.obstacle} Ask an owner or admin.</p>}
    </section>
  )
}
