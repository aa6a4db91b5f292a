import { ArrowDown } from 'lucide-react'
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { type Message, type ShownChat, stopReply } from '../../data/chats.ts'
import { Button } from '../../kit/button.tsx'
import { Icon } from '../../kit/icon.tsx'
import { Notice } from '../../kit/notice.tsx'
import { useDraft } from '../conversation/draft.ts'
import { useFollow } from '../conversation/scroll.ts'
import { Spoken } from '../conversation/spoken.tsx'
import { ChatComposer } from './chat-composer.tsx'
import { Interrupted, isCut } from './interrupted.tsx'
import { Asked, KeptReply } from './message.tsx'
import { Coming } from './pending-reply.tsx'
import { Refusal } from './refusal.tsx'
import { Editing, ReplaceLast, useReplaceLast } from './replace-last.tsx'
import { type ApprovalAnswer, useSend } from './sending.ts'
import { useSpoken } from './spoken.ts'
import { consumeCreated, useStreamingReply } from './streaming.ts'
import * as strings from './strings.ts'

/** The messages of a chat, the streaming reply and the composer. */
export function Conversation({ shown }: { shown: ShownChat }) {
  const { messages, isReplying, waiting } = shown
  const { chatId } = shown.chat
  const live = useStreamingReply(chatId)
  const { draft, change } = useDraft(chatId)
  const { refused, say, answer } = useSend(chatId)
  const field = useRef<HTMLTextAreaElement>(null)
  const { list, isBehind, jump } = useFollow()
  const isComing = live !== undefined && live.state !== 'failed'
  const isBusy = isComing || isReplying
  const isSent = live?.state === 'sending' && live.asked?.text === draft.text.trim()
  const last = messages.at(-1)
  const isInterrupted = !isBusy && last !== undefined && isCut(last)
  const spoken = useSpoken(live, isInterrupted)

  // The composer keeps the focus in a new chat.
  useEffect(() => {
    if (consumeCreated(chatId)) field.current?.focus({ preventScroll: true })
  }, [chatId])

  const stopping = useStopStored(chatId, isReplying)
  const stop =
    live?.state === 'reconnecting' ? undefined : (live?.stop ?? (isReplying ? stopping.stop : undefined))
  const stopError = live ? live.stopError : stopping.error

  const replacing = useReplaceLast(messages, draft, change)
  // The stream shows the message and the reply that replace these.
  const replaced = messages.findIndex(({ id }) => id === live?.asked?.replaces)
  const stored = replaced < 0 ? messages : messages.slice(0, replaced)

  async function send() {
    jump()
    // The field keeps the text until the server has accepted it.
    const before = asked(messages) - (replacing.isEditing ? 1 : 0)
    if (await say(draft, before, null, replacing.replaces)) replacing.end()
  }
  function askAgain() {
    jump()
    if (replacing.again) void say(replacing.again, asked(messages) - 1, askAgain, replacing.last?.id)
  }
  function edit() {
    replacing.begin()
    field.current?.focus()
  }
  function goOn() {
    jump()
    void say({ ...draft, text: strings.conversation.continue }, asked(messages), goOn)
  }
  const decide = useNewest((approval: ApprovalAnswer) => {
    field.current?.focus({ preventScroll: true })
    const before = messages.findLast(({ role }) => role === 'assistant')
    if (before) void answer(approval, before)
  })

  return (
    <div className="conversation">
      <div className="said-list" ref={list}>
        {stored.map((message) => {
          // The stored part of a streaming reply is hidden, because the stream shows it.
          if (message.id === live?.said.id) return null
          if (message.role === 'user') return <Asked key={message.id} message={message} />
          return (
            <KeptReply
              key={message.id}
              parts={message.parts as never}
              isLive={message === last && isReplying}
              waiting={waiting}
              isBusy={isBusy}
              answer={decide}
            />
          )
        })}
        {live && (
          <Coming
            live={live}
            isNew={asked(stored) <= (live.asked?.before ?? -1)}
            isExplained={isInterrupted}
          />
        )}
        {!isBusy && replacing.last && <ReplaceLast onAgain={askAgain} onEdit={edit} />}
        <Spoken sentences={spoken} />
        {isBusy && !live?.said.parts.length && live?.state !== 'reconnecting' && (
          <p className="muted">
            {!live && last?.role === 'assistant'
              ? strings.conversation.writing
              : strings.conversation.working}
          </p>
        )}
        {stopError && <Notice kind="bad">{strings.conversation.notStopped(stopError.message)}</Notice>}
        {isInterrupted && <Interrupted goOn={goOn} error={live?.error ?? null} />}
        {refused && <Refusal error={refused.error} retry={refused.again ?? send} />}
      </div>
      <div className="foot">
        {isBehind && (
          <Button slim className="newest" onClick={jump}>
            <Icon of={ArrowDown} />
            {strings.conversation.jumpToNewest}
          </Button>
        )}
        {replacing.isEditing && <Editing onCancel={replacing.end} />}
        <ChatComposer
          label={strings.conversation.message}
          field={field}
          draft={isSent ? { ...draft, text: '' } : draft}
          change={isSent ? () => {} : change}
          isBusy={isBusy}
          onSend={send}
          onStop={stop}
        />
      </div>
    </div>
  )
}

/** Stops a reply that this page does not stream, and says why that failed. */
function useStopStored(chatId: string, isReplying: boolean) {
  const [error, setError] = useState<Error | null>(null)
  useEffect(() => {
    if (!isReplying) setError(null)
  }, [isReplying])
  function stop() {
    setError(null)
    stopReply(chatId).catch(setError)
  }
  return { error, stop }
}

/** The number of messages by users. */
const asked = (messages: Message[]) => messages.filter(({ role }) => role === 'user').length

/** A stable function that calls the newest one, so that memoized children do not render again. */
function useNewest<Input>(act: (input: Input) => void) {
  const newest = useRef(act)
  useLayoutEffect(() => {
    newest.current = act
  })
  return useCallback((input: Input) => newest.current(input), [])
}
