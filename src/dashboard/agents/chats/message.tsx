import { memo } from 'react'
import {
  type CallPart,
  isCall,
  type MessagePart,
  nameOf,
  pendingLead,
} from '../../../features/conversations/chats/message.ts'
import type { Message, ShownChat } from '../../data/chats.ts'
import { Copy } from '../../kit/copy.tsx'
import { lazyView } from '../../kit/lazy-view.tsx'
import { Prose } from '../conversation/prose.tsx'
import { Thoughts } from '../conversation/thoughts.tsx'
import { ToolLine } from '../conversation/tool-line.tsx'
import { hasCreated, outcomeOf } from './call.ts'
import type { ApprovalAnswer } from './sending.ts'
import * as strings from './strings.ts'

const Approval = lazyView(() => import('../conversation/approval.tsx').then((m) => m.Approval))
const Made = lazyView(() => import('./created-card.tsx').then((m) => m.Made))

type RecordLocation = { integrationId: string; owner?: string; repo?: string; teamName?: string }

/** A message of a user. */
export const Asked = memo(function Asked({ message }: { message: Message }) {
  const context = contextOf(message)
  return (
    <article className="asked">
      <h2 className="sr">{strings.message.you}</h2>
      <p>{textOf(message)}</p>
      {context.length > 0 && (
        <p className="row tight">
          {context.map(({ owner, repo, teamName }) => (
            <span key={`${owner}/${repo} ${teamName}`} className="tag">
              {repo ? `${owner}/${repo}` : (teamName ?? strings.message.issueTracker)}
            </span>
          ))}
        </p>
      )}
    </article>
  )
})

/** The repositories and trackers that a message is about. */
export const contextOf = ({ metadata }: Message): RecordLocation[] =>
  ((metadata ?? {}) as { context?: RecordLocation[] }).context ?? []

export const textOf = ({ parts }: Message) => parts.map(({ text }) => text ?? '').join('')

/** An answer of Herald: text, folded thoughts, calls and pending approvals. */
export function Reply({
  parts,
  isLive,
  waiting,
  isBusy,
  answer,
}: {
  parts: MessagePart[]
  isLive: boolean
  waiting: ShownChat['waiting']
  isBusy: boolean
  answer: (approval: ApprovalAnswer) => void
}) {
  const asking = parts.filter((part): part is CallPart => isCall(part) && part.state === 'approval-requested')
  const hasAsked = parts.some((part) => isCall(part) && part.approval)
  const shown = hasAsked ? parts.filter((part) => !isNotice(part)) : parts
  const said = shown
    .flatMap((part) => (part.type === 'text' && 'text' in part ? [part.text] : []))
    .join('\n\n')
  const first = asking.find(({ approval }) => waiting.some(({ id }) => id === approval?.id))
  return (
    <article className="reply" aria-busy={isLive}>
      <h2 className="sr">{strings.message.herald}</h2>
      {shown.map((part, place) => {
        if (isCall(part)) {
          if (part.state === 'approval-requested') return null
          return (
            <div key={part.toolCallId} className="grid gap-2">
              <ToolLine
                tool={nameOf(part)}
                outcome={outcomeOf(part, isLive)}
                input={part.input}
                output={part.output}
                error={part.errorText ?? part.approval?.reason}
              />
              {hasCreated(part) && <Made call={part} />}
            </div>
          )
        }
        // biome-ignore lint/suspicious/noArrayIndexKey: a message grows at its end
        if (part.type === 'text') return <Prose key={place} text={part.text} />
        if (part.type === 'reasoning')
          // biome-ignore lint/suspicious/noArrayIndexKey: a message grows at its end
          return <Thoughts key={place} text={part.text} isThinking={isLive && part.state === 'streaming'} />
        return null
      })}
      {asking.map((call) => (
        <Approval
          key={call.toolCallId}
          id={call.approval?.id ?? ''}
          tool={nameOf(call)}
          prompt={call.approval?.requestReason ?? ''}
          waiting={waiting.find(({ id }) => id === call.approval?.id)}
          isFirst={call === first}
          isBusy={isBusy}
          decide={(decision) => answer({ id: call.approval?.id ?? '', ...decision })}
        />
      ))}
      {said !== '' && !isLive && (
        <div className="row -ms-[11px]">
          <Copy text={said} what={strings.message.theAnswer} />
        </div>
      )}
    </article>
  )
}

/** A memoized message, so that a streaming one does not render the others again. */
export const KeptReply = memo(Reply)

/** Text for clients without approvals: here the card has it, and the call once it is settled. */
const isNotice = (part: MessagePart) =>
  part.type === 'text' && 'text' in part && part.text.startsWith(pendingLead)
