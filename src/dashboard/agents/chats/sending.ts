import { useState } from 'react'
import type { Decision } from '../../data/agent-sessions.ts'
import { type Message, type Models, send, stopReply, useModels, useSettle } from '../../data/chats.ts'
import { type Connected, isNamed, type Repository, useConnected } from '../../data/repositories.ts'
import type { Draft } from '../conversation/draft.ts'
import { dismiss, type SendRequest, startReply } from './streaming.ts'

/** The request body of a draft. */
function toBody(
  { text, model, thinking, aboutIds }: Draft,
  connected: Pick<Connected, 'repositories' | 'trackers'>,
  models: Models | undefined,
) {
  const isListed = models?.models.some(({ id }) => id === model) ?? false
  const context = toContext(connected, aboutIds)
  return {
    message: text.trim(),
    model: isListed ? model : 'auto',
    thinkingLevel: thinking,
    timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    ...(context.length > 0 && { context }),
  }
}

/** The sources in the API's format. */
function toContext({ repositories, trackers }: Pick<Connected, 'repositories' | 'trackers'>, ids: string[]) {
  const isMeant = ({ id }: { id: string }) => ids.includes(id)
  return [
    ...repositories.filter(isMeant).filter(isNamed).map(toRepository),
    ...trackers.filter(isMeant).map(({ id, teamName }) => ({
      ...{ type: 'linear-team', integrationId: id },
      ...(teamName && { teamName }),
    })),
  ]
}

const toRepository = ({ id, owner, repo }: Repository) => ({
  ...{ type: 'github-repo', integrationId: id },
  ...{ owner, repo },
})

const nothing = { repositories: [], trackers: [] }

/** A decision about a pending call. */
export type ApprovalAnswer = Decision & { id: string }

/** The last refusal, and how to retry if the message is not in the field. */
type Refusal = { error: Error; again: (() => void) | null }

/** Functions that send to a chat or create one, and the last refusal. */
export function useSend(chatId: string | null) {
  const connected = useConnected().data ?? nothing
  const models = useModels().data
  const settle = useSettle()
  const [refused, setRefused] = useState<Refusal | null>(null)
  const [isSending, setSending] = useState(false)

  async function start(body: object, about: Pick<SendRequest, 'asked' | 'before'>, again: Refusal['again']) {
    setRefused(null)
    setSending(true)
    if (chatId) dismiss(chatId)
    try {
      return await startReply({
        ...about,
        chatId,
        open: () => send(chatId, body),
        stop: stopReply,
        settle,
      })
    } catch (error) {
      setRefused({ error: error as Error, again })
      return null
    } finally {
      setSending(false)
    }
  }

  /** Sends a message after this many others, or in place of one; returns its chat, null if it was refused. */
  function say(draft: Draft, before = 0, again: Refusal['again'] = null, replaces?: string) {
    const channel = { externalChannelId: { source: 'dashboard' } }
    const body = { ...toBody(draft, connected, models), ...(!chatId && channel), replaces }
    return start(body, { asked: { text: draft.text.trim(), before, replaces } }, again)
  }

  /** Answers a pending approval; the reply continues in the same message. */
  function answer(approval: ApprovalAnswer, before: Message): Promise<string | null> {
    return start({ approvals: [approval] }, { asked: null, before }, () => void answer(approval, before))
  }

  return { refused, isSending, say, answer }
}
