import { sql } from 'drizzle-orm'
import type { Db } from '../../../../db/client.ts'
import { once } from '../../../../db/prepared.ts'

/** The index of the next event of a session, and the attempt of a turn that may write it. */
type Position = { nextIndex: number; attempt: number }
type Listener = {
  /** There may be more to read. */
  wake?(): void
  /** The newest attempt of a turn; null when the session was deleted. */
  onAttempt?(attempt: number | null): void
}

const pollMilliseconds = 250

/** The listeners of this process. */
export const listenersOf = once(createListeners)

/**
 * Wakes listeners when this process writes to their session. What other processes write is found by polling: one query
 * for all sessions, only while there are listeners.
 */
function createListeners(db: Db) {
  const listeners = new Map<string, Set<Listener>>()
  const known = new Map<string, Position>()
  let timer: Timer | null = null
  let polling = false

  function wake(sessionId: string) {
    for (const listener of listeners.get(sessionId) ?? []) listener.wake?.()
  }

  async function poll() {
    if (polling) return
    polling = true
    try {
      const ids = [...listeners.keys()]
      const rows = await readPositions(db, ids)
      for (const id of ids) notice(id, rows.get(id) ?? null)
    } catch {
      // The next poll may succeed. Readers get the same error from their own queries, and report it.
    } finally {
      polling = false
    }
  }

  function notice(id: string, position: Position | null) {
    const last = known.get(id)
    if (!listeners.has(id)) return
    if (position) known.set(id, position)
    if (position && last?.nextIndex === position.nextIndex && last.attempt === position.attempt) return
    for (const listener of listeners.get(id) ?? []) listener.onAttempt?.(position?.attempt ?? null)
    wake(id)
  }

  return {
    wake,
    /** Polls now if a session has listeners, after a change that may have ended an attempt. */
    notifyReaders(sessionId: string) {
      if (listeners.has(sessionId)) void poll()
    },
    /** Listens to a session until the returned function is called. */
    watch(sessionId: string, listener: Listener): () => void {
      const others = listeners.get(sessionId) ?? new Set()
      listeners.set(sessionId, others.add(listener))
      timer ??= setInterval(poll, pollMilliseconds)
      return () => {
        others.delete(listener)
        if (others.size > 0 || listeners.get(sessionId) !== others) return
        listeners.delete(sessionId)
        known.delete(sessionId)
        if (listeners.size > 0 || !timer) return
        clearInterval(timer)
        timer = null
      }
    },
  }
}

async function readPositions(db: Db, ids: string[]): Promise<Map<string, Position>> {
  const rows = await db.all<Position & { id: string }>(sql`
    select id, next_index as nextIndex, attempt from agent_sessions
    where id in (select value from json_each(${JSON.stringify(ids)}))`)
  return new Map(rows.map(({ id, ...position }) => [id, position]))
}
