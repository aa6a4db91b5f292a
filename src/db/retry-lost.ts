import { findDatabaseError } from './errors.ts'

/** A client such as a code host gives up after 10 s, and a last attempt takes time as well. */
const maxMilliseconds = 5000
const pauseMilliseconds = 250

/**
 * Repeats an action whose database server could not be reached or did not answer the last request, for up to five
 * seconds: a server restarts in less. Since that request may have been committed, the action must be safe to repeat.
 */
export async function retryLost<T>(act: () => Promise<T>): Promise<T> {
  const until = performance.now() + maxMilliseconds
  for (;;) {
    try {
      return await act()
    } catch (error) {
      if (!isLost(error) || performance.now() > until) throw error
      await Bun.sleep(pauseMilliseconds)
    }
  }
}

function isLost(error: unknown): boolean {
  const code = findDatabaseError(error)?.code
  return code === 'SERVER_LOST' || code === 'SERVER_UNREACHABLE'
}
