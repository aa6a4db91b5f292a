import { Database, type SQLQueryBindings, type Statement } from 'bun:sqlite'
import { dirname } from 'node:path'
import type { InArgs, InStatement, InValue, ResultSet } from '@libsql/client/web'
import { createCheckpoints } from './checkpoints.ts'
import type { BatchStatement, DatabaseClient } from './database-client.ts'
import { toLibsqlError } from './errors.ts'
import { prepareFiles, refuseForeignLog, refuseLost, rememberFiles } from './files.ts'
import { createGroupCommit, isBusy, waitForLocks } from './group-commit.ts'
import { createLogSync } from './log-sync.ts'
import { type Binding, createReaderPool } from './reader-pool.ts'
import { type RowShape, rowShape } from './row.ts'
import { steadyParameters } from './steady-parameters.ts'

type PreparedStatement = {
  statement: Statement
  columns: string[]
  shape: RowShape
  returnsRows: boolean
  isWrite: boolean
}

const cachedStatements = 500
/** Bytes of the write-ahead log that stay allocated after a checkpoint. */
const maxIdleLog = 64 * 1024 * 1024
/** A read that is mistaken for a write only costs an extra commit. */
const writing = /^\s*(insert|update|delete|replace|create|alter|drop|with\b.*\b(insert|update|delete))\b/is

/** Opens an SQLite file as a libSQL `Client`, so that Drizzle's libSQL driver serves both engines. */
export function openEmbedded(path: string, openLog = createLogSync): DatabaseClient {
  refuseLost(path)
  refuseForeignLog(path)
  prepareFiles(path)
  const database = new Database(path)
  // The timeout comes first: switching to WAL already needs the lock.
  waitForLocks(database)
  insist(() => database.run('pragma journal_mode = wal'))
  // A commit writes to the log as with `full`; only the sync of the log after it is left to `log`, off the event loop.
  database.run('pragma synchronous = normal')
  // A log that grew during a long read is cut again.
  database.run(`pragma journal_size_limit = ${maxIdleLog}`)
  database.run('pragma foreign_keys = on')
  database.run('pragma temp_store = memory')
  database.run('pragma cache_size = -32000')
  // SQLite creates the `-wal` and `-shm` files at the first read.
  database.run('select 1 from sqlite_schema')

  const cache = new Map<string, PreparedStatement>()
  let closed = false

  function prepare(sql: string): PreparedStatement {
    const hit = cache.get(sql)
    if (hit) return hit
    const statement = database.prepare(steadyParameters(sql))
    const columns = statement.columnNames
    const prepared = {
      statement,
      columns,
      shape: rowShape(columns),
      returnsRows: columns.length > 0,
      isWrite: writing.test(sql),
    }
    cache.set(sql, prepared)
    if (cache.size > cachedStatements) {
      const [oldest, dropped] = cache.entries().next().value as [string, PreparedStatement]
      cache.delete(oldest)
      dropped.statement.finalize()
    }
    return prepared
  }

  function run(input: BatchStatement): ResultSet {
    const { sql, args } = toSqlAndArgs(input)
    const { statement, shape, returnsRows } = prepare(sql)
    const bindings = toBindings(args)
    if (returnsRows) return shape.result(statement.values(...bindings) as InValue[][])
    const { changes, lastInsertRowid } = statement.run(...bindings)
    return shape.written(changes, BigInt(lastInsertRowid))
  }

  const readers = createReaderPool(path)
  const log = openLog(path)
  // A process that was killed may have left commits that are not on the disk yet.
  log.syncNow()
  const checkpoints = createCheckpoints(path, database)
  const commitTogether = createGroupCommit(database, run, {
    requireFiles: rememberFiles(path),
    sync: log.sync,
    afterCommit: checkpoints.afterCommit,
  })

  async function batch(statements: BatchStatement[], mode?: string): Promise<ResultSet[]> {
    if (mode !== 'read') return commitTogether(statements)
    database.run('begin')
    try {
      return statements.map((statement) => run(statement))
    } catch (error) {
      throw toLibsqlError(error)
    } finally {
      database.run('commit')
    }
  }

  return {
    protocol: 'file',
    get closed() {
      return closed
    },
    async execute(input: InStatement, args?: InArgs) {
      const statement = typeof input === 'string' ? { sql: input, args } : input
      try {
        if (!prepare(statement.sql).isWrite) return run(statement)
      } catch (error) {
        throw toLibsqlError(error)
      }
      const [result] = await commitTogether([statement])
      return result as ResultSet
    },
    async read(sql, args) {
      try {
        const { statement, columns } = prepare(sql)
        return { columns, rows: statement.values(...args.map(toBinding)) }
      } catch (error) {
        throw toLibsqlError(error)
      }
    },
    readInBackground: (sql, args) => readers.read(sql, args.map(toBinding)),
    batch,
    async durable() {
      await commitTogether([])
    },
    async migrate(statements) {
      database.run('pragma foreign_keys = off')
      // Temporary data for sorting or rolling back a large table must be on disk; /tmp may be in memory.
      database.run(`pragma temp_store_directory = '${dirname(path).replaceAll("'", "''")}'`)
      database.run('pragma temp_store = file')
      try {
        return await batch(statements, 'write')
      } finally {
        database.run('pragma temp_store = memory')
        database.run('pragma foreign_keys = on')
      }
    },
    async executeMultiple(sql) {
      try {
        database.run(sql)
        log.syncNow()
      } catch (error) {
        throw toLibsqlError(error)
      }
    },
    // One connection serves every request: a transaction held open over an `await` would include the writes of other
    // requests.
    transaction: () => Promise.reject(new Error('Interactive transactions are not supported; use a batch.')),
    sync: () => Promise.reject(new Error('An embedded database has nothing to synchronize with.')),
    reconnect() {},
    close() {
      if (closed) return
      closed = true
      readers.close()
      log.close()
      checkpoints.close()
      for (const { statement } of cache.values()) statement.finalize()
      cache.clear()
      database.close(true)
    },
  }
}

/**
 * Retries for five seconds while the database is locked: if two processes create a database at the same time, each
 * waits for the other, and SQLite refuses one of them despite its timeout.
 */
function insist(act: () => void) {
  const until = performance.now() + 5000
  for (;;) {
    try {
      return act()
    } catch (error) {
      if (!isBusy(error) || performance.now() > until) throw error
      Bun.sleepSync(10)
    }
  }
}

function toSqlAndArgs(statement: BatchStatement): { sql: string; args?: InArgs } {
  if (typeof statement === 'string') return { sql: statement }
  return Array.isArray(statement) ? { sql: statement[0], args: statement[1] } : statement
}

function toBindings(args: InArgs | undefined): SQLQueryBindings[] {
  if (!args) return []
  if (Array.isArray(args)) return args.map(toBinding)
  return [
    Object.fromEntries(Object.entries(args).map(([name, value]) => [name, toBinding(value)])),
  ] as SQLQueryBindings[]
}

function toBinding(value: InValue): Binding {
  if (value instanceof Date) return value.getTime()
  if (value instanceof ArrayBuffer) return new Uint8Array(value)
  if (typeof value === 'boolean') return value ? 1 : 0
  if (value === undefined) throw new TypeError('undefined cannot be stored; use null.')
  return value
}
