import { sql } from 'drizzle-orm'
import type { Db } from '../../../db/client.ts'
import { once } from '../../../db/prepared.ts'

/** How a session stands: what its next event will be, and which attempt of a turn may write it. */
type Standing = { nextIndex: number; attempt: number }
type Listener = {
  /** There may be more to read. */
  wake?(): void
  /** The newest attempt of a turn; null when there is no such session any more. */
  onAttempt?(attempt: number | null): void
}

const pollMilliseconds = 250

/** Who waits in this process for sessions to go on. */
export const listenersOf = once(createListeners)

/**
 * What this process writes wakes who waits for it at once. What others write is found by one look at all that is waited
 * for, which there is only while anything is.
 */
function createListeners(db: Db) {
  const listeners = new Map<string, Set<Listener>>()
  const known = new Map<string, Standing>()
  let timer: Timer | null = null
  let looking = false

  function wake(sessionId: string) {
    for (const listener of listeners.get(sessionId) ?? []) listener.wake?.()
  }

  async function look() {
    if (looking) return
    looking = true
    try {
      const ids = [...listeners.keys()]
      const rows = await readStandings(db, ids)
      for (const id of ids) notice(id, rows.get(id) ?? null)
    } catch {
      // The next look may find the database again; who reads meets the same trouble and says so.
    } finally {
      looking = false
    }
  }

  function notice(id: string, standing: Standing | null) {
    const last = known.get(id)
    if (!listeners.has(id)) return
    if (standing) known.set(id, standing)
    if (standing && last?.nextIndex === standing.nextIndex && last.attempt === standing.attempt) return
    for (const listener of listeners.get(id) ?? []) listener.onAttempt?.(standing?.attempt ?? null)
    wake(id)
  }

  return {
    wake,
    /** Has who waits for a session look at it, after a change that may have ended an attempt. */
    notifyReaders(sessionId: string) {
      if (listeners.has(sessionId)) void look()
    },
    /** Listens to a session until the function that it gives is called. */
    watch(sessionId: string, listener: Listener): () => void {
      const others = listeners.get(sessionId) ?? new Set()
      listeners.set(sessionId, others.add(listener))
      timer ??= setInterval(look, pollMilliseconds)
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

async function readStandings(db: Db, ids: string[]): Promise<Map<string, Standing>> {
  const rows = await db.all<Standing & { id: string }>(sql`
    select id, next_index as nextIndex, attempt from agent_sessions
    where id in (select value from json_each(${JSON.stringify(ids)}))`)
  return new Map(rows.map(({ id, ...standing }) => [id, standing]))
}
