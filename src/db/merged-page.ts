import type { InValue } from '@libsql/client/web'
import { type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Db } from './client.ts'

/** Part of a list, read from its nearer end: `isReversed` if that is the last entry. */
export type Slice = { limit: number; offset: number; isReversed: boolean }

/** Where to read a page of a list of known length; null past its end. */
export function toSlice(total: number, { limit, offset }: Pick<Slice, 'limit' | 'offset'>): Slice | null {
  const count = Math.min(limit, total - offset)
  if (count <= 0) return null
  const after = total - offset - count
  return { limit: count, offset: Math.min(offset, after), isReversed: after < offset }
}

type SortColumn = SQLiteColumn | SQL

type MergedPage = {
  /** A table, or SQL that names a table and the index to use. */
  table: SQLiteTable | SQL
  /** The conditions of each group. An index stores the rows of a group in the order of the list. */
  groups: SQL[]
  /** Sort key of the list; its last column identifies a row and is returned. */
  order: [...SortColumn[], SortColumn]
  sort: 'asc' | 'desc'
  slice: Slice
  /** Maximum index entries to read, if that is more than the groups and the page need. */
  steps?: number
}

/** Maximum index entries that a request may read on the event loop; longer reads run in the background. */
const maxSteps = 20_000

/**
 * The keys of one page of the rows in several groups. SQLite merges the groups from their index entries, so the cost
 * depends on the position of the page, not on the number of matching rows.
 */
export async function readMergedPage<K>(
  db: Db,
  { table, groups, order, sort, slice, steps = 0 }: MergedPage,
): Promise<K[]> {
  const { limit, offset, isReversed } = slice
  const direction = (sort === 'desc') === isReversed ? sql`asc` : sql`desc`
  const columns = sql.join(order, sql`, `)
  const arms = groups.map((where) => sql`select ${columns} from ${table} where ${where}`)
  const positions = sql.join(
    order.map((_, index) => sql`${sql.raw(String(index + 1))} ${direction}`),
    sql`, `,
  )
  const rows = await readRows(
    db,
    sql`${sql.join(arms, sql` union all `)} order by ${positions} limit ${limit} offset ${offset}`,
    Math.max(steps, (offset + limit) * groups.length),
  )
  const keys = rows.map((row) => row[order.length - 1] as K)
  return isReversed ? keys.reverse() : keys
}

/** Counting stops here, unless a list has a larger maximum. */
const maxCounted = 10_000

/**
 * Counts the rows of a list without a stored count, up to `most`: on the event loop, or in the background if there
 * are too many.
 */
export async function countList(
  db: Db,
  table: SQLiteTable,
  where: SQL | undefined,
  most = maxCounted,
): Promise<number> {
  const condition = where ?? sql`true`
  const few = Math.min(most, maxSteps + 1)
  const counted = await countUpTo(db, table, condition, { most: few, steps: 0 })
  if (counted < few || few === most) return counted
  return await countUpTo(db, table, condition, { most, steps: few })
}

async function countUpTo(
  db: Db,
  table: SQLiteTable,
  where: SQL,
  { most, steps }: { most: number; steps: number },
): Promise<number> {
  const limited = sql`select count(*) from (select 1 from ${table} where ${where} limit ${most})`
  const [row] = await readRows(db, limited, steps)
  return Number(row?.[0] ?? 0)
}

/** Counts rows; in the background if that reads many index entries. */
export async function countRows(
  db: Db,
  table: SQLiteTable | SQL,
  where: SQL,
  steps: number,
): Promise<number> {
  const [row] = await readRows(db, sql`select count(*) from ${table} where ${where}`, steps)
  return Number(row?.[0] ?? 0)
}

async function readRows(db: Db, query: SQL, steps: number): Promise<ArrayLike<unknown>[]> {
  const { sql: text, params } = db.all(query).getQuery()
  const { read, readInBackground } = db.$client
  const { rows } = await (steps > maxSteps ? readInBackground : read)(text, params as InValue[])
  return rows
}
