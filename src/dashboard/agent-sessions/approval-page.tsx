import { useParams } from 'wouter'
import { Problem } from '../api.ts'
import { NotFound } from '../not-found.tsx'
import { ButtonLink } from '../parts/button.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { Failure, Notice, toSentence } from '../parts/notice.tsx'
import { PageHead } from '../parts/page.tsx'
import { Time } from '../parts/time.tsx'
import { toast } from '../parts/toast.tsx'
import { paths } from '../paths.ts'
import { Approval, ApprovalCard, type Decision } from '../talk/approval.tsx'
import { toolWords } from '../talk/call-words.ts'
import { type ShownApproval, toResponse, useAnswer, useApproval } from './queries.ts'

const crumb = { href: paths.sessions(), label: 'Sessions' }

/** One approval, with everything that it will run. */
export function ApprovalPage() {
  const { id = '' } = useParams<{ id: string }>()
  const approval = useApproval(id)
  if (approval.error instanceof Problem && approval.error.status === 404) return <NotFound />
  return (
    <>
      {!approval.data && <PageHead title="Approval" crumb={crumb} />}
      <Loaded query={approval}>{(data) => <Shown key={id} approval={data.approval} />}</Loaded>
    </>
  )
}

function Shown({ approval }: { approval: ShownApproval }) {
  const { id, tool, prompt, status, askedBy, createdAt, conversationKind, conversationId } = approval
  const isInChat = conversationKind === 'chat'
  const link = isInChat
    ? { label: 'Open chat', href: paths.chat(conversationId) }
    : { label: 'Open session', href: paths.session(conversationId) }
  const isOpen = status === 'open'
  return (
    <>
      <PageHead
        title={toolWords(tool)}
        crumb={crumb}
        sub={
          <>
            {statusWords[status]} · {askedBy ? `Requested by ${askedBy}` : 'Requested'}{' '}
            <Time at={createdAt} />
          </>
        }
      >
        <ButtonLink href={link.href}>{link.label}</ButtonLink>
      </PageHead>
      <Obsolete approval={approval} />
      {isOpen && !isInChat ? (
        <InSession approval={approval} />
      ) : (
        <ApprovalCard id={id} tool={tool} prompt={prompt} isPage>
          {isOpen && <p className="muted small">Approve or deny it in the chat.</p>}
        </ApprovalCard>
      )}
    </>
  )
}

/** Why approving it would fail. */
function Obsolete({ approval: { refused, isChanged } }: { approval: ShownApproval }) {
  if (refused !== null) return <Notice kind="warn">It cannot be approved. {toSentence(refused)}</Notice>
  if (!isChanged) return null
  return (
    <Notice kind="warn">This request is out of date. Approving it will fail. Ask the agent again.</Notice>
  )
}

function InSession({
  approval: { id, tool, prompt, obstacle, refused, conversationId },
}: {
  approval: ShownApproval
}) {
  const answer = useAnswer(conversationId)
  const link = { label: 'Open session', href: paths.session(conversationId) }
  const decide = (decision: Decision) =>
    answer.mutate(toResponse(id, decision), {
      onSuccess: () => toast(decision.approved ? 'Approved' : 'Denied', { link }),
    })
  return (
    <Approval
      id={id}
      tool={tool}
      prompt={prompt}
      waiting={{ obstacle }}
      isRefused={refused !== null}
      isFirst
      isBusy={answer.isPending || answer.isSuccess}
      decide={decide}
      isPage
    >
      {answer.error && <Failure error={answer.error} />}
    </Approval>
  )
}

const statusWords: Record<ShownApproval['status'], string> = {
  open: 'Pending approval',
  approved: 'Approved',
  denied: 'Denied',
  cancelled: 'Cancelled',
  expired: 'Expired',
  spent: 'Approved and run',
  automatic: 'Run without approval',
}
