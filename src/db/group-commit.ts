import { type Database, SQLiteError, type Statement } from 'bun:sqlite'
import type { ResultSet } from '@libsql/client/web'
import type { BatchStatement } from './database-client.ts'
import { toLibsqlError } from './errors.ts'

type QueuedBatch = {
  statements: BatchStatement[]
  resolve(results: ResultSet[]): void
  reject(error: unknown): void
  /** Set while another process holds the lock: when to stop waiting for it. */
  until?: number
}

const retryMilliseconds = 10

/**
 * Commits the batches of one event loop turn together: each is atomic by its own savepoint, and they share the wait
 * for the disk, which is most of the cost of a commit. No caller gets a result before the commit. While another
 * process writes, new batches join the group and reads continue; SQLite's own waiting would block them.
 * `requireFiles` throws if the database files were moved, since a restart would lose the writes.
 */
export function createGroupCommit(
  database: Database,
  run: (statement: BatchStatement) => ResultSet,
  requireFiles: () => void,
  maxWaitMilliseconds = 5000,
) {
  const [begin, commit, mark, keep, undo] = [
    'begin immediate',
    'commit',
    'savepoint one',
    'release one',
    'rollback to one',
  ].map((sql) => database.prepare(sql)) as [Statement, Statement, Statement, Statement, Statement]
  let waiting: QueuedBatch[] = []

  function flush() {
    try {
      requireFiles()
      beginAtOnce()
    } catch (error) {
      return isBusy(error) ? wait(error) : rejectAll(waiting.splice(0), error)
    }
    const group = waiting
    waiting = []
    const done: { batch: QueuedBatch; results: ResultSet[] }[] = []
    try {
      for (const batch of group) {
        const results = perform(batch)
        if (results) done.push({ batch, results })
      }
      commit.run()
    } catch (error) {
      // SQLite has already rolled back after a full disk or an I/O error.
      if (database.inTransaction) database.run('rollback')
      return rejectAll(group, error)
    }
    for (const { batch, results } of done) batch.resolve(results)
  }

  /** A deferred transaction that reads first and writes later would fail if another process wrote in between. */
  function beginAtOnce() {
    database.run('pragma busy_timeout = 0')
    try {
      begin.run()
    } finally {
      waitForLocks(database)
    }
  }

  /** Makes the group wait for the lock; rejects batches that have waited too long. */
  function wait(error: unknown) {
    const now = performance.now()
    for (const batch of waiting) batch.until ??= now + maxWaitMilliseconds
    const patient = waiting.findIndex((batch) => (batch.until as number) > now)
    rejectAll(waiting.splice(0, patient === -1 ? waiting.length : patient), error)
    if (waiting.length > 0) setTimeout(flush, retryMilliseconds)
  }

  /** Runs one batch; a rejected batch leaves no changes in the shared transaction. */
  function perform(batch: QueuedBatch): ResultSet[] | null {
    const results: ResultSet[] = []
    const isAlone = batch.statements.length === 1
    if (!isAlone) mark.run()
    try {
      for (const statement of batch.statements) results.push(run(statement))
      if (!isAlone) keep.run()
      return results
    } catch (error) {
      if (!database.inTransaction) throw error
      if (!isAlone) {
        undo.run()
        keep.run()
      }
      batch.reject(toLibsqlError(error, results.length))
      return null
    }
  }

  return (statements: BatchStatement[]): Promise<ResultSet[]> =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) setImmediate(flush)
      waiting.push({ statements, resolve, reject })
    })
}

/** Rejecting a batch a second time has no effect. */
function rejectAll(batches: QueuedBatch[], error: unknown) {
  for (const batch of batches) batch.reject(toLibsqlError(error))
}

/** Makes SQLite itself wait for short locks during a read, such as recovery after a crash. */
export function waitForLocks(database: Database) {
  database.run('pragma busy_timeout = 5000')
}

export function isBusy(error: unknown): boolean {
  return error instanceof SQLiteError && (error.errno & 0xff) === 5
}
