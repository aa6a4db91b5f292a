import { sql } from 'drizzle-orm'
import { OperatorError } from '../errors.ts'
import { atomically, type Db } from './client.ts'
import { isUniqueViolation } from './errors.ts'
import { readMigrations } from './migrations.ts' with { type: 'macro' }

const migrations = readMigrations()

type Applied = { name: string; hash: string | null }

/** Applies what is missing, each migration in one batch with its bookkeeping row; gives the names applied. */
export async function migrate(db: Db): Promise<string[]> {
  await refuseForeign(db)
  await openBooks(db)
  const done = await db.all<Applied>(sql`select name, hash from migrations order by name`)
  for (const each of done) refuseStranger(each)
  await rememberHashes(db, done)
  const applied: string[] = []
  for (const { name, hash, statements } of migrations) {
    if (done.some((each) => each.name === name)) continue
    try {
      await db.$client.migrate([
        {
          sql: "insert into migrations (name, applied_at, hash) values (?, unixepoch('subsec') * 1000, ?)",
          args: [name, hash],
        },
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
  const rows = await db.all<{ name: string }>(sql`select name from migrations`)
  const done = new Set(rows.map(({ name }) => name))
  return migrations.every(({ name }) => done.has(name))
}

/**
 * Two programs do not share a database: one would come upon the other's tables half-way. Those of the engine itself, and
 * of what copies a database elsewhere, begin with an underscore or with the engine's name.
 */
async function refuseForeign(db: Db): Promise<void> {
  const [found] = await db.all<{ tables: number; columns: number }>(sql`
    select
      (select count(*) from sqlite_schema
        where type = 'table' and name not glob '_*' and name not glob 'sqlite_*' and name not glob 'libsql_*') as tables,
      (select count(*) from pragma_table_info('migrations') where name in ('name', 'applied_at')) as columns`)
  if (!found || found.tables === 0 || found.columns === 2) return
  throw new OperatorError(
    'This database belongs to another program: give Herald one of its own by DATA_DIR or DATABASE_URL.',
  )
}

/** The first versions kept no hashes. */
async function openBooks(db: Db): Promise<void> {
  await db.run(
    sql`create table if not exists migrations (name text primary key, applied_at integer not null, hash text)`,
  )
  if (await hasHashes(db)) return
  try {
    await db.run(sql`alter table migrations add hash text`)
  } catch (error) {
    // Another process that started at the same moment has added it.
    if (!(await hasHashes(db))) throw error
  }
}

async function hasHashes(db: Db): Promise<boolean> {
  const rows = await db.all(sql`select 1 from pragma_table_info('migrations') where name = 'hash'`)
  return rows.length > 0
}

/** What another version wrote, this one would misread. */
function refuseStranger({ name, hash }: Applied) {
  const known = migrations.find((each) => each.name === name)
  if (!known)
    throw new OperatorError(
      `This database is newer than this herald, which does not know its migration ${name}: start the version that made it, or restore a backup from before.`,
    )
  if (hash !== null && hash !== known.hash)
    throw new OperatorError(
      `The migration ${name} of this herald is not the one that was applied to this database: start the version that applied it, or restore a backup from before.`,
    )
}

/** A migration that was applied before hashes were kept is taken for this program's. */
function rememberHashes(db: Db, done: Applied[]): Promise<void> {
  const unknown = migrations.filter(({ name }) =>
    done.some((each) => each.name === name && each.hash === null),
  )
  return atomically(
    db,
    unknown.map(({ name, hash }) => db.run(sql`update migrations set hash = ${hash} where name = ${name}`)),
  )
}
