import { ArrowDown } from 'lucide-react'
import { useRef } from 'react'
import type { MessagePart } from '../../features/chats/message/model.ts'
import { Button } from '../parts/button.tsx'
import { Icon } from '../parts/icon.tsx'
import { Failure, Notice } from '../parts/notice.tsx'
import { useDraft } from '../talk/draft.ts'
import { useFollow } from '../talk/scroll.ts'
import { Spoken } from '../talk/spoken.tsx'
import { ChatComposer } from './chat-composer.tsx'
import { useLive } from './live.ts'
import { Asked, Reply } from './message.tsx'
import type { Message, ShownChat } from './queries.ts'
import { type ApprovalAnswer, useSend } from './sending.ts'
import { sentencesOfParts } from './spoken.ts'

/** What was said, what is being said, and where one says the next. */
export function Conversation({ shown }: { shown: ShownChat }) {
  const { chatId } = shown.chat
  const live = useLive(chatId)
  const { draft, change } = useDraft(chatId)
  const { error, say, answer } = useSend(chatId)
  const field = useRef<HTMLTextAreaElement>(null)
  const { isBehind, jump } = useFollow(live ?? shown)
  const isWriting = live !== undefined && live.state !== 'failed'
  const isBusy = isWriting || shown.isReplying
  const kept = withoutLive(shown.messages, live?.said.id)
  const last = shown.messages.at(-1)

  async function send(text = draft.text) {
    jump()
    const isOwn = text === draft.text
    if (isOwn) change({ text: '' })
    const taken = await say({ ...draft, text }, shown.messages.filter(({ role }) => role === 'user').length)
    if (!taken && isOwn) change({ text })
  }
  function decide(approval: ApprovalAnswer) {
    field.current?.focus({ preventScroll: true })
    const before = shown.messages.findLast(({ role }) => role === 'assistant')
    if (before) void answer(approval, before)
  }

  return (
    <div className="conversation">
      <div className="said-list">
        {kept.map((message) =>
          message.role === 'user' ? (
            <Asked key={message.id} message={message} />
          ) : (
            <Reply
              key={message.id}
              parts={message.parts as MessagePart[]}
              isLive={message === last && shown.isReplying}
              waiting={shown.waiting}
              isBusy={isBusy}
              answer={decide}
            />
          ),
        )}
        {live?.asked && isNew(kept, live.asked) && <Asked message={toMessage(live.asked)} />}
        {live && live.said.parts.length > 0 && (
          <Reply parts={live.said.parts} isLive={isWriting} waiting={[]} isBusy answer={decide} />
        )}
        {live && <Spoken sentences={sentencesOfParts(live.said.parts)} />}
        {isBusy && (live?.said.parts.length ?? 0) === 0 && (
          <p className="muted">Herald is looking into it.</p>
        )}
        {live?.state === 'failed' && live.error && <Failure error={live.error} />}
        {error && <Failure error={error} />}
        {!isBusy && last && isCut(last) && (
          <Notice>
            <div className="row">
              <span>This answer was interrupted. What had come by then is kept.</span>
              <Button slim onClick={() => send('Continue.')}>
                Continue
              </Button>
            </div>
          </Notice>
        )}
      </div>
      <div className="foot">
        {isBehind && (
          <Button slim className="newest" onClick={jump}>
            <Icon of={ArrowDown} />
            Jump to newest
          </Button>
        )}
        <ChatComposer
          label="Message"
          field={field}
          draft={draft}
          change={change}
          isBusy={isBusy}
          onSend={() => send()}
          onStop={live?.stop}
        />
      </div>
    </div>
  )
}

/** What is kept of a reply that comes stays out of sight: it is shown as it comes. */
const withoutLive = (messages: Message[], liveId: string | undefined) =>
  liveId ? messages.filter(({ id }) => id !== liveId) : messages

const toMessage = ({ text }: { text: string }): Message => ({
  id: 'asked',
  role: 'user',
  parts: [{ type: 'text', text }],
})

/** The message that a reply answers, as long as it is not kept. */
function isNew(messages: Message[], { before }: { before: number }): boolean {
  return messages.filter(({ role }) => role === 'user').length <= before
}

const unfinished = ['streaming', 'input-streaming', 'input-available', 'approval-responded']

/** Whether what was said last was not said to its end: nothing of it, or something that was still under way. */
function isCut({ role, parts, metadata }: Message): boolean {
  if (role === 'user' || parts.some(({ state }) => unfinished.includes(state))) return true
  return (metadata as Record<string, unknown> | undefined)?.generationDurationMs === undefined
}
