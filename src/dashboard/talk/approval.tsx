import { CircleAlert } from 'lucide-react'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from '../parts/button.tsx'
import { TextField } from '../parts/field.tsx'
import { Icon } from '../parts/icon.tsx'
import { useShortcuts } from '../shell/shortcuts.ts'
import { toolWords } from './call-words.ts'

export type Decision = { approved: boolean; reason?: string }

/** A change that waits for a person, in the server's own words; the first that waits hears the keys. */
export function Approval({
  tool,
  prompt,
  waiting,
  isFirst,
  isBusy,
  decide,
  children,
}: {
  tool: string
  prompt: string
  /** Why whoever looks may not approve it; undefined where nobody can answer it any more. */
  waiting: { obstacle: string | null } | undefined
  isFirst: boolean
  isBusy: boolean
  decide: (decision: Decision) => void
  /** Where it was asked, and by whom, outside of its conversation. */
  children?: ReactNode
}) {
  const [isDenying, setDenying] = useState(false)
  const denyButton = useRef<HTMLSpanElement>(null)
  const mayApprove = waiting?.obstacle === null && !isBusy
  const mayDeny = waiting !== undefined && !isBusy
  const approve = () => mayApprove && decide({ approved: true })
  useShortcuts(isFirst && !isDenying ? { a: approve, d: () => mayDeny && setDenying(true) } : {})
  function stay() {
    setDenying(false)
    setTimeout(() => denyButton.current?.querySelector('button')?.focus())
  }
  return (
    <ApprovalCard tool={tool} prompt={prompt}>
      {children}
      {waiting && isDenying && (
        <Denial isBusy={isBusy} deny={(reason) => decide({ approved: false, reason })} stay={stay} />
      )}
      {waiting && !isDenying && (
        <div className="row">
          <Button
            look="primary"
            shortcut={isFirst ? 'A' : undefined}
            disabled={!mayApprove}
            onClick={approve}
          >
            Approve
          </Button>
          <span ref={denyButton}>
            <Button shortcut={isFirst ? 'D' : undefined} disabled={!mayDeny} onClick={() => setDenying(true)}>
              Deny
            </Button>
          </span>
        </div>
      )}
      {!waiting && !isBusy && (
        <p className="muted small">Nobody can approve this any more. Ask for it again.</p>
      )}
      {waiting?.obstacle && <p className="muted small">{waiting.obstacle} Ask an owner or admin.</p>}
    </ApprovalCard>
  )
}

/** What would be done, in the server's own words. */
export function ApprovalCard({
  tool,
  prompt,
  children,
}: {
  tool: string
  prompt: string
  children: ReactNode
}) {
  return (
    <section className="approval" aria-label={`${toolWords(tool)}, waits for approval`}>
      <h3>
        <Icon of={CircleAlert} />
        {toolWords(tool)}
      </h3>
      <p>{prompt}</p>
      {children}
    </section>
  )
}

/** Why not, which the model is told; it may be left empty. */
function Denial({
  isBusy,
  deny,
  stay,
}: {
  isBusy: boolean
  deny: (reason: string | undefined) => void
  stay: () => void
}) {
  const [reason, setReason] = useState('')
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector('input')?.focus(), [])
  function submit(event: FormEvent) {
    event.preventDefault()
    if (!isBusy) deny(reason.trim() || undefined)
  }
  return (
    <form
      ref={form}
      className="grid gap-2"
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.key === 'Escape') stay()
      }}
    >
      <TextField
        label="Reason"
        hint="Herald reads it before it goes on. It can be left empty."
        maxLength={2000}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      <div className="row">
        <Button look="primary" type="submit" disabled={isBusy}>
          Deny
        </Button>
        <Button look="quiet" onClick={stay}>
          Back
        </Button>
      </div>
    </form>
  )
}
