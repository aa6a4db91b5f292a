import { Database, type SQLQueryBindings, type Statement } from 'bun:sqlite'
import type { Client, InArgs, InStatement, InValue, ResultSet } from '@libsql/client/web'
import { toLibsqlError } from './errors.ts'
import { createGroupCommit } from './group-commit.ts'
import { type RowShape, rowShape } from './row.ts'

type Prepared = { statement: Statement; shape: RowShape; returnsRows: boolean }

export type BatchStatement = InStatement | [string, InArgs?]

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

  function run(input: BatchStatement, looseArgs?: InArgs): ResultSet {
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

  const commitTogether = createGroupCommit(database, run)

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
