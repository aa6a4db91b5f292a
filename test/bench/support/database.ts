import { Database } from 'bun:sqlite'

/** As durable as Herald's own: acknowledged writes survive a power failure. */
export function openDurable(path: string): Database {
  const database = new Database(path, { create: true })
  database.run('pragma journal_mode = wal')
  database.run('pragma synchronous = full')
  database.run('pragma cache_size = -32000')
  return database
}

/** The number of rows in a table of a stopped server. */
export function countRows(path: string, table: string): number {
  using database = new Database(path, { readonly: true })
  return (database.query(`select count(*) as count from ${table}`).get() as { count: number }).count
}
