import { copyFileSync, cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/libsql/web'
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
let tables: Tables | null = null
let copies = 0

/** The tables with rows of their own, and those that index the words of others. */
type Tables = { ordinary: string[]; searched: string[] }

/** An embedded database, opened for the contexts of one test after another. */
type Reused = { db: Db; schemaVersion: number }
/** What a test has of one: it throws once the test is over and another one has the database. */
type Loan = { reused: Reused; end(): void }

let runningTests = 0
const loans: Loan[] = []
const returned: Loan[] = []

export function beginTest() {
  runningTests++
}

/** The databases that were opened within the test are free for other tests. */
export function endTest() {
  runningTests--
  if (runningTests === 0) returned.push(...loans.splice(0))
}

/**
 * An empty, migrated database for a context. To open a file and to compile its statements takes longer than most tests,
 * so one that was opened within a test is emptied for a later test.
 */
export async function databaseOfContext(): Promise<Db> {
  if (engine === 'libsql' || runningTests === 0) return (await openTestDatabase()).db
  const { db, loan } = lend((await takeReturned()) ?? (await openReused()))
  loans.push(loan)
  return db
}

async function openReused(): Promise<Reused> {
  const { db } = await openTestDatabase()
  return { db, schemaVersion: await readSchemaVersion(db) }
}

/** A database of an earlier test, emptied; one that it closed or whose tables it changed is not used again. */
async function takeReturned(): Promise<Reused | null> {
  for (let loan = returned.pop(); loan; loan = returned.pop()) {
    const { end, reused } = loan
    end()
    const { db, schemaVersion } = reused
    if (db.$client.closed || schemaVersion !== (await readSchemaVersion(db))) continue
    await empty(db)
    return reused
  }
  return null
}

function lend(reused: Reused): { db: Db; loan: Loan } {
  let isOver = false
  const { $client } = reused.db
  const methods = Object.entries($client).filter(([, value]) => typeof value === 'function')
  // What a test replaces of the client is its own.
  const client: typeof $client = Object.assign(
    Object.create($client),
    Object.fromEntries(
      methods.map(([name, method]) => [
        name,
        (...args: unknown[]) => {
          // Work that a test left behind ends here: the database belongs to a later test.
          if (isOver) return new Promise(() => {})
          return method(...args)
        },
      ]),
    ),
  )
  const end = () => {
    isOver = true
  }
  return { db: drizzle({ casing: 'snake_case', client }), loan: { reused, end } }
}

async function readSchemaVersion(db: Db): Promise<number> {
  const { rows } = await db.$client.execute('pragma schema_version')
  return Number(rows[0]?.schema_version)
}

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
    loans.length = returned.length = 0
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
  tables ??= await readTables(db)
  const { ordinary, searched } = tables
  // Most tests fill few of the tables; to find these takes a third of what it takes to empty them all.
  const filled = await db.all<{ name: string }>(
    sql.raw(
      [...ordinary, ...searched.map((name) => `${name}_idx`)]
        .map((name) => `select '${name}' as name where exists (select 1 from "${name}")`)
        .join(' union all '),
    ),
  )
  const isFilled = new Set(filled.map(({ name }) => name))
  const created = engine === 'libsql' ? (await namesOfTriggers(db)).filter((name) => !triggers.has(name)) : []
  if (filled.length + created.length === 0) return
  await db.$client.batch(
    [
      'pragma defer_foreign_keys = on',
      ...created.map((name) => `drop trigger "${name}"`),
      ...ordinary.filter((name) => isFilled.has(name)).map((name) => `delete from "${name}"`),
      ...searched
        .filter((name) => isFilled.has(`${name}_idx`))
        .map((name) => `insert into "${name}" ("${name}") values ('delete-all')`),
    ],
    'write',
  )
}

async function readTables(db: Db): Promise<Tables> {
  const rows = await db.all<{ name: string; type: string; sql: string }>(
    sql`select l.name, l.type, s.sql from pragma_table_list l join sqlite_schema s on s.name = l.name
      where l.type in ('table', 'virtual') and l.name not like 'sqlite_%' and l.name not like 'libsql_%'
        and l.name <> 'migrations'`,
  )
  const names = (type: string) => rows.filter((row) => row.type === type).map(({ name }) => name)
  const isSearched = new Set(rows.filter((row) => / fts5\b/i.test(row.sql)).map(({ name }) => name))
  return {
    ordinary: [...names('table'), 'sqlite_sequence'],
    searched: names('virtual').filter((name) => isSearched.has(name)),
  }
}

async function namesOfTriggers(db: Db): Promise<string[]> {
  const rows = await db.all<{ name: string }>(sql`select name from sqlite_schema where type = 'trigger'`)
  return rows.map(({ name }) => name)
}
