import { Database } from 'bun:sqlite'
import { afterAll, expect, test } from 'bun:test'
import { chmodSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { openDatabase } from '../../src/db/client.ts'
import { cleanUp, temporaryFolder } from '../support/process.ts'

afterAll(cleanUp)

const files = ['herald.db', 'herald.db-shm', 'herald.db-wal']

function modesIn(folder: string) {
  return readdirSync(folder)
    .sort()
    .map((file) => [file, (statSync(join(folder, file)).mode & 0o777).toString(8)])
}
const allPrivate = files.map((file) => [file, '600'])

test('the files of a new database are readable by their owner only, in a folder that others may read', () => {
  const folder = temporaryFolder()
  chmodSync(folder, 0o755)
  const db = openDatabase(`file:${join(folder, 'herald.db')}`)
  expect(modesIn(folder)).toEqual(allPrivate)
  db.$client.close()
})

test('the permissions of an older database are corrected, also for files left by a crash', () => {
  const folder = temporaryFolder()
  const path = join(folder, 'herald.db')
  const older = new Database(path)
  older.run('pragma journal_mode = wal')
  older.run('create table t (a)')
  for (const file of files) chmodSync(join(folder, file), 0o644)
  const db = openDatabase(`file:${path}`)
  expect(modesIn(folder)).toEqual(allPrivate)
  db.$client.close()
  older.close()
})

test('a write-ahead log that a large write has grown is cut to 64 MB again', async () => {
  const path = join(temporaryFolder(), 'herald.db')
  const db = openDatabase(`file:${path}`)
  const megabyte = 1024 * 1024
  await db.run(sql`create table large (bytes blob)`)
  await db.run(sql`insert into large values (zeroblob(${70 * megabyte}))`)
  const grown = statSync(`${path}-wal`).size
  // The first commit after the checkpoint starts the log again.
  await db.run(sql`insert into large values (null)`)
  const cut = statSync(`${path}-wal`).size
  db.$client.close()
  expect([grown > 70 * megabyte, cut]).toEqual([true, 64 * megabyte])
})
