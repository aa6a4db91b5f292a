import { DatabaseSync } from 'node:sqlite'
import { OperatorError } from '../errors.ts'
import { toLibsqlError } from './errors.ts'
import { type Ask, openTransaction, type Server, type Value } from './server-transaction.ts'

/** How long the server may take to answer one statement. */
const answerMilliseconds = 60_000
const pageRows = 1000
/** Characters and bytes of a page: servers limit the size of an answer. */
const pageLength = 2_000_000

type Table = { name: string; columns: string[]; keys: string[] }
/** A table, an index, a view or a trigger. */
export type SchemaObject = { type: string; name: string; sql: string }

/** Copies the database of a libSQL server into an empty SQLite file, as it was at one moment. */
export async function copyServer(server: Server, to: string): Promise<void> {
  // Another connection would see a later state.
  const lost = 'The connection was lost. Write the backup again.'
  const { ask, end } = openTransaction(server, { answerMilliseconds, lost })
  // The tables that store the content of a virtual table are copied like others, which is refused by default.
  const database = new DatabaseSync(to)
  database.enableDefensive(false)
  try {
    await ask('begin')
    database.exec('pragma journal_mode = off; pragma synchronous = off; pragma foreign_keys = off')
    await copyAll(ask, database)
  } catch (error) {
    throw toLibsqlError(error)
  } finally {
    database.close()
    end()
  }
}

async function copyAll(ask: Ask, database: DatabaseSync): Promise<void> {
  const schema = await readSchema(ask)
  const tables = schema.filter(({ type }) => type === 'table')
  for (const { sql } of tables.filter(isVirtual)) database.exec(sql)
  for (const table of tables.filter((each) => !isVirtual(each))) {
    if (!exists(database, table.name)) database.exec(table.sql)
    database.exec(`delete from ${quote(table.name)}`)
    await copyTable(ask, database, await describeTable(ask, table.name))
  }
  await copySequences(ask, database)
  // Indexes are faster to build at the end, and triggers must not react to the copied rows.
  for (const { type, sql } of schema) if (type !== 'table') database.exec(sql)
}

export async function readSchema(ask: Ask): Promise<SchemaObject[]> {
  const rows = await ask(
    "select type, name, sql from sqlite_schema where sql is not null and name not glob 'sqlite_*' order by rowid",
  )
  return rows.map(([type, name, sql]) => ({ type: String(type), name: String(name), sql: String(sql) }))
}

/** A virtual table creates the tables that store its content. */
export const isVirtual = ({ sql }: Pick<SchemaObject, 'sql'>) => /^create virtual table/i.test(sql)

const exists = (database: DatabaseSync, name: string) =>
  database.prepare("select 1 from sqlite_schema where type = 'table' and name = ?").get(name) !== undefined

export async function describeTable(ask: Ask, name: string): Promise<Table> {
  const columns = await ask('select name, pk from pragma_table_xinfo(?) where hidden = 0 order by cid', [
    name,
  ])
  const [[isKeyed] = []] = await ask('select wr from pragma_table_list(?)', [name])
  const keys = columns
    .filter(([, pk]) => Number(pk) > 0)
    .sort(([, one], [, other]) => Number(one) - Number(other))
  return {
    name: quote(name),
    columns: columns.map(([column]) => quote(String(column))),
    keys: isKeyed ? keys.map(([column]) => quote(String(column))) : ['rowid'],
  }
}

/** Copies the rows of a table in pages, and compares their number. */
async function copyTable(ask: Ask, database: DatabaseSync, { name, columns, keys }: Table): Promise<void> {
  const isByRowId = keys[0] === 'rowid'
  const target = isByRowId ? ['rowid', ...columns] : columns
  const insert = database.prepare(
    `insert into ${name} (${target.join(', ')}) values (${target.map(() => '?').join(', ')})`,
  )
  const key = keys.join(', ')
  const length = columns.map((column) => `coalesce(length(${column}), 1)`).join(' + ')
  let after: Value[] | null = null
  let copied = 0
  for (;;) {
    const rest: string = `from ${name} ${after ? `where (${key}) > (${keys.map(() => '?').join(', ')})` : ''} order by ${key}`
    const [[fitting] = []] = await ask(
      `select count(*) from (
        select sum(${length}) over (order by ${key} rows unbounded preceding) as total
        from (select * ${isByRowId ? ', rowid' : ''} ${rest} limit ${pageRows})
      ) where total <= ${pageLength}`,
      after ?? [],
    )
    const limit = Math.max(1, Number(fitting))
    const rows = await ask(`select ${key}, ${target.join(', ')} ${rest} limit ${limit}`, after ?? [])
    const last = rows.at(-1)
    if (!last) break
    after = last.slice(0, keys.length)
    database.exec('begin')
    for (const row of rows) insert.run(...row.slice(keys.length).map(toBinding))
    database.exec('commit')
    copied += rows.length
  }
  const [[count] = []] = await ask(`select count(*) from ${name}`)
  if (copied !== Number(count))
    throw new OperatorError(
      `Only ${copied} of ${count} rows of ${name} could be read. Write the backup again.`,
    )
}

/** The next numbers of tables that never use a number twice. */
async function copySequences(ask: Ask, database: DatabaseSync): Promise<void> {
  if (!exists(database, 'sqlite_sequence')) return
  database.exec('delete from sqlite_sequence')
  for (const [name, next] of await ask('select name, seq from sqlite_sequence'))
    database
      .prepare('insert into sqlite_sequence (name, seq) values (?, ?)')
      .run(String(name), next as bigint)
}

const toBinding = (value: Value) => (value instanceof ArrayBuffer ? new Uint8Array(value) : value)

export const quote = (name: string) => `"${name.replaceAll('"', '""')}"`
