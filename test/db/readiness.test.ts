import { Database } from 'bun:sqlite'
import { afterAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { openDatabase } from '../../src/db/client.ts'
import { migrate } from '../../src/db/migrate.ts'
import { findReadinessFault, recentReadinessFault } from '../../src/db/readiness.ts'
import { cleanUp, temporaryFolder } from '../support/process.ts'

afterAll(cleanUp)

function openNew() {
  const path = join(temporaryFolder(), 'herald.db')
  const db = openDatabase(`file:${path}`)
  return { path, db, ask: () => findReadinessFault(db, `file:${path}`) }
}

test('a migrated, writable database is ready, and the check changes nothing in it', async () => {
  const { db, ask } = openNew()
  await migrate(db)
  const before = await db.all(sql`select * from migrations`)
  expect(await ask()).toBeNull()
  expect(await db.all(sql`select * from migrations`)).toEqual(before)
})

test('a database that is not migrated is not ready', async () => {
  const { db, ask } = openNew()
  await db.run(sql`create table migrations (name text primary key, applied_at integer not null)`)
  expect(await ask()).toBe('This database lacks migration 0000_foundation. Run "herald migrate".')
})

test('a database that another version has changed is not ready', async () => {
  const { db, ask } = openNew()
  await migrate(db)
  await db.run(sql`insert into migrations (name, applied_at) values ('9999_tomorrow', 1)`)
  expect(await ask()).toBe(
    'A newer version of Herald migrated this database (9999_tomorrow). Start that version instead.',
  )
})

test('a read-only database is not ready', async () => {
  const { db, ask } = openNew()
  await migrate(db)
  await db.run(sql`pragma query_only = on`)
  expect(await ask()).toBe('The database cannot be written: check the permissions of DATA_DIR.')
  await db.run(sql`pragma query_only = off`)
  expect(await ask()).toBeNull()
})

test('a database that another program keeps locked is not ready, which is reported within two seconds', async () => {
  const { path, db, ask } = openNew()
  await migrate(db)
  const other = new Database(path)
  other.run('begin exclusive')
  expect(await ask()).toStartWith('The database has not answered for two seconds. Another program')
  other.run('rollback')
  expect(await ask()).toBeNull()
  other.close()
})

test('repeated checks query the database once a second', async () => {
  const { path, db } = openNew()
  await migrate(db)
  const readiness = () => recentReadinessFault(db, `file:${path}`)
  expect(await readiness()).toBeNull()
  await db.run(sql`pragma query_only = on`)
  expect(await readiness()).toBeNull()
  while ((await readiness()) === null) await Bun.sleep(20)
})
