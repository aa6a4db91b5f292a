import type { Database } from 'bun:sqlite'
import { createLogWorker, LostThread } from './log-worker.ts'

/**
 * Pages of the log that are copied together: a page that changed often is copied once. A log of more than `longest` pages
 * starts again, as it keeps their disk space anyway: commits wait once no more than `rest` pages are left to copy.
 */
const usualLimits = { atOnce: 4_000, longest: 16_000, rest: 500 }
/** SQLite's own limit. */
const automaticPages = 1_000

export type Checkpoints = {
  /** Starts a checkpoint if one is due. Returns a promise if the next commit has to wait for it. */
  afterCommit(): Promise<void> | null
  /** Completes a checkpoint in progress first. */
  close(): void
}

/**
 * Copies the write-ahead log into the database file on a thread, which can take longer than a turn of the event loop
 * may. The log starts again from its beginning only when all of it was copied, so that commits wait for the rest once
 * it is long.
 */
export function createCheckpoints(
  path: string,
  database: Database,
  { atOnce, longest, rest } = usualLimits,
  worker = createLogWorker(),
): Checkpoints {
  let isAutomatic = !canOnlyCount(database)
  if (!isAutomatic) setAutomatic(database, 0)
  const count = database.prepare('pragma wal_checkpoint(noop)')
  let current: PromiseWithResolvers<void> | null = null
  /** How long the log was when the last checkpoint began. */
  let reached = 0

  function start(pages: number): Promise<void> {
    reached = pages
    const started = Promise.withResolvers<void>()
    current = started
    void worker
      .run({ checkpoint: path })
      // The next commits try again after a full disk or an I/O error.
      .catch((error) => {
        if (!(error instanceof LostThread)) return
        isAutomatic = true
        setAutomatic(database, automaticPages)
      })
      .finally(() => {
        current = null
        started.resolve()
      })
    return started.promise
  }

  /** Pages of the log, and how many of them are in the database file; SQLite reports a broken disk here too. */
  function countPages(): { pages: number; copied: number } {
    try {
      const [[, pages = 0, copied = 0] = []] = count.values() as number[][]
      return { pages, copied }
    } catch {
      return { pages: 0, copied: 0 }
    }
  }

  return {
    afterCommit() {
      if (isAutomatic) return null
      const { pages, copied } = countPages()
      if (pages < reached) reached = 0
      if (current) return pages > 2 * longest ? current.promise : null
      // A reader still needs earlier pages, or the disk is full.
      const isHeldBack = copied < reached
      const isLong = pages > longest && !isHeldBack
      const left = pages - Math.max(copied, reached)
      if (left < (isLong ? 1 : atOnce)) return null
      const started = start(pages)
      return isLong && (left <= rest || pages > 2 * longest) ? started : null
    },
    close() {
      worker.close()
      current?.resolve()
      count.finalize()
    },
  }
}

/** Earlier versions of SQLite, as on macOS, take the request for a number as one for a checkpoint. */
function canOnlyCount(database: Database): boolean {
  const [[version]] = database.query('select sqlite_version()').values() as [[string]]
  return Bun.semver.satisfies(version, '>=3.51.0')
}

/** Pages after which SQLite itself copies the log, on the event loop. */
function setAutomatic(database: Database, pages: number) {
  database.run(`pragma wal_autocheckpoint = ${pages}`)
}
