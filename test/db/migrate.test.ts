import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { version } from '../../package.json'
import { type Db, openDatabase } from '../../src/db/client.ts'
import { isMigrated, migrate } from '../../src/db/migrate.ts'
import { checkout, cleanUp, temporaryFolder } from '../support/process.ts'

afterAll(cleanUp)

const names = readdirSync(join(checkout, 'migrations'))
  .filter((file) => file.endsWith('.sql'))
  .map((file) => file.replace('.sql', ''))
  .sort()

let url: string
let db: Db
beforeEach(() => {
  url = `file:${join(temporaryFolder(), 'herald.db')}`
  db = openDatabase(url)
})

const books = () => db.all<{ name: string; hash: string | null }>(sql`select name, hash from migrations`)
const tables = async () =>
  (await db.all<{ count: number }>(sql`select count(*) as count from sqlite_schema`))[0]?.count

describe('migrate', () => {
  test('applies every migration in order, once, and stores a hash of each', async () => {
    expect(await migrate(db)).toEqual(names)
    expect(await migrate(db)).toEqual([])
    expect(await isMigrated(db)).toBe(true)
    const kept = await books()
    expect(kept.map(({ name }) => name)).toEqual(names)
    for (const { hash } of kept) expect(hash).toMatch(/^[0-9a-f]{64}$/)
    expect(new Set(kept.map(({ hash }) => hash)).size).toBe(names.length)
  })

  test("adds this program's hashes to a database of the first versions, which stored none", async () => {
    await migrate(db)
    const kept = await books()
    await db.run(sql`alter table migrations drop column hash`)
    expect(await isMigrated(db)).toBe(true)
    expect(await migrate(db)).toEqual([])
    expect(await books()).toEqual(kept)
  })

  test('stops at a migration that has changed since it was applied, and says which', async () => {
    await migrate(db)
    await db.run(sql`update migrations set hash = 'another' where name = '0002_content_and_feedback'`)
    await db.run(sql`delete from migrations where name = ${names.at(-1)}`)
    const before = await tables()
    await expect(migrate(db)).rejects.toThrow(
      `The migration 0002_content_and_feedback of this Herald ${version} is not the one that Herald ${version} applied to this database: start that version, or run "herald rollback" to return to the state before the upgrade.`,
    )
    expect([(await books()).length, await tables()]).toEqual([names.length - 1, before])
  })

  test.each(['9999_tomorrow', '0000_elsewhere'])(
    'stops at a migration that this program does not have, and says which: %s',
    async (name) => {
      await migrate(db)
      await db.run(sql`insert into migrations (name, applied_at) values (${name}, 1)`)
      await expect(migrate(db)).rejects.toThrow(
        `This database was migrated by Herald (a later version), and Herald ${version} does not know its migration ${name}: start that version, or run "herald rollback" to return to the state before the upgrade.`,
      )
    },
  )

  test.each([
    ['a table', 'create table customers (id integer)'],
    [
      'a list of migrations',
      'create table migrations (id integer primary key, migration text, batch integer)',
    ],
  ])('does not change a database in which another program has %s', async (_, statement) => {
    await db.run(sql.raw(statement))
    await expect(migrate(db)).rejects.toThrow(
      'This database belongs to another program: set DATA_DIR or DATABASE_URL to another database.',
    )
    expect(await db.all(sql`select sql from sqlite_schema`)).toEqual([
      { sql: statement.replace('create table', 'CREATE TABLE') },
    ])
  })

  test('accepts a database in which only the engine, or a replication tool, has tables', async () => {
    await db.run(sql`create table _litestream_seq (id integer primary key, seq integer)`)
    await db.run(sql`create table libsql_wasm_func_table (name text primary key, body text)`)
    expect(await migrate(db)).toEqual(names)
  })

  test('by two processes at the same moment applies each migration once', async () => {
    const other = openDatabase(url)
    const applied = await Promise.all([migrate(db), migrate(other)])
    expect(applied.flat().sort()).toEqual(names)
    expect((await books()).map(({ name }) => name)).toEqual(names)
    other.$client.close()
  })

  test('by two processes at the same moment adds the hashes once', async () => {
    await migrate(db)
    const kept = await books()
    await db.run(sql`alter table migrations drop column hash`)
    const other = openDatabase(url)
    expect(await Promise.all([migrate(db), migrate(other)])).toEqual([[], []])
    expect(await books()).toEqual(kept)
    other.$client.close()
  })
})
