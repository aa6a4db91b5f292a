import { closeSync, fdatasyncSync, openSync } from 'node:fs'
import { createLogWorker, LostThread } from './log-worker.ts'

/** A command that writes little waits for the disk itself: a thread takes 8 ms to start. */
const syncsWithoutThread = 20

export type LogSync = {
  /** Resolves when everything committed before the call is on the disk; one call at a time. */
  sync(): Promise<void>
  /** The same, and blocks the event loop. */
  syncNow(): void
  /** Completes a sync in progress first. */
  close(): void
}

/**
 * Writes the `-wal` file of an open database to the disk. Its thread does nothing else: the threads that Bun shares
 * among files, host names and passwords can be busy for seconds.
 */
export function createLogSync(path: string): LogSync {
  // Linux reports a failed write once to each descriptor that is open at the time.
  const [own, ofThread] = [openSync(`${path}-wal`, 'r'), openSync(`${path}-wal`, 'r')]
  const worker = createLogWorker()
  let current: PromiseWithResolvers<void> | null = null
  let count = 0
  const syncNow = () => fdatasyncSync(own)

  function settleNow({ resolve, reject }: PromiseWithResolvers<void>) {
    try {
      syncNow()
      resolve()
    } catch (error) {
      reject(error)
    }
  }

  return {
    async sync() {
      if (count++ < syncsWithoutThread) return syncNow()
      const pending = Promise.withResolvers<void>()
      current = pending
      worker
        .run({ descriptor: ofThread })
        .then(pending.resolve, (error) =>
          error instanceof LostThread ? settleNow(pending) : pending.reject(error),
        )
      return pending.promise
    },
    syncNow,
    close() {
      if (current) settleNow(current)
      worker.close()
      closeSync(own)
      closeSync(ofThread)
    },
  }
}
