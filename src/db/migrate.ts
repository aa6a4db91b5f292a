import { sql } from 'drizzle-orm'
import { OperatorError } from '../errors.ts'
import type { Db } from './client.ts'
import { isUniqueViolation } from './errors.ts'
import { readMigrations } from './migrations.ts' with { type: 'macro' }

const migrations = readMigrations()

/** Applies what is missing, each migration in one batch with its bookkeeping row; gives the names applied. */
export async function migrate(db: Db): Promise<string[]> {
  await db.run(
    sql`create table if not exists migrations (name text primary key, applied_at integer not null)`,
  )
  const applied: string[] = []
  const done = await doneMigrations(db)
  refuseNewer(done)
  for (const { name, statements } of migrations.filter((each) => !done.has(each.name))) {
    try {
      await db.$client.migrate([
        { sql: "insert into migrations values (?, unixepoch('subsec') * 1000)", args: [name] },
        ...statements,
      ])
      applied.push(name)
    } catch (error) {
      // Another process that started at the same moment has applied it.
      if (!isUniqueViolation(error, 'migrations.name')) throw error
    }
  }
  return applied
}

/** True when `migrate` has ever been here, so that this is a database of Herald's. */
export async function wasMigrated(db: Db): Promise<boolean> {
  const rows = await db.all(sql`select 1 from sqlite_schema where type = 'table' and name = 'migrations'`)
  return rows.length > 0
}

export async function isMigrated(db: Db): Promise<boolean> {
  const done = await doneMigrations(db)
  return migrations.every(({ name }) => done.has(name))
}

async function doneMigrations(db: Db): Promise<Set<string>> {
  const rows = await db.all<{ name: string }>(sql`select name from migrations`)
  return new Set(rows.map((row) => row.name))
}

/** What a newer version wrote, this one would misread. */
function refuseNewer(done: Set<string>) {
  const newest = [...done].sort().at(-1)
  if (newest === undefined || migrations.some(({ name }) => name === newest)) return
  throw new OperatorError(
    `The database belongs to a newer Herald (its migration ${newest} is unknown to this one): start that version, or restore a backup from before.`,
  )
}
