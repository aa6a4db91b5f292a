import { useState } from 'react'
import { useConnected } from '../repositories/queries.ts'
import type { Decision } from '../talk/approval.tsx'
import type { Draft } from '../talk/draft.ts'
import { type Asked, dismiss, startReply } from './live.ts'
import { type Message, type Models, send, useModels, useSettle } from './queries.ts'

/** The body that a draft becomes. */
function toBody(
  { text, model, thinking, repositoryIds }: Draft,
  repositories: { id: string; owner: string | null; repo: string | null }[],
  models: Models | undefined,
) {
  const isListed = models?.models.some(({ id }) => id === model) ?? false
  const context = repositories
    .filter(({ id }) => repositoryIds.includes(id))
    .flatMap(({ id, owner, repo }) =>
      owner && repo ? [{ type: 'github-repo', integrationId: id, owner, repo }] : [],
    )
  return {
    message: text.trim(),
    model: isListed ? model : 'auto',
    thinkingLevel: thinking,
    timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    ...(context.length > 0 && { context }),
  }
}

/** What is said to a call that waits. */
export type ApprovalAnswer = Decision & { id: string }

/** The acts that send to a chat, or begin one, and what was refused last. */
export function useSend(chatId: string | null) {
  const repositories = useConnected().data?.repositories ?? []
  const models = useModels().data
  const settle = useSettle()
  const [error, setError] = useState<Error | null>(null)
  const [isSending, setSending] = useState(false)

  async function start(body: object, asked: Asked | null, before?: Message): Promise<string | null> {
    setError(null)
    setSending(true)
    if (chatId) dismiss(chatId)
    try {
      return await startReply({
        chatId,
        asked,
        before,
        open: (signal) => send(chatId, body, signal),
        settle,
      })
    } catch (refusal) {
      // Whoever stopped it needs no word about it.
      if ((refusal as Error).name !== 'AbortError') setError(refusal as Error)
      return null
    } finally {
      setSending(false)
    }
  }

  return {
    error,
    isSending,
    /** Sends a message; gives the chat that it is in, null where it was refused. */
    say: (draft: Draft, before = 0) =>
      start(
        {
          ...toBody(draft, repositories, models),
          ...(!chatId && { externalChannelId: { source: 'dashboard' } }),
        },
        { text: draft.text.trim(), before },
      ),
    /** Answers what waits; the reply goes on in the message that asked. */
    answer: (approval: ApprovalAnswer, before: Message) => start({ approvals: [approval] }, null, before),
  }
}
