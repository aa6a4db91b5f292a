import type { InStatement } from '@libsql/client/web'
import { sql } from 'drizzle-orm'
import { OperatorError } from '../errors.ts'
import type { Db } from './client.ts'
import {
  type AppliedMigration,
  findPosition,
  movePosition,
  openBooks,
  type Position,
  readBooks,
  refuseUnknown,
  remedyFor,
  rememberHashes,
  unfinished,
  wasMoved,
} from './migration-books.ts'
import { readMigrations } from './migrations.ts' with { type: 'macro' }
import type { Migration } from './migrations.ts'

const migrations = readMigrations()

/** The first of these migrations that this version does not have; undefined if it has all. */
export const findUnknown = (names: string[]): string | undefined =>
  names.find((name) => !migrations.some((each) => each.name === name || unfinished(each.name) === name))

/** Number of migrations in an up-to-date database. */
export const migrationCount = migrations.length

/** Small enough that a slice of large rows uses far less memory than a small container has. */
const rowsPerSlice = 500

export type Progress = {
  /** Number of the migration being applied, from 1, among the pending ones. */
  number: number
  total: number
  /** Null while there is no data for an estimate. */
  secondsLeft: number | null
  /** The changed share of the rows to change, from 0 to 1. */
  share: number
}

/** Returns the statements that change the rows of a slice, for changes that SQL cannot express. */
export type Change = (
  db: Db,
  slice: { table: string; after: number; until: number },
) => Promise<InStatement[]>

type Options = {
  sliceRows?: number
  onProgress?: (progress: Progress) => void
  /** By the names that migrations use. */
  changes?: Record<string, Change>
}

/**
 * Applies pending migrations and returns their names. Each part and each slice is one batch that also records the
 * progress, so that the next process continues after one that was killed.
 */
export async function migrate(
  db: Db,
  { sliceRows = rowsPerSlice, onProgress, changes = {} }: Options = {},
): Promise<string[]> {
  await refuseForeign(db)
  let books = await openBooks(db)
  refuseUnknown(migrations, books, remedyFor(db.$client.protocol))
  await rememberHashes(db, migrations, books)
  const pending = migrations.filter(({ name }) => !books.some((each) => each.name === name))
  const estimate = onProgress ? await createEstimate(db, pending) : null
  const applied: string[] = []
  for (const [index, migration] of pending.entries()) {
    const onSlice = (rows: number) =>
      onProgress?.({
        number: index + 1,
        total: pending.length,
        ...(estimate?.(rows) ?? { secondsLeft: null, share: 0 }),
      })
    onSlice(0)
    while (!books.some(({ name }) => name === migration.name)) {
      try {
        await apply(db, migration, findPosition(books, migration), { sliceRows, changes, onSlice })
        applied.push(migration.name)
      } catch (error) {
        // Another process that started at the same time has applied this part.
        if (!wasMoved(error)) throw error
      }
      books = await readBooks(db)
    }
  }
  return applied
}

/** Estimates the rest from the rows changed so far; changes without rows take negligible time. */
async function createEstimate(db: Db, pending: Migration[]) {
  const started = performance.now()
  let rowsLeft = 0
  let rowsDone = 0
  for (const { slicesOf } of pending.flatMap(({ parts }) => parts))
    if (slicesOf) rowsLeft += await countRows(db, slicesOf)
  return (rows: number): Pick<Progress, 'secondsLeft' | 'share'> => {
    rowsDone += rows
    rowsLeft = Math.max(0, rowsLeft - rows)
    if (rowsDone === 0) return { secondsLeft: null, share: 0 }
    const seconds = (performance.now() - started) / 1000
    return {
      secondsLeft: Math.ceil((seconds / rowsDone) * rowsLeft),
      share: rowsDone / (rowsDone + rowsLeft),
    }
  }
}

/** Approximate number of rows of a table; 0 if a pending migration creates it. */
async function countRows(db: Db, table: string): Promise<number> {
  const [exists] = await db.all(sql`select 1 from sqlite_schema where type = 'table' and name = ${table}`)
  if (!exists) return 0
  const [found] = await db.all<{ last: number | null }>(
    sql`select max(rowid) as last from ${sql.identifier(table)}`,
  )
  return found?.last ?? 0
}

type SliceOptions = { sliceRows: number; changes: Record<string, Change>; onSlice: (rows: number) => void }

/** Applies a migration part by part, from a position on. */
async function apply(
  db: Db,
  migration: Migration,
  from: Position | null,
  { sliceRows, changes, onSlice }: SliceOptions,
): Promise<void> {
  let position = from
  do {
    const at = position ?? { part: 0, after: 0 }
    const { statements, next } = await nextBatch(db, migration, at, sliceRows, changes)
    await db.$client.migrate([...movePosition(migration, position, next), ...statements])
    if (next?.part === at.part) onSlice(next.after - at.after)
    position = next
    // Lets the process handle stop signals and progress requests between slices.
    await new Promise((resolve) => setImmediate(resolve))
  } while (position)
}

/** The statements at a position, and the position after them; null at the end. */
async function nextBatch(
  db: Db,
  { name, parts }: Migration,
  { part, after }: Position,
  sliceRows: number,
  changes: Record<string, Change>,
) {
  const { slicesOf, changedBy, statements = [] } = parts[part] ?? {}
  const nextPart = part + 1 < parts.length ? { part: part + 1, after: 0 } : null
  if (!slicesOf) return { statements, next: nextPart }
  const until = await endOfSlice(db, slicesOf, after, sliceRows)
  if (until === null) return { statements: [], next: nextPart }
  const next = { part, after: until }
  if (!changedBy) return { statements: statements.map((text) => ({ sql: text, args: [after, until] })), next }
  const change = changes[changedBy]
  if (!change) throw new Error(`Migration ${name} needs ${changedBy}.`)
  return { statements: await change(db, { table: slicesOf, after, until }), next }
}

async function endOfSlice(db: Db, table: string, after: number, rows: number): Promise<number | null> {
  const [found] = await db.all<{ until: number | null }>(
    sql`select max(row) as until from (select rowid as row from ${sql.identifier(table)} where rowid > ${after} order by rowid limit ${rows})`,
  )
  return found?.until ?? null
}

/** True if `migrate` ever ran on the database, so it belongs to Herald. */
export async function wasMigrated(db: Db): Promise<boolean> {
  const rows = await db.all(sql`select 1 from sqlite_schema where type = 'table' and name = 'migrations'`)
  return rows.length > 0
}

/** The names of the pending migrations; throws if the database belongs to another program. */
export async function pendingMigrations(db: Db): Promise<string[]> {
  await refuseForeign(db)
  const done = (await wasMigrated(db)) ? await appliedNames(db) : new Set()
  return migrations.map(({ name }) => name).filter((name) => !done.has(name))
}

/** Throws an OperatorError if the database has migrations that this version does not know, or other texts of them. */
export async function refuseNewer(db: Db): Promise<void> {
  if (!(await wasMigrated(db))) return
  // An earlier version stored fewer columns.
  const rows = await db.all<Partial<AppliedMigration> & { name: string }>(
    sql`select * from migrations order by name`,
  )
  const applied = rows.map((row) => ({ hash: null, version: null, part: null, after: null, ...row }))
  refuseUnknown(migrations, applied, remedyFor(db.$client.protocol))
}

/** Why this version cannot use a database in its current state, in one sentence; null if it can. */
export async function findSchemaFault(db: Db): Promise<string | null> {
  const applied = await appliedNames(db)
  const known = new Set(migrations.map(({ name }) => name))
  const unknown = [...applied].find((name) => !known.has(name))
  if (unknown !== undefined)
    return `A newer version of Herald migrated this database (${unknown}). Start that version instead.`
  const missing = [...known].find((name) => !applied.has(name))
  return missing === undefined ? null : `This database lacks migration ${missing}. Run "herald migrate".`
}

export async function isMigrated(db: Db): Promise<boolean> {
  return (await findSchemaFault(db)) === null
}

async function appliedNames(db: Db): Promise<Set<string>> {
  const rows = await db.all<{ name: string }>(sql`select name from migrations`)
  return new Set(rows.map(({ name }) => name))
}

/**
 * Refuses the database of another program: their tables could conflict later. Names that start with an underscore or
 * the engine's name belong to the engine or to replication tools.
 */
async function refuseForeign(db: Db): Promise<void> {
  const [found] = await db.all<{ tables: number; columns: number }>(sql`
    select
      (select count(*) from sqlite_schema
        where type = 'table' and name not glob '_*' and name not glob 'sqlite_*' and name not glob 'libsql_*') as tables,
      (select count(*) from pragma_table_info('migrations') where name in ('name', 'applied_at')) as columns`)
  if (!found || found.tables === 0 || found.columns === 2) return
  throw new OperatorError(
    'This database belongs to another program: set DATA_DIR or DATABASE_URL to another database.',
  )
}
