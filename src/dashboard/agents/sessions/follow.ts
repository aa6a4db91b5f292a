import { useEffect, useState } from 'react'
import { openStream } from '../../data/agent-sessions.ts'
import type { Event } from './event.ts'
import { type Connection, readSession } from './reader.ts'
import { type Announcements, hear, silent } from './speech.ts'
import { addEvents, nothing, type Timeline } from './timeline.ts'

/** The number of events of a long session that are read first. */
export const firstLook = -2000

export type SessionFeed = {
  timeline: Timeline
  events: Event[]
  /** The index of the first event. */
  first: number
  speech: Announcements
  connection: Connection
  /** Why the stream cannot be read. */
  error: Error | null
}

const unread: SessionFeed = {
  ...{ timeline: nothing, events: [], first: 0, speech: silent },
  ...{ connection: 'opening', error: null },
}

/**
 * The live events of a session from an index on, rendered at most once per animation frame. A hidden page
 * closes its connection, because a browser has only six for all its tabs.
 */
export function useFollowed(sessionId: string, from: number): SessionFeed {
  const [followed, setFollowed] = useState(unread)
  useEffect(() => {
    const leave = new AbortController()
    let now = unread
    let tail = -1
    let next = from
    let frame = 0
    let reading: AbortController | null = null

    function change(patch: Partial<SessionFeed>) {
      now = { ...now, ...patch }
      frame ||= requestAnimationFrame(paint)
    }
    function paint() {
      frame = 0
      setFollowed(now)
    }
    function onEvents(events: Event[], index: number) {
      next = index + events.length
      // Earlier events are not announced.
      const live = events.slice(Math.max(0, tail + 1 - index))
      change({
        timeline: addEvents(now.timeline, events),
        events: [...now.events, ...events],
        first: now.events.length > 0 ? now.first : index,
        speech: hear(now.speech, live),
      })
    }
    function onConnection(connection: Connection, tailNow: number | null) {
      if (tailNow !== null && now.events.length === 0) tail = tailNow
      change({ connection })
    }
    function follow() {
      if (reading || now.connection === 'ended') return
      reading = new AbortController()
      const { signal } = reading
      const open = (index: number, cut: AbortSignal) => openStream(sessionId, index, cut)
      readSession({ from: next, signal, open, onEvents, onConnection }).catch((error: Error) =>
        change({ error }),
      )
    }
    function pause() {
      reading?.abort()
      reading = null
    }
    const onVisibility = () => (document.hidden ? pause() : follow())
    document.addEventListener('visibilitychange', onVisibility, { signal: leave.signal })
    onVisibility()
    return () => {
      leave.abort()
      pause()
      cancelAnimationFrame(frame)
    }
  }, [sessionId, from])
  return followed
}
