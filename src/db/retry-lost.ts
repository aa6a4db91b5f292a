import { findConnectionLoss } from './errors.ts'
import { serverSilent, within } from './within.ts'

/** A client such as a code host gives up after 10 s, of which the network takes some. */
const maxMilliseconds = 8000
/** A last attempt takes time as well; a database server restarts in less than the rest. */
const lastAttemptMilliseconds = 3000
const pauseMilliseconds = 250

export type DatabaseWait = {
  /** When the current stage stops repeating lost calls. */
  retryUntil: number
  /** Runs a stage; throws at the end of the time that all stages share, although the stage may still complete. */
  run<T>(stage: () => Promise<T>): Promise<T>
}

/** How long all stages of a request may wait for the database. Time between them, such as for a body, does not count. */
export function limitWait(milliseconds = maxMilliseconds): DatabaseWait {
  let left = milliseconds
  const wait: DatabaseWait = {
    retryUntil: performance.now() + left - lastAttemptMilliseconds,
    async run(stage) {
      if (left <= 0) throw serverSilent()
      const began = performance.now()
      wait.retryUntil = began + left - lastAttemptMilliseconds
      try {
        return await within(began + left, stage())
      } finally {
        left -= performance.now() - began
      }
    },
  }
  return wait
}

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

/** Runs a stage of a request whose action may be repeated while the connection to the database server is lost. */
export const runRepeatable = <T>(wait: DatabaseWait, act: () => Promise<T>): Promise<T> =>
  wait.run(() => retryLost(wait.retryUntil, act))
