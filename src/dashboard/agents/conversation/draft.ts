import { useRef, useState } from 'react'
import { useOrganization } from '../../data/session.tsx'

/** An unsent message, stored in this browser. */
export type Draft = {
  text: string
  model: string
  thinking: Thinking
  /** Ids of the selected repositories and trackers. */
  aboutIds: string[]
}
export const thinkingLevels = ['off', 'low', 'medium', 'high'] as const
export type Thinking = (typeof thinkingLevels)[number]

const nothing: Draft = { text: '', model: 'auto', thinking: 'medium', aboutIds: [] }

const placeOf = (organizationId: string, chatId: string | null) =>
  `herald:chat:${organizationId}:${chatId ?? 'new'}`

function read(place: string): Draft {
  try {
    return { ...nothing, ...JSON.parse(localStorage.getItem(place) ?? '{}') }
  } catch {
    return nothing
  }
}

function keep(place: string, draft: Draft) {
  if (JSON.stringify(draft) === JSON.stringify(nothing)) localStorage.removeItem(place)
  else localStorage.setItem(place, JSON.stringify(draft))
}

/** The draft of a chat, or of a new one. */
export function useDraft(chatId: string | null) {
  const place = placeOf(useOrganization().id, chatId)
  const [draft, setDraft] = useState(() => read(place))
  // The server may accept a message after its page is gone, so the stored draft is updated, not only the
  // rendered one.
  const newest = useRef(draft)
  function change(patch: Partial<Draft>) {
    newest.current = { ...newest.current, ...patch }
    keep(place, newest.current)
    setDraft(newest.current)
  }
  return { draft, change }
}
