import { findConnectionLoss } from './errors.ts'

/** A client such as a code host gives up after 10 s, and a last attempt takes time as well. */
const maxMilliseconds = 5000
const pauseMilliseconds = 250

/** When a request that begins now stops repeating its actions: a database server restarts in less. */
export const retryDeadline = (): number => performance.now() + maxMilliseconds

/**
 * Repeats an action until a deadline if the connection to the database server cannot be opened or is lost. Since the
 * last request may have been committed, the action must be safe to repeat.
 */
export async function retryLost<T>(until: number, act: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await act()
    } catch (error) {
      if (findConnectionLoss(error) === null || performance.now() > until) throw error
      await Bun.sleep(pauseMilliseconds)
    }
  }
}
