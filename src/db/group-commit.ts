import type { Database, Statement } from 'bun:sqlite'
import type { ResultSet } from '@libsql/client/web'
import type { BatchStatement } from './embedded.ts'
import { toLibsqlError } from './errors.ts'

type Waiting = {
  statements: BatchStatement[]
  resolve(results: ResultSet[]): void
  reject(error: unknown): void
}

/**
 * Commits the batches of one turn of the event loop together: each is atomic by a savepoint of its own, and
 * the wait for the disk, which is most of what a commit costs, is shared. Nobody is answered before the commit.
 */
export function createGroupCommit(database: Database, run: (statement: BatchStatement) => ResultSet) {
  const [begin, commit, mark, keep, undo] = [
    'begin immediate',
    'commit',
    'savepoint one',
    'release one',
    'rollback to one',
  ].map((sql) => database.prepare(sql)) as [Statement, Statement, Statement, Statement, Statement]
  let waiting: Waiting[] = []

  function flush() {
    const group = waiting
    waiting = []
    const done: { batch: Waiting; results: ResultSet[] }[] = []
    try {
      // A deferred transaction that reads first and writes later fails at once when another process wrote between.
      begin.run()
      for (const batch of group) {
        const results = perform(batch)
        if (results) done.push({ batch, results })
      }
      commit.run()
    } catch (error) {
      // A full disk or an I/O error has already rolled back.
      if (database.inTransaction) database.run('rollback')
      // To one that was refused before, a second refusal says nothing.
      for (const batch of group) batch.reject(toLibsqlError(error))
      return
    }
    for (const { batch, results } of done) batch.resolve(results)
  }

  /** Runs one batch; refused, it leaves nothing behind in the transaction that it shares. */
  function perform(batch: Waiting): ResultSet[] | null {
    const results: ResultSet[] = []
    mark.run()
    try {
      for (const statement of batch.statements) results.push(run(statement))
      keep.run()
      return results
    } catch (error) {
      if (!database.inTransaction) throw error
      undo.run()
      keep.run()
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
