import { sql } from 'drizzle-orm'
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
  for (const { name, statements } of await pendingMigrations(db)) {
    try {
      await db.$client.batch(
        [
          { sql: "insert into migrations values (?, unixepoch('subsec') * 1000)", args: [name] },
          ...statements,
        ],
        'write',
      )
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
  return (await pendingMigrations(db)).length === 0
}

async function pendingMigrations(db: Db) {
  const rows = await db.all<{ name: string }>(sql`select name from migrations`)
  const done = new Set(rows.map((row) => row.name))
  return migrations.filter((migration) => !done.has(migration.name))
}
