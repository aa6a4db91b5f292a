import type { Database } from 'bun:sqlite'
import { identify } from './files.ts'
import { createLogWorker, LostThread } from './log-worker.ts'

/**
 * In pages. A checkpoint is due when `due` pages are not copied yet: a page that changed often is copied once. A log of
 * more than `long` pages starts again from its beginning: commits wait while its last `rest` pages are copied.
 */
const usualLimits = { due: 4_000, long: 16_000, rest: 500 }
/** SQLite's default. */
const automaticPages = 1_000

export type Checkpoints = {
  /** Starts a checkpoint if one is due. Returns a promise if the next commit has to wait for it. */
  afterCommit(): Promise<void> | null
  /** Completes a checkpoint in progress first. */
  close(): void
}

/**
 * Copies the write-ahead log into the database file on a thread, because the copy would block the event loop. The log can
 * start again only when all of it was copied.
 */
export function createCheckpoints(
  path: string,
  database: Database,
  { due, long, rest } = usualLimits,
  worker = createLogWorker(),
): Checkpoints {
  const files = identify(path)
  let isAutomatic = !canOnlyCount(database)
  if (!isAutomatic) setAutomatic(database, 0)
  const count = database.prepare('pragma wal_checkpoint(noop)')
  let current: PromiseWithResolvers<void> | null = null
  /** Pages of the log when the last checkpoint started. */
  let lengthAtStart = 0

  function start(pages: number): Promise<void> {
    lengthAtStart = pages
    const started = Promise.withResolvers<void>()
    current = started
    void worker
      .run({ path, files })
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
      if (pages < lengthAtStart) lengthAtStart = 0
      if (current) return pages > 2 * long ? current.promise : null
      // A reader still needs earlier pages, or the disk is full.
      const isHeldBack = copied < lengthAtStart
      const isLong = pages > long && !isHeldBack
      const left = pages - Math.max(copied, lengthAtStart)
      if (left < (isLong ? 1 : due)) return null
      const started = start(pages)
      return isLong && (left <= rest || pages > 2 * long) ? started : null
    },
    close() {
      worker.close()
      current?.resolve()
      count.finalize()
    },
  }
}

/** Before SQLite 3.51, such as that of macOS, `noop` is ignored and the log is copied. */
function canOnlyCount(database: Database): boolean {
  const [[version]] = database.query('select sqlite_version()').values() as [[string]]
  return Bun.semver.satisfies(version, '>=3.51.0')
}

/** Pages after which SQLite itself copies the log, on the event loop. */
function setAutomatic(database: Database, pages: number) {
  database.run(`pragma wal_autocheckpoint = ${pages}`)
}
