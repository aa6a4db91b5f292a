import { useEffect, useState } from 'react'
import { useOrganization } from '../session/session.tsx'

/** What is about to be sent: it is kept in this browser until it is. */
export type Draft = { text: string; model: string; thinking: Thinking; repositoryIds: string[] }
export const thinkingLevels = ['off', 'low', 'medium', 'high'] as const
export type Thinking = (typeof thinkingLevels)[number]

const nothing: Draft = { text: '', model: 'auto', thinking: 'medium', repositoryIds: [] }

const placeOf = (organizationId: string, chatId: string | null) =>
  `herald:chat:${organizationId}:${chatId ?? 'new'}`

function read(place: string): Draft {
  try {
    return { ...nothing, ...JSON.parse(localStorage.getItem(place) ?? '{}') }
  } catch {
    return nothing
  }
}

/** The draft of a chat, or of a new one. */
export function useDraft(chatId: string | null) {
  const place = placeOf(useOrganization().id, chatId)
  const [draft, setDraft] = useState(() => read(place))
  useEffect(() => {
    if (JSON.stringify(draft) === JSON.stringify(nothing)) localStorage.removeItem(place)
    else localStorage.setItem(place, JSON.stringify(draft))
  }, [place, draft])
  return { draft, change: (patch: Partial<Draft>) => setDraft((before) => ({ ...before, ...patch })) }
}
