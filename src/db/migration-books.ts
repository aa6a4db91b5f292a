import type { InStatement } from '@libsql/client/web'
import { sql } from 'drizzle-orm'
import { version } from '../../package.json'
import { OperatorError } from '../errors.ts'
import { atomically, type Db } from './client.ts'
import type { Migration } from './migrations.ts'

/** A row of `migrations`. `part` and `after` are set while a migration with several parts is unfinished. */
export type AppliedMigration = {
  name: string
  hash: string | null
  /** The version of Herald that applied it; null if that version did not store its own. */
  version: string | null
  part: number | null
  after: number | null
}

/** The part to commit next, and for slices the last row that is done. */
export type Position = { part: number; after: number }

/**
 * An unfinished migration is listed under a name that no version knows, so that an earlier version refuses the
 * half-migrated database.
 */
export const unfinished = (name: string) => `${name} (unfinished)`

/** Creates or upgrades the table of migrations, and reads it. */
export async function openBooks(db: Db): Promise<AppliedMigration[]> {
  await db.run(
    sql`create table if not exists migrations (name text primary key, applied_at integer not null, hash text, part integer, after integer, version text)`,
  )
  for (const column of ['hash text', 'part integer', 'after integer', 'version text'])
    await addColumn(db, column)
  return readBooks(db)
}

export function readBooks(db: Db): Promise<AppliedMigration[]> {
  return db.all<AppliedMigration>(sql`select name, hash, version, part, after from migrations order by name`)
}

async function addColumn(db: Db, column: string): Promise<void> {
  const [name = ''] = column.split(' ')
  if (await hasColumn(db, name)) return
  try {
    await db.run(sql.raw(`alter table migrations add ${column}`))
  } catch (error) {
    // Another process that started at the same time has added it.
    if (!(await hasColumn(db, name))) throw error
  }
}

async function hasColumn(db: Db, name: string): Promise<boolean> {
  const rows = await db.all(sql`select 1 from pragma_table_info('migrations') where name = ${name}`)
  return rows.length > 0
}

/** Refuses migrations of another version that this one would misread. `remedy` ends the sentence with what to do. */
export function refuseUnknown(
  migrations: Migration[],
  applied: AppliedMigration[],
  remedy = remedyFor('file'),
): void {
  for (const { name, hash, version: writer } of applied) {
    const known = migrations.find((each) => each.name === name || unfinished(each.name) === name)
    if (!known)
      throw new OperatorError(
        `This database was migrated by Herald ${writer ?? '(a later version)'}, and Herald ${version} does not know its migration ${name}: start that version, or ${remedy}.`,
      )
    // The position in an unfinished migration is only valid for the exact text that started it.
    const accepted = known.name === name ? known.accepted : [known.hash]
    if (hash !== null && !accepted.includes(hash))
      throw new OperatorError(
        `The migration ${known.name} of this Herald ${version} is not the one that Herald ${writer ?? '(another version)'} applied to this database: start that version, or ${remedy}.`,
      )
  }
}

/** How to return to an earlier version, as the end of a sentence, for a database file or one on a server. */
export const remedyFor = (protocol: string) =>
  protocol === 'file'
    ? 'run "herald rollback" to return to the state before the upgrade'
    : 'restore a backup from before the upgrade'

/** Sets the hashes of migrations that were applied before hashes were stored. */
export function rememberHashes(db: Db, migrations: Migration[], applied: AppliedMigration[]): Promise<void> {
  const unknown = migrations.filter(({ name }) =>
    applied.some((each) => each.name === name && each.hash === null),
  )
  return atomically(
    db,
    unknown.map(({ name, hash }) => db.run(sql`update migrations set hash = ${hash} where name = ${name}`)),
  )
}

/** Where to continue a migration; null if it has not started. */
export function findPosition(applied: AppliedMigration[], { name }: Migration): Position | null {
  const row = applied.find((each) => each.name === unfinished(name))
  return row ? { part: row.part ?? 0, after: row.after ?? 0 } : null
}

const now = "unixepoch('subsec') * 1000"

/**
 * The statements that move a migration from one position to the next, for the batch that does the work. They fail if
 * another process has moved it in the meantime. A null position is the start (`from`) or the end (`to`).
 */
export function movePosition(
  { name, hash }: Migration,
  from: Position | null,
  to: Position | null,
): InStatement[] {
  const begin: InStatement = {
    sql: `insert into migrations (name, applied_at, hash, version) values (?, ${now}, ?, ?)`,
    args: [name, hash, version],
  }
  if (!from && !to) return [begin]
  const args = [to ? unfinished(name) : name, to?.part ?? null, to?.after ?? null, version]
  const set = `update migrations set name = ?, part = ?, after = ?, version = ?, applied_at = ${now}`
  if (!from) return [begin, { sql: `${set} where name = ?`, args: [...args, name] }]
  return [
    {
      sql: `${set} where name = ? and part = ? and after = ?`,
      args: [...args, unfinished(name), from.part, from.after],
    },
    'insert into migrations (name, applied_at) select null, null where changes() = 0',
  ]
}

/** True if `movePosition` failed because another process had moved the migration. */
export function wasMoved(error: unknown): boolean {
  const text = error instanceof Error ? error.message : ''
  return /(UNIQUE constraint failed: migrations\.name|NOT NULL constraint failed: migrations\.applied_at)/.test(
    text,
  )
}
