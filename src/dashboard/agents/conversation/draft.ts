import { useRef, useState } from 'react'
import { useOrganization } from '../../data/session.tsx'

/** What is about to be sent: it is kept in this browser until it is. */
export type Draft = {
  text: string
  model: string
  thinking: Thinking
  /** Ids of the repositories and trackers that it is about. */
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
  // What was sent may be taken when its page is gone: what is kept follows the change, and not what is drawn.
  const newest = useRef(draft)
  function change(patch: Partial<Draft>) {
    newest.current = { ...newest.current, ...patch }
    keep(place, newest.current)
    setDraft(newest.current)
  }
  return { draft, change }
}
