import { useState } from 'react'
import type { Decision } from '../../data/agent-sessions.ts'
import { type Message, type Models, send, useModels, useSettle } from '../../data/chats.ts'
import { type Connected, isNamed, type Repository, useConnected } from '../../data/repositories.ts'
import type { Draft } from '../conversation/draft.ts'
import { dismiss, type Sending, startReply } from './streaming.ts'

/** The body that a draft becomes. */
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

/** What it is about as the API takes it. */
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

/** What is said to a call that waits. */
export type ApprovalAnswer = Decision & { id: string }

/** What was refused last, and how it is sent again where that is not in the field. */
type Refused = { error: Error; again: (() => void) | null }

/** The acts that send to a chat, or begin one, and what was refused last. */
export function useSend(chatId: string | null) {
  const connected = useConnected().data ?? nothing
  const models = useModels().data
  const settle = useSettle()
  const [refused, setRefused] = useState<Refused | null>(null)
  const [isSending, setSending] = useState(false)

  async function start(body: object, about: Pick<Sending, 'asked' | 'before'>, again: Refused['again']) {
    setRefused(null)
    setSending(true)
    if (chatId) dismiss(chatId)
    try {
      return await startReply({
        ...about,
        chatId,
        open: (signal) => send(chatId, body, signal),
        settle,
      })
    } catch (error) {
      // Whoever stopped it needs no word about it.
      if ((error as Error).name !== 'AbortError') setRefused({ error: error as Error, again })
      return null
    } finally {
      setSending(false)
    }
  }

  /** Sends a message after so many; gives the chat that it is in, null where it was refused. */
  function say(draft: Draft, before = 0, again: Refused['again'] = null) {
    const channel = { externalChannelId: { source: 'dashboard' } }
    const body = { ...toBody(draft, connected, models), ...(!chatId && channel) }
    return start(body, { asked: { text: draft.text.trim(), before } }, again)
  }

  /** Answers what waits; the reply goes on in the message that asked. */
  function answer(approval: ApprovalAnswer, before: Message): Promise<string | null> {
    return start({ approvals: [approval] }, { asked: null, before }, () => void answer(approval, before))
  }

  return { refused, isSending, say, answer }
}
