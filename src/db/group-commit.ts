import { type Database, SQLiteError, type Statement } from 'bun:sqlite'
import type { ResultSet } from '@libsql/client/web'
import type { BatchStatement } from './database-client.ts'
import { toLibsqlError } from './errors.ts'
import { UnusableDatabase } from './files.ts'

type QueuedBatch = {
  statements: BatchStatement[]
  resolve(results: ResultSet[]): void
  reject(error: unknown): void
  /** Set while another process holds the lock: when to stop waiting for it. */
  until?: number
  /** Once it was performed: passes on its results or its error. */
  settle?: () => void
}

const retryMilliseconds = 10
/** More batches than that wait for the next group, so that a slow disk causes no long turn of the event loop. */
const maxGroupMilliseconds = 5

type Options = {
  /** Throws if the database files were moved, since a restart would lose the writes. */
  requireFiles(): void
  sync(): Promise<void>
  /** May return a promise that the next commit waits for. */
  afterCommit?(): Promise<void> | null
  maxWaitMilliseconds?: number
}

/**
 * Commits the batches of one event loop turn, and those that arrive while the disk is busy, together: each is atomic by
 * its own savepoint, and they share the wait for the disk, which is most of the cost of a commit. No caller gets a result
 * before a sync that began after the commit. While another process writes, new batches join the group and reads
 * continue; SQLite's own waiting would block them.
 */
export function createGroupCommit(
  database: Database,
  run: (statement: BatchStatement) => ResultSet,
  { requireFiles, sync, afterCommit = () => null, maxWaitMilliseconds = 5000 }: Options,
) {
  const [begin, commit, mark, keep, undo] = [
    'begin immediate',
    'commit',
    'savepoint one',
    'release one',
    'rollback to one',
  ].map((sql) => database.prepare(sql)) as [Statement, Statement, Statement, Statement, Statement]
  const waiting: QueuedBatch[] = []
  let isWorking = false
  let fault: UnusableDatabase | null = null

  async function commitWaiting() {
    for (let isLocked = false; waiting.length > 0; ) {
      await (isLocked ? Bun.sleep(retryMilliseconds) : nextTurn())
      isLocked = false
      try {
        if (fault) throw fault
        requireFiles()
        beginAtOnce()
      } catch (error) {
        isLocked = isBusy(error)
        rejectAll(isLocked ? takeExpired() : waiting.splice(0), error)
        continue
      }
      const group = commitGroup()
      const next = group.length > 0 ? afterCommit() : null
      await acknowledge(group)
      await next
    }
    isWorking = false
  }

  /** Returns the batches of a committed group; none if it was rejected. */
  function commitGroup(): QueuedBatch[] {
    const group: QueuedBatch[] = []
    const end = performance.now() + maxGroupMilliseconds
    try {
      do {
        const batch = waiting.shift() as QueuedBatch
        group.push(batch)
        batch.settle = perform(batch)
      } while (waiting.length > 0 && performance.now() < end)
      commit.run()
      return group
    } catch (error) {
      // SQLite has already rolled back after a full disk or an I/O error.
      if (database.inTransaction) database.run('rollback')
      rejectAll(group, error)
      return []
    }
  }

  async function acknowledge(group: QueuedBatch[]) {
    if (group.length === 0) return
    try {
      await sync()
      for (const batch of group) batch.settle?.()
    } catch (cause) {
      fault = new UnusableDatabase(unsynced, 'the disk reports an error; restart Herald once it works', {
        cause,
      })
      rejectAll(group, fault)
    }
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

  /** Removes the batches that have waited too long for the lock. */
  function takeExpired(): QueuedBatch[] {
    const now = performance.now()
    for (const batch of waiting) batch.until ??= now + maxWaitMilliseconds
    const patient = waiting.findIndex((batch) => (batch.until as number) > now)
    return waiting.splice(0, patient === -1 ? waiting.length : patient)
  }

  /**
   * Runs one batch and returns how to settle it; a rejected batch leaves no changes in the shared transaction. Its error
   * may show a change of the same group, so it waits for the disk too.
   */
  function perform(batch: QueuedBatch): () => void {
    const results: ResultSet[] = []
    const isAlone = batch.statements.length === 1
    if (!isAlone) mark.run()
    try {
      for (const statement of batch.statements) results.push(run(statement))
      if (!isAlone) keep.run()
      return () => batch.resolve(results)
    } catch (error) {
      if (!database.inTransaction) throw error
      if (!isAlone) {
        undo.run()
        keep.run()
      }
      return () => batch.reject(toLibsqlError(error, results.length))
    }
  }

  return (statements: BatchStatement[]): Promise<ResultSet[]> =>
    new Promise((resolve, reject) => {
      waiting.push({ statements, resolve, reject })
      if (isWorking) return
      isWorking = true
      void commitWaiting()
    })
}

const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

/** A second sync could report success for data that the system has already dropped. */
const unsynced =
  'The disk could not store the latest changes. Nothing more is stored. Check the disk, then restart Herald.'

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
