import { type SQL, sql } from 'drizzle-orm'
import { check, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Never contains a row: inserting 0 fails its check and rolls the batch back. */
export const guards = sqliteTable('guards', { ok: integer().notNull() }, (table) => [
  check('guards_ok', sql`${table.ok} = 1`),
])

/** The statement after a compare-and-set in a batch: rolls the batch back if no row changed. */
export const guard = sql`insert into guards (ok) select 0 where changes() = 0`

/**
 * The statement before a change to a record: rolls the batch back if `others` finds a row, that is a newer version.
 */
export const changed = (others: SQL) => sql`insert into guards (ok) select null where exists (${others})`

/** A time: integer milliseconds in SQL, `Date` in code. */
export const time = () => integer({ mode: 'timestamp_ms' })
export const flag = () => integer({ mode: 'boolean' })

/** The running processes of a database server. Those of a file hold locks instead. */
export const processes = sqliteTable('processes', {
  owner: text().primaryKey(),
  host: text().notNull(),
  version: text().notNull(),
  startedAt: time().notNull(),
  seenAt: time().notNull(),
  /** Set by a command that replaces the database: servers do not use it until then. */
  drainUntil: time(),
})
