import type { InArgs, InStatement, InValue, ResultSet, Row } from '@libsql/client/web'
import { type RowsResult, Stmt, type Stream } from '@libsql/hrana-client'
import type { BatchStatement, DatabaseClient } from './database-client.ts'
import { toLibsqlError } from './errors.ts'
import { commitTogether, migrate, readTogether } from './server-batch.ts'
import { createQueue, type Statement } from './server-queue.ts'
import { connector, reuseStream } from './server-stream.ts'

const readingStreams = 4
/** A slow read delays the others of its round trip, so the number is small. */
const readsTogether = 16
const writesTogether = 32
/** Maximum total wait of a caller: in the queue, for a connection and for the response. */
const answerMilliseconds = 10_000
/** A migration may rewrite a large table. */
const migrationMilliseconds = 10 * 60_000

/**
 * Opens a libSQL server as a `Client`. A stream costs the server a connection and a read of the whole schema, so a
 * few are kept for reads. Writes share one stream, which commits all waiting calls together: a server that one
 * process writes to on many streams reports that it is locked.
 */
export function openServer(
  url: string,
  authToken: string | null,
  patience = answerMilliseconds,
): DatabaseClient {
  const connect = connector(url, authToken)
  const reading = Array.from({ length: readingStreams }, () => reuseStream(connect))
  const writing = reuseStream(connect)
  const reads = createQueue(reading, { maxTogether: readsTogether, patience, perform: readTogether })
  const write = createQueue([writing], { maxTogether: writesTogether, patience, perform: commitTogether })
  let closed = false

  async function run(inputs: BatchStatement[], isBatch: boolean): Promise<ResultSet[]> {
    const statements = inputs.map(toStatement)
    const submit = statements.every(({ isRead }) => isRead) ? reads : write
    return (await submit(statements, isBatch)).map(toResultSet)
  }

  async function read(sql: string, args: InValue[]): Promise<ResultSet> {
    const [result] = await run([[sql, args]], false)
    return result as ResultSet
  }

  /** Rare or long calls get their own stream instead of a shared one. */
  async function alone<T>(milliseconds: number, act: (stream: Stream) => Promise<T>): Promise<T> {
    const stream = reuseStream(connect)
    try {
      return await stream.use(performance.now() + milliseconds, act)
    } catch (error) {
      throw toLibsqlError(error)
    } finally {
      stream.drop()
    }
  }

  return {
    protocol: connect.protocol,
    get closed() {
      return closed
    },
    async execute(input: InStatement, args?: InArgs) {
      const [result] = await run([typeof input === 'string' ? [input, args] : input], false)
      return result as ResultSet
    },
    read,
    // The server already reads in another process.
    readInBackground: read,
    durable: async () => {},
    batch: (inputs) => run(inputs, true),
    migrate: (inputs) =>
      alone(migrationMilliseconds, async (stream) =>
        (await migrate(stream, inputs.map(toStatement))).map(toResultSet),
      ),
    executeMultiple: (sql) => alone(patience, (stream) => stream.sequence(sql)),
    // A transaction held open over the network would block the writes of every other process.
    transaction: () => Promise.reject(new Error('Interactive transactions are not supported; use a batch.')),
    sync: () => Promise.reject(new Error('A database on a server has nothing to synchronize with.')),
    reconnect() {
      for (const stream of [...reading, writing]) stream.drop()
    },
    close() {
      closed = true
      for (const stream of [...reading, writing]) stream.end()
    },
  }
}

function toStatement(input: BatchStatement): Statement {
  const [sql, args] = Array.isArray(input)
    ? input
    : typeof input === 'string'
      ? [input]
      : [input.sql, input.args]
  const stmt = new Stmt(sql)
  if (Array.isArray(args)) stmt.bindIndexes(args.map(toValue))
  else for (const [name, value] of Object.entries(args ?? {})) stmt.bindName(name, toValue(value))
  const values = args === undefined ? [] : Array.isArray(args) ? args : null
  return { stmt, sql, args: values, isRead: isRead(sql), length: lengthOf(sql, args) }
}

/** Hrana would send integers as floats, which differ in JSON and in text columns. */
function toValue(value: InValue): InValue {
  if (value === undefined) throw new TypeError('undefined cannot be stored; use null.')
  return Number.isSafeInteger(value) ? BigInt(value as number) : value
}

/** Reads can use any stream; a read that is mistaken for a write only waits longer. */
export function isRead(sql: string): boolean {
  return (
    /^\s*(select|explain|values)\b/i.test(sql) ||
    (/^\s*with\b/i.test(sql) && !/\b(insert|update|delete|replace)\b/i.test(sql))
  )
}

function lengthOf(sql: string, args: InArgs = []): number {
  let length = sql.length
  for (const value of Array.isArray(args) ? args : Object.values(args)) {
    if (typeof value === 'string') length += value.length
    else if (value instanceof Uint8Array || value instanceof ArrayBuffer) length += value.byteLength
  }
  return length
}

function toResultSet({
  columnNames,
  columnDecltypes,
  rows,
  affectedRowCount,
  lastInsertRowid,
}: RowsResult): ResultSet {
  const result = {
    columns: columnNames.map((name) => name ?? ''),
    columnTypes: columnDecltypes.map((type) => type ?? ''),
    rows: rows as Row[],
    rowsAffected: affectedRowCount,
    lastInsertRowid,
  }
  return { ...result, toJSON: () => ({ ...result, lastInsertRowid: lastInsertRowid?.toString() }) }
}
