import { Database } from 'bun:sqlite'
import { afterAll, expect, test } from 'bun:test'
import {
  chmodSync,
  copyFileSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { openDatabase } from '../../src/db/client.ts'
import { checkLog } from '../../src/doctor/check-database.ts'
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

test('a backup copied over a database next to its old write-ahead log is refused, not opened with the old rows', () => {
  const previous = join(temporaryFolder(), 'herald.db')
  const running = new Database(previous)
  running.run('pragma journal_mode = wal')
  running.run('create table t (a)')
  running.run(`vacuum into '${previous}-backup'`)
  const path = join(temporaryFolder(), 'herald.db')
  for (const suffix of ['-wal', '-shm']) copyFileSync(previous + suffix, path + suffix)
  running.close()
  copyFileSync(`${previous}-backup`, path)

  expect(() => openDatabase(`file:${path}`)).toThrow(
    `${path} was replaced by a copy of a backup, but ${path}-wal is that of the previous database.`,
  )
  expect(checkLog(path)).toMatchObject({ state: 'red', fix: 'herald restore FILE, never cp' })
  for (const suffix of ['-wal', '-shm']) renameSync(path + suffix, `${path}${suffix}.old`)
  expect(checkLog(path)).toBeNull()
  openDatabase(`file:${path}`).$client.close()
})

test('a write-ahead log that is torn at any byte keeps the commits before that byte, and no part of another', () => {
  const writing = join(temporaryFolder(), 'herald.db')
  const torn = join(temporaryFolder(), 'herald.db')
  const database = new Database(writing)
  database.run('pragma journal_mode = wal')
  database.run('pragma wal_autocheckpoint = 0')
  database.run('create table commits (number integer primary key, text text)')
  database.run('create index texts on commits (text)')
  const ends: number[] = []
  for (let number = 1; number <= 8; number++) {
    // Some commits change one page, others several.
    database.run('insert into commits values (?, ?)', [number, String(number).repeat(number * 700)])
    ends.push(statSync(`${writing}-wal`).size)
  }
  const log = readFileSync(`${writing}-wal`)
  const main = readFileSync(writing)
  database.close()
  const [first = 0] = ends
  const cuts = ends.flatMap((end) => [end - 1, end])
  for (let cut = first; cut < log.length; cut += 997) cuts.push(cut)

  // A file system may shorten the file, or leave zeros where bytes were not written.
  for (const cut of cuts)
    for (const rest of [0, log.length - cut]) {
      writeFileSync(torn, main)
      const left = Buffer.concat([log.subarray(0, cut), Buffer.alloc(rest)])
      writeFileSync(`${torn}-wal`, left)
      rmSync(`${torn}-shm`, { force: true })
      openDatabase(`file:${torn}`).$client.close()
      using found = new Database(torn)
      const numbers = found.query('select number from commits order by number').values().flat()
      // The last bytes of a commit may be zeros.
      const isWhole = (end: number) => left.subarray(0, end).equals(log.subarray(0, end))
      const whole = ends.filter(isWhole).map((_, index) => index + 1)
      expect([cut, rest, numbers]).toEqual([cut, rest, whole])
      expect(found.query('pragma integrity_check').values()).toEqual([['ok']])
    }
})

test('a write-ahead log that a large write has grown is cut to 64 MB after a checkpoint', async () => {
  const path = join(temporaryFolder(), 'herald.db')
  const db = openDatabase(`file:${path}`)
  const megabyte = 1024 * 1024
  const length = () => statSync(`${path}-wal`).size
  await db.run(sql`create table large (bytes blob)`)
  await db.run(sql`insert into large values (zeroblob(${70 * megabyte}))`)
  expect(length()).toBeGreaterThan(70 * megabyte)
  // The first commit after the checkpoint starts the log again.
  while (length() > 64 * megabyte) await db.run(sql`insert into large values (null)`)
  db.$client.close()
})
