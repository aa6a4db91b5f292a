import { useEffect, useState } from 'react'
import type { Event } from './event.ts'
import { openStream } from './queries.ts'
import { type Connection, readSession } from './reader.ts'
import { hear, type Speech, silent } from './speech.ts'
import { addEvents, nothing, type Timeline } from './timeline.ts'

/** So many events are read of a long session before anybody asks for more. */
export const firstLook = -2000

export type Followed = {
  timeline: Timeline
  events: Event[]
  /** The index of the first of them. */
  first: number
  speech: Speech
  connection: Connection
  /** Why it cannot be read. */
  error: Error | null
}

const unread: Followed = {
  ...{ timeline: nothing, events: [], first: 0, speech: silent },
  ...{ connection: 'opening', error: null },
}

/** What happens in a session, as it happens, from an event on; painted at most once a frame of the screen. */
export function useFollowed(sessionId: string, from: number): Followed {
  const [followed, setFollowed] = useState(unread)
  useEffect(() => {
    const leave = new AbortController()
    let now = unread
    let tail = -1
    let frame = 0
    function change(patch: Partial<Followed>) {
      now = { ...now, ...patch }
      if (!leave.signal.aborted) frame ||= requestAnimationFrame(paint)
    }
    function paint() {
      frame = 0
      setFollowed(now)
    }
    readSession({
      from,
      signal: leave.signal,
      open: (next, signal) => openStream(sessionId, next, signal),
      take(events, index) {
        // What had happened before is not read aloud.
        const live = events.slice(Math.max(0, tail + 1 - index))
        change({
          timeline: addEvents(now.timeline, events),
          events: [...now.events, ...events],
          first: now.events.length > 0 ? now.first : index,
          speech: hear(now.speech, live),
        })
      },
      tell(connection, tailNow) {
        if (tailNow !== null && now.events.length === 0) tail = tailNow
        change({ connection })
      },
    }).catch((error: Error) => change({ error }))
    return () => {
      leave.abort()
      cancelAnimationFrame(frame)
    }
  }, [sessionId, from])
  return followed
}
