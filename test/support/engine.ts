import { copyFileSync, cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { type Db, openDatabase } from '../../src/db/client.ts'
import { migrate } from '../../src/db/migrate.ts'
import { atEnd } from './cleanup.ts'
import { type Sqld, startSqld } from './sqld.ts'

/** The database engine of this test run; the whole suite runs once on each. */
export const engine = process.env.TEST_DATABASE === 'libsql' ? 'libsql' : 'embedded'

/** The folder of migrated databases that the check has made for all files: `createTemplates`. */
const templates = process.env.TEST_TEMPLATES

let folder: string | null = null
let template: Promise<string> | null = null
let server: Promise<string> | null = null
let connection: Db | null = null
let triggers = new Set<string>()
let tables: string[] | null = null
let copies = 0

/** An empty, migrated database for one test: a copy of a template file, or the emptied test server. */
export async function openTestDatabase(): Promise<{ db: Db; url: string }> {
  if (engine === 'libsql') {
    server ??= startServer()
    const url = await server
    // If a test stops its own server, the connection ends with it.
    if (!connection || connection.$client.closed) {
      connection = openDatabase(url)
      triggers = new Set(await namesOfTriggers(connection))
    }
    await empty(connection)
    // What is remembered per database ends with the test.
    return { db: Object.create(connection), url }
  }
  template ??= createTemplate()
  const path = join(openFolder(), `${++copies}.db`)
  copyFileSync(await template, path)
  return { db: openDatabase(`file:${path}`), url: `file:${path}` }
}

/** The directory of the databases of a test file. */
function openFolder(): string {
  if (folder) return folder
  const opened = mkdtempSync(join(tmpdir(), 'herald-test-'))
  folder = opened
  atEnd(() => {
    rmSync(opened, { recursive: true, force: true })
    folder = template = server = connection = null
  })
  return opened
}

/** Writes migrated databases of both engines to a folder, of which test files make copies. */
export async function createTemplates(folder: string) {
  await createEmbedded(join(folder, 'template.db'))
  const server = await createServer(join(folder, 'sqld'))
  await server.stop()
}

async function createTemplate(): Promise<string> {
  if (templates) return join(templates, 'template.db')
  return createEmbedded(join(openFolder(), 'template.db'))
}

async function createEmbedded(path: string): Promise<string> {
  const db = openDatabase(`file:${path}`)
  await migrate(db)
  await db.run(sql`pragma wal_checkpoint(truncate)`)
  db.$client.close()
  return path
}

async function startServer(): Promise<string> {
  const path = join(openFolder(), 'sqld')
  if (!templates) return (await createServer(path)).url
  cpSync(join(templates, 'sqld'), path, { recursive: true })
  return (await startSqld(path)).url
}

async function createServer(path: string): Promise<Sqld> {
  const server = await startSqld(path)
  const db = openDatabase(server.url)
  await migrate(db)
  db.$client.close()
  return server
}

/** Deletes all rows, the ids that the next rows would continue, and the triggers that a test created. */
async function empty(db: Db) {
  tables ??= await namesOfTables(db)
  // Most tests fill few of the tables; to find these takes a third of what it takes to empty them all.
  const filled = await db.all<{ name: string }>(
    sql.raw(
      tables
        .map((name) => `select '${name}' as name where exists (select 1 from "${name}")`)
        .join(' union all '),
    ),
  )
  const created = (await namesOfTriggers(db)).filter((name) => !triggers.has(name))
  if (filled.length + created.length === 0) return
  await db.$client.batch(
    [
      'pragma defer_foreign_keys = on',
      ...created.map((name) => `drop trigger "${name}"`),
      ...filled.map(({ name }) => `delete from "${name}"`),
    ],
    'write',
  )
}

async function namesOfTables(db: Db): Promise<string[]> {
  const rows = await db.all<{ name: string }>(
    sql`select name from pragma_table_list where type = 'table' and name not like 'sqlite_%' and name not like 'libsql_%' and name <> 'migrations'`,
  )
  return [...rows.map(({ name }) => name), 'sqlite_sequence']
}

async function namesOfTriggers(db: Db): Promise<string[]> {
  const rows = await db.all<{ name: string }>(sql`select name from sqlite_schema where type = 'trigger'`)
  return rows.map(({ name }) => name)
}
