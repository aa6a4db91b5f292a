import type { InValue } from '@libsql/client/web'
import { Column, fillPlaceholders, getTableColumns, is, SQL, Table } from 'drizzle-orm'
import type { PreparedQuery } from 'drizzle-orm/session'
import type { Db } from './client.ts'

type Values = Record<string, unknown>

type Select<R> = PromiseLike<R[]> & {
  readonly _: { readonly selectedFields: unknown }
  prepare(): PreparedQuery
}

/**
 * A select that is built once, with a row mapper that is built once: Drizzle works out the mapping of every column
 * for every row, which costs more than SQLite's work. For columns, tables and plain expressions. Outer joins, in
 * which a whole table may be missing, are left to Drizzle; inner joins must name the selected fields.
 */
export function prepareSelect<R>(db: Db, query: Select<R>) {
  const { sql, params } = query.prepare().getQuery()
  if (/\b(left|right|full) join\b/.test(sql)) throw new Error(`An outer join cannot be prepared: ${sql}`)
  const next = { value: 0 }
  const read = readerOf(query._.selectedFields, next) as (row: Row) => R

  async function run(values: Values): Promise<Row[]> {
    const { rows, columns } = await db.$client.read(sql, fillPlaceholders(params, values) as InValue[])
    if (columns.length !== next.value) throw new Error(`A join has to name what it selects: ${sql}`)
    return rows
  }
  return {
    all: async (values: Values): Promise<R[]> => (await run(values)).map(read),
    async get(values: Values): Promise<R | undefined> {
      const [row] = await run(values)
      return row && read(row)
    },
  }
}

type Row = ArrayLike<unknown>
type Reader = (row: Row) => unknown

/** Fields in the order in which Drizzle selects them; those of a table or a group become a nested object. */
function readerOf(fields: unknown, next: { value: number }): Reader {
  if (is(fields, Column) || is(fields, SQL)) {
    const position = next.value++
    const isAsStored = is(fields, SQL) || fields.mapFromDriverValue === Column.prototype.mapFromDriverValue
    if (isAsStored) return (row) => row[position]
    return (row) => {
      const value = row[position]
      return value === null ? null : fields.mapFromDriverValue(value)
    }
  }
  const parts = Object.entries(is(fields, Table) ? getTableColumns(fields) : (fields as object)).map(
    ([name, field]): [string, Reader] => [name, readerOf(field, next)],
  )
  return (row) => {
    const result: Record<string, unknown> = {}
    for (const [name, read] of parts) result[name] = read(row)
    return result
  }
}
