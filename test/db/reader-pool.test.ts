import { Database } from 'bun:sqlite'
import { afterEach, expect, test } from 'bun:test'
import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createReaderPool, type ReaderPool } from '../../src/db/reader-pool.ts'

const endless =
  'with recursive n(n) as (select 1 union all select n + 1 from n where n < ?) select max(n) from n'
const opened: { close(): void }[] = []
const paths: string[] = []

function openPool(deadlineMs?: number): { pool: ReaderPool; database: Database } {
  const path = join(tmpdir(), `herald-reader-${Bun.randomUUIDv7()}.db`)
  const database = new Database(path)
  database.run('pragma journal_mode = wal')
  database.run('create table words (id integer primary key, word text, bytes blob)')
  const pool = createReaderPool(path, deadlineMs)
  opened.push(pool, database)
  paths.push(path)
  return { pool, database }
}

afterEach(() => {
  for (const each of opened.splice(0)) each.close()
  for (const path of paths.splice(0))
    for (const end of ['', '-wal', '-shm']) rmSync(`${path}${end}`, { force: true })
})

test('a background read sees everything committed before it', async () => {
  const { pool, database } = openPool()
  for (const word of ['one', 'two', 'three']) {
    database.run('insert into words (word, bytes) values (?, ?)', [word, Buffer.from([0, 255])])
    const { columns, rows } = await pool.read('select word, bytes from words where word = ?', [word])
    expect(columns).toEqual(['word', 'bytes'])
    expect(rows).toEqual([[word, new Uint8Array([0, 255])]])
  }
})

test('a background read cannot write', async () => {
  const { pool } = openPool()
  await expect(pool.read("insert into words (word) values ('x')", [])).rejects.toMatchObject({
    code: 'SQLITE_READONLY',
  })
})

test('an error of a statement reaches the caller with its code, and the thread continues', async () => {
  const { pool } = openPool()
  await expect(pool.read('select missing from words', [])).rejects.toMatchObject({
    code: 'SQLITE_ERROR',
    message: expect.stringContaining('no such column: missing'),
  })
  expect((await pool.read('select 1', [])).rows).toEqual([[1]])
})

test('the event loop runs during a long read', async () => {
  const { pool } = openPool()
  const reading = pool.read(endless, [300_000])
  let turns = 0
  let isDone = false
  reading.then(() => {
    isDone = true
  })
  while (!isDone) {
    turns++
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect((await reading).rows).toEqual([[300_000]])
  expect(turns).toBeGreaterThan(10)
})

test('a statement that misses its deadline is answered with 503 and a sentence', async () => {
  const { pool } = openPool(50)
  await expect(pool.read(endless, [3_000_000])).rejects.toMatchObject({
    status: 503,
    message: 'This query takes longer than 5 seconds. Narrow the filters, or try again in a moment.',
  })
})

test('two threads read at most, and a third statement waits for one of them', async () => {
  const { pool } = openPool()
  const order: string[] = []
  const note = (name: string) => () => order.push(name)
  await Promise.all([
    pool.read(endless, [400_000]).then(note('first')),
    pool.read(endless, [400_000]).then(note('second')),
    pool.read('select 1', []).then(note('third')),
  ])
  expect(order[0]).not.toBe('third')
})

test('a closed pool refuses reads, waiting ones included', async () => {
  const { pool } = openPool()
  const reading = pool.read(endless, [400_000])
  pool.close()
  await expect(reading).rejects.toMatchObject({ code: 'CLIENT_CLOSED' })
  await expect(pool.read('select 1', [])).rejects.toMatchObject({ code: 'CLIENT_CLOSED' })
})
