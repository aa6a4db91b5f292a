import { type ReactNode, useState } from 'react'
import { Link } from 'wouter'
import { type Decision, toResponse, useAnswer } from '../../data/agent-sessions.ts'
import { useApprovals, type WaitingApproval } from '../../data/approvals.ts'
import { paths } from '../../data/paths.ts'
import { Failure } from '../../kit/notice.tsx'
import { Section } from '../../kit/page.tsx'
import { Pager } from '../../kit/pager.tsx'
import { Time } from '../../kit/time.tsx'
import { toast } from '../../kit/toast.tsx'
import { Approval, ApprovalCard, Obsolete } from '../conversation/approval.tsx'
import * as strings from './strings.ts'

/** The pending approvals of all sessions and chats; nothing if there are none. */
export function WaitingApprovals() {
  const [page, setPage] = useState(1)
  const { data, error, refetch } = useApprovals(page)
  if (!data) return error && <Failure error={error} retry={() => refetch()} />
  const { approvals, pagination } = data
  if (pagination.totalItems === 0) return null
  const first = approvals.find(({ conversationKind }) => conversationKind === 'session')
  return (
    <Section title={strings.waitingApprovals.pendingApprovals} note={pagination.totalItems}>
      <div className="waiting">
        {approvals.map((approval) =>
          approval.conversationKind === 'session' ? (
            <InSession key={approval.id} approval={approval} isFirst={approval === first} />
          ) : (
            <ApprovalCard key={approval.id} id={approval.id} tool={approval.tool} prompt={approval.prompt}>
              <Obsolete approval={{ isChanged: approval.isChanged, refused: null }} />
              <Origin approval={approval}>
                <Link href={paths.chat(approval.conversationId)}>
                  {strings.waitingApprovals.answerInChat}
                </Link>
              </Origin>
            </ApprovalCard>
          ),
        )}
      </div>
      <Pager pagination={pagination} noun={strings.waitingApprovals.changesNoun} onPage={setPage} />
    </Section>
  )
}

/** The conversation and the requester. */
function Origin({
  approval: { askedBy, createdAt },
  children,
}: {
  approval: WaitingApproval
  children: ReactNode
}) {
  return (
    <p className="muted small">
      {askedBy ? strings.waitingApprovals.requestedBy(askedBy) : strings.waitingApprovals.requested}
      <Time at={createdAt} />. {children}
    </p>
  )
}

function InSession({ approval, isFirst }: { approval: WaitingApproval; isFirst: boolean }) {
  const { id, tool, prompt, obstacle, conversationId } = approval
  const answer = useAnswer(conversationId)
  const link = { label: strings.waitingApprovals.openSession, href: paths.session(conversationId) }
  const decide = (decision: Decision) =>
    answer.mutate(toResponse(id, decision), {
      onSuccess: () =>
        toast(decision.approved ? strings.waitingApprovals.approved : strings.waitingApprovals.denied, {
          link,
        }),
    })
  return (
    <Approval
      id={id}
      tool={tool}
      prompt={prompt}
      waiting={{ obstacle }}
      isFirst={isFirst}
      isBusy={answer.isPending || answer.isSuccess}
      decide={decide}
    >
      <Origin approval={approval}>
        <Link href={link.href}>{link.label}</Link>
      </Origin>
      {answer.error && <Failure error={answer.error} />}
    </Approval>
  )
}
