import { Database } from 'bun:sqlite'
import { databaseFile } from './client.ts'
import { prepareFiles } from './files.ts'

export type Presence = { isAlone: boolean; leave(): void }

/**
 * Makes a server known to others that start on the same embedded database, and tells whether it is the only one. A lock
 * on a file of its own says so: it ends with its process, however that ends, and holds across containers.
 */
export function enter(databaseUrl: string): Presence {
  const path = databaseFile(databaseUrl)
  if (!path) return { isAlone: true, leave() {} }
  prepareFiles(`${path}-server`)
  const lock = new Database(`${path}-server`)
  lock.run('pragma busy_timeout = 0')
  const isAlone = tryToLock(lock)
  return { isAlone, leave: () => lock.close() }
}

function tryToLock(lock: Database): boolean {
  try {
    // Nothing is ever written, so nothing needs a journal.
    lock.run('pragma journal_mode = off')
    lock.run('begin exclusive')
    return true
  } catch (error) {
    if ((error as { code?: string }).code === 'SQLITE_BUSY') return false
    throw error
  }
}
