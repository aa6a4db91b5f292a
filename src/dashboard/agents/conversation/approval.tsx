import { CircleAlert } from 'lucide-react'
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import type { Decision } from '../../data/agent-sessions.ts'
import { type ShownApproval, useApproval } from '../../data/approvals.ts'
import { Button } from '../../kit/button.tsx'
import { TextField } from '../../kit/field.tsx'
import { Icon } from '../../kit/icon.tsx'
import { Notice, toSentence } from '../../kit/notice.tsx'
import { useShortcuts } from '../../kit/shortcuts.ts'
import { toolWords } from './call-words.ts'
import { PreviewText } from './preview-text.tsx'
import * as strings from './strings.ts'

/** A pending approval with the server's preview; the first one has the keyboard shortcuts. */
export function Approval({
  id,
  tool,
  prompt,
  waiting,
  isFirst,
  isBusy,
  decide,
  isPage,
  children,
}: {
  id: string
  tool: string
  prompt: string
  /** Why the user may not approve it; undefined if it is no longer open. */
  waiting: { obstacle: string | null } | undefined
  isFirst: boolean
  isBusy: boolean
  decide: (decision: Decision) => void
  /** It has its own page. */
  isPage?: boolean
  /** Its conversation and requester, outside of the conversation. */
  children?: ReactNode
}) {
  const [readText, setReadText] = useState<string | null>(null)
  const hint = useId()
  const [isDenying, setDenying] = useState(false)
  const denyButton = useRef<HTMLSpanElement>(null)
  const { data, isLoading } = useApproval(id, waiting !== undefined)
  const hasRead = readText === prompt
  const isChanged = data?.approval.isChanged ?? false
  const isApprovable = waiting?.obstacle === null && !data?.approval.refused && !isChanged
  const mayApprove = isApprovable && !isLoading && !isBusy && hasRead
  const isUnread = isApprovable && !hasRead
  const mayDeny = waiting !== undefined && !isBusy
  const approve = () => mayApprove && decide({ approved: true })
  useShortcuts(isFirst && !isDenying ? { a: approve, d: () => mayDeny && setDenying(true) } : {})
  function stay() {
    setDenying(false)
    setTimeout(() => denyButton.current?.querySelector('button')?.focus())
  }
  return (
    <ApprovalCard id={id} tool={tool} prompt={prompt} isPage={isPage} onRead={() => setReadText(prompt)}>
      {children}
      {waiting && data && !isPage && <Obsolete approval={data.approval} />}
      {waiting && isDenying && (
        <Denial isBusy={isBusy} deny={(reason) => decide({ approved: false, reason })} stay={stay} />
      )}
      {waiting && !isDenying && (
        <div className="row">
          {!(isChanged && data?.approval.refused === null) && (
            <Button
              look="primary"
              shortcut={isFirst ? 'A' : undefined}
              disabled={!mayApprove}
              aria-describedby={isUnread ? hint : undefined}
              onClick={approve}
            >
              {strings.approval.approve}
            </Button>
          )}
          <span ref={denyButton}>
            <Button shortcut={isFirst ? 'D' : undefined} disabled={!mayDeny} onClick={() => setDenying(true)}>
              {strings.approval.deny}
            </Button>
          </span>
        </div>
      )}
      {isUnread && (
        <p className="muted small" id={hint}>
          {isPage ? strings.approval.scrollToApprove : strings.approval.scrollOrShowAll}
        </p>
      )}
      {!waiting && !isBusy && <p className="muted small">{strings.approval.noLongerOpen}</p>}
      {waiting?.obstacle && <p className="muted small">{strings.approval.askAdmin(waiting.obstacle)}</p>}
    </ApprovalCard>
  )
}

/** Why approving it would fail. */
export function Obsolete({
  approval: { refused, isChanged },
}: {
  approval: Pick<ShownApproval, 'refused' | 'isChanged'>
}) {
  if (refused !== null)
    return <Notice kind="warn">{strings.approval.cannotBeApproved(toSentence(refused))}</Notice>
  if (!isChanged) return null
  return <Notice kind="warn">{strings.approval.outOfDate}</Notice>
}

/** The server's preview of the change. */
export function ApprovalCard({
  id,
  tool,
  prompt,
  isPage,
  onRead = () => {},
  children,
}: {
  id: string
  tool: string
  prompt: string
  isPage?: boolean
  onRead?: () => void
  children: ReactNode
}) {
  return (
    <section className="approval" aria-label={strings.approval.pendingTool(toolWords(tool))}>
      {/* On its own page the title says the same. */}
      {!isPage && (
        <h3>
          <Icon of={CircleAlert} />
          {toolWords(tool)}
        </h3>
      )}
      <PreviewText id={id} text={prompt} isPage={isPage} onRead={onRead} />
      {children}
    </section>
  )
}

/** The optional reason for the model. */
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
        label={strings.approval.reason}
        hint={strings.approval.reasonHint}
        maxLength={2000}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      <div className="row">
        <Button look="primary" type="submit" disabled={isBusy}>
          {strings.approval.deny}
        </Button>
        <Button look="quiet" onClick={stay}>
          {strings.approval.back}
        </Button>
      </div>
    </form>
  )
}
