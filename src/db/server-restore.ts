import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { OperatorError } from '../errors.ts'
import { toLibsqlError } from './errors.ts'
import { describeTable, isVirtual, quote, readSchema, type SchemaObject } from './server-copy.ts'
import { type Ask, openTransaction, type Server, type Transaction, type Value } from './server-transaction.ts'

/** How long the server may take for one statement: an index of a large table takes minutes. */
const answerMilliseconds = 10 * 60_000
const maxLength = 1_000_000
/** SQLite allows 32,766 parameters in a statement. */
const maxParameters = 30_000

/**
 * Replaces the database of a libSQL server with that of a file, in one transaction: without its commit, the server
 * keeps the old one. `rows` are the expected numbers of rows; `check` may refuse before anything is written.
 */
export async function replaceServer(
  server: Server,
  file: string,
  rows: Record<string, number>,
  check: (ask: Ask) => Promise<void>,
): Promise<void> {
  const lost = 'The connection was lost, so nothing was changed. Restore the backup again.'
  const target = openTransaction(server, { answerMilliseconds, lost })
  const source = new DatabaseSync(file, { readOnly: true })
  try {
    await target.run(['pragma foreign_keys = off', 'begin immediate'])
    await check(target.ask)
    await dropAll(target)
    await copyAll(source, target)
    await requireRows(target.ask, rows)
    await target.run(['commit'])
  } catch (error) {
    throw toLibsqlError(error)
  } finally {
    source.close()
    target.end()
  }
}

/** What is dropped first. A virtual table drops the tables that store its content. */
const dropOrder = ['trigger', 'view', 'index', 'virtual table', 'table']

async function dropAll({ ask, run }: Transaction): Promise<void> {
  const position = (each: SchemaObject) => dropOrder.indexOf(isVirtual(each) ? 'virtual table' : each.type)
  const schema = await readSchema(ask)
  const drops = schema.toSorted((one, other) => position(one) - position(other))
  await run(drops.map(({ type, name }) => `drop ${type} if exists ${quote(name)}`))
}

async function copyAll(source: DatabaseSync, { ask, run }: Transaction): Promise<void> {
  const read: Ask = async (sql, args = []) => {
    const statement = source.prepare(sql)
    statement.setReturnArrays(true)
    return statement.all(...(args as SQLInputValue[])) as unknown as Value[][]
  }
  const schema = await readSchema(read)
  const tables = schema.filter(({ type }) => type === 'table')
  await run(tables.filter(isVirtual).map(({ sql }) => sql))
  const stored = tables.filter((each) => !isVirtual(each))
  const created = new Set((await readSchema(ask)).map(({ name }) => name))
  await run(stored.map(({ name, sql }) => (created.has(name) ? `delete from ${quote(name)}` : sql)))
  for (const { name } of stored) await copyTable(source, ask, await describeTable(read, name))
  await copySequences(read, ask)
  // Indexes are faster to build at the end, and triggers must not react to the copied rows.
  await run(schema.filter(({ type }) => type !== 'table').map(({ sql }) => sql))
}

type Table = Awaited<ReturnType<typeof describeTable>>

async function copyTable(source: DatabaseSync, ask: Ask, { name, columns, keys }: Table): Promise<void> {
  const target = keys[0] === 'rowid' ? ['rowid', ...columns] : columns
  const statement = source.prepare(`select ${target.join(', ')} from ${name}`)
  statement.setReadBigInts(true)
  statement.setReturnArrays(true)
  const tuple = `(${target.map(() => '?').join(', ')})`
  const maxRows = Math.floor(maxParameters / target.length)
  let waiting: Value[][] = []
  let length = 0
  async function send() {
    if (waiting.length === 0) return
    const tuples = waiting.map(() => tuple).join(', ')
    await ask(`insert into ${name} (${target.join(', ')}) values ${tuples}`, waiting.flat())
    waiting = []
    length = 0
  }
  for (const found of statement.iterate()) {
    const row = found as unknown as Value[]
    waiting.push(row)
    length += row.reduce<number>((sum, value) => sum + lengthOf(value), 0)
    if (length > maxLength || waiting.length === maxRows) await send()
  }
  await send()
}

const lengthOf = (value: Value): number =>
  typeof value === 'string' ? value.length : value instanceof Uint8Array ? value.byteLength : 8

/** The next numbers of tables that never use a number twice. */
async function copySequences(read: Ask, ask: Ask): Promise<void> {
  const [exists] = await read("select 1 from sqlite_schema where name = 'sqlite_sequence'")
  if (!exists) return
  await ask('delete from sqlite_sequence')
  for (const [name, next] of await read('select name, cast(seq as text) from sqlite_sequence'))
    await ask('insert into sqlite_sequence (name, seq) values (?, cast(? as integer))', [
      name,
      next,
    ] as Value[])
}

async function requireRows(ask: Ask, rows: Record<string, number>): Promise<void> {
  const expected = Object.entries(rows)
  const counts = expected.map(([table]) => `(select count(*) from ${quote(table)})`)
  const [found = []] = await ask(`select ${counts.join(', ')}`)
  for (const [index, [table, count]] of expected.entries())
    if (Number(found[index]) !== count)
      throw new OperatorError(
        `Only ${found[index]} of ${count} rows of ${table} could be written, so nothing was changed. Restore it again.`,
      )
}
