import { useParams } from 'wouter'
import { type Decision, toResponse, useAnswer } from '../../data/agent-sessions.ts'
import { type ShownApproval, useApproval } from '../../data/approvals.ts'
import { paths } from '../../data/paths.ts'
import { ButtonLink } from '../../kit/button.tsx'
import { Loaded } from '../../kit/loaded.tsx'
import { NotFound } from '../../kit/not-found.tsx'
import { Failure } from '../../kit/notice.tsx'
import { PageHead } from '../../kit/page.tsx'
import { Problem } from '../../kit/problem.ts'
import { Time } from '../../kit/time.tsx'
import { toast } from '../../kit/toast.tsx'
import { Approval, ApprovalCard, Obsolete } from '../conversation/approval.tsx'
import { toolWords } from '../conversation/call-words.ts'
import * as strings from './strings.ts'

const crumb = { href: paths.sessions(), label: strings.approvalPage.sessions }

/** One approval with its complete preview. */
export function ApprovalPage() {
  const { id = '' } = useParams<{ id: string }>()
  const approval = useApproval(id)
  if (approval.error instanceof Problem && approval.error.status === 404) return <NotFound />
  return (
    <>
      {!approval.data && <PageHead title={strings.approvalPage.approval} crumb={crumb} />}
      <Loaded query={approval}>{(data) => <Shown key={id} approval={data.approval} />}</Loaded>
    </>
  )
}

function Shown({ approval }: { approval: ShownApproval }) {
  const { id, tool, prompt, status, askedBy, createdAt, conversationKind, conversationId } = approval
  const isInChat = conversationKind === 'chat'
  const link = isInChat
    ? { label: strings.approvalPage.openChat, href: paths.chat(conversationId) }
    : { label: strings.approvalPage.openSession, href: paths.session(conversationId) }
  const isOpen = status === 'open'
  return (
    <>
      <PageHead
        title={toolWords(tool)}
        crumb={crumb}
        sub={
          <>
            {statusWords[status]} ·{' '}
            {askedBy ? strings.approvalPage.requestedBy(askedBy) : strings.approvalPage.requested}{' '}
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
          {isOpen && <p className="muted small">{strings.approvalPage.answerInChat}</p>}
        </ApprovalCard>
      )}
    </>
  )
}

function InSession({
  approval: { id, tool, prompt, obstacle, conversationId },
}: {
  approval: ShownApproval
}) {
  const answer = useAnswer(conversationId)
  const link = { label: strings.approvalPage.openSession, href: paths.session(conversationId) }
  const decide = (decision: Decision) =>
    answer.mutate(toResponse(id, decision), {
      onSuccess: () =>
        toast(decision.approved ? strings.approvalPage.approved : strings.approvalPage.denied, { link }),
    })
  return (
    <Approval
      id={id}
      tool={tool}
      prompt={prompt}
      waiting={{ obstacle }}
      isFirst
      isBusy={answer.isPending || answer.isSuccess}
      decide={decide}
      isPage
    >
      {answer.error && <Failure error={answer.error} />}
    </Approval>
  )
}

const statusWords: Record<ShownApproval['status'], string> = strings.approvalPage.statusWords
