import { Database, SQLiteError, type SQLQueryBindings, type Statement } from 'bun:sqlite'
import {
  type Client,
  type InArgs,
  type InStatement,
  type InValue,
  LibsqlBatchError,
  LibsqlError,
  type ResultSet,
} from '@libsql/client/web'
import { type RowShape, rowShape } from './row.ts'

type Prepared = { statement: Statement; shape: RowShape; returnsRows: boolean }

const cachedStatements = 500

/** Opens an SQLite file as a libSQL `Client`, so that Drizzle's libSQL driver serves both engines. */
export function openEmbedded(path: string): Client {
  const database = new Database(path, { create: true })
  // The time-out comes first: switching to WAL already needs the lock.
  database.run('pragma busy_timeout = 5000')
  database.run('pragma journal_mode = wal')
  database.run('pragma synchronous = full')
  database.run('pragma foreign_keys = on')
  database.run('pragma temp_store = memory')
  database.run('pragma cache_size = -32000')

  const cache = new Map<string, Prepared>()
  let closed = false

  function prepare(sql: string): Prepared {
    const hit = cache.get(sql)
    if (hit) return hit
    const statement = database.prepare(sql)
    const columns = statement.columnNames
    const prepared = { statement, shape: rowShape(columns), returnsRows: columns.length > 0 }
    cache.set(sql, prepared)
    if (cache.size > cachedStatements) {
      const [oldest, dropped] = cache.entries().next().value as [string, Prepared]
      cache.delete(oldest)
      dropped.statement.finalize()
    }
    return prepared
  }

  function run(input: InStatement | [string, InArgs?], looseArgs?: InArgs): ResultSet {
    const [sql, args] = Array.isArray(input)
      ? input
      : typeof input === 'string'
        ? [input, looseArgs]
        : [input.sql, input.args]
    const { statement, shape, returnsRows } = prepare(sql)
    const bindings = toBindings(args)
    if (returnsRows) return shape.result(statement.values(...bindings) as InValue[][])
    const { changes, lastInsertRowid } = statement.run(...bindings)
    return shape.written(changes, BigInt(lastInsertRowid))
  }

  function transact<T>(begin: string, work: () => T): T {
    database.run(begin)
    try {
      const result = work()
      database.run('commit')
      return result
    } catch (error) {
      // A full disk or an I/O error has already rolled back.
      if (database.inTransaction) database.run('rollback')
      throw error
    }
  }

  async function batch(statements: (InStatement | [string, InArgs?])[], mode?: string): Promise<ResultSet[]> {
    let index = 0
    try {
      // A deferred transaction that reads first and writes later fails at once when another process wrote between.
      return transact(mode === 'read' ? 'begin' : 'begin immediate', () =>
        statements.map((statement, position) => {
          index = position
          return run(statement)
        }),
      )
    } catch (error) {
      throw toLibsqlError(error, index)
    }
  }

  return {
    protocol: 'file',
    get closed() {
      return closed
    },
    async execute(input: InStatement, args?: InArgs) {
      try {
        return run(input, args)
      } catch (error) {
        throw toLibsqlError(error)
      }
    },
    batch,
    async migrate(statements) {
      database.run('pragma foreign_keys = off')
      try {
        return await batch(statements, 'write')
      } finally {
        database.run('pragma foreign_keys = on')
      }
    },
    async executeMultiple(sql) {
      try {
        database.run(sql)
      } catch (error) {
        throw toLibsqlError(error)
      }
    },
    // One connection serves every request: a transaction held open over an `await` would swallow the others' writes.
    transaction: () => Promise.reject(new Error('Interactive transactions are not supported; use a batch.')),
    sync: () => Promise.reject(new Error('An embedded database has nothing to synchronise with.')),
    reconnect() {},
    close() {
      if (closed) return
      closed = true
      for (const { statement } of cache.values()) statement.finalize()
      cache.clear()
      database.close(true)
    },
  }
}

function toBindings(args: InArgs | undefined): SQLQueryBindings[] {
  if (!args) return []
  if (Array.isArray(args)) return args.map(toBinding)
  return [
    Object.fromEntries(Object.entries(args).map(([name, value]) => [name, toBinding(value)])),
  ] as SQLQueryBindings[]
}

function toBinding(value: InValue): string | number | bigint | null | Uint8Array {
  if (value instanceof Date) return value.getTime()
  if (value instanceof ArrayBuffer) return new Uint8Array(value)
  if (typeof value === 'boolean') return value ? 1 : 0
  if (value === undefined) throw new TypeError('undefined cannot be stored; use null.')
  return value
}

function toLibsqlError(error: unknown, statementIndex?: number): unknown {
  if (!(error instanceof SQLiteError)) return error
  const extended = error.code ?? 'SQLITE_ERROR'
  const code = extended.split('_').slice(0, 2).join('_')
  return statementIndex === undefined
    ? new LibsqlError(error.message, code, extended, error.errno, error)
    : new LibsqlBatchError(error.message, statementIndex, code, extended, error.errno, error)
}
