import { Database } from 'bun:sqlite'
import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import { existsSync, readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { type Checkpoints, createCheckpoints } from '../../src/db/checkpoints.ts'
import { openEmbedded } from '../../src/db/embedded.ts'
import { identify } from '../../src/db/files.ts'
import { createLogWorker, LostThread } from '../../src/db/log-worker.ts'
import { cleanUp, temporaryFolder } from '../support/process.ts'

afterAll(cleanUp)

const limits = { due: 20, long: 80, rest: 10 }
const nextTurn = () => new Promise(setImmediate)

let path: string
let database: Database
beforeEach(() => {
  path = join(temporaryFolder(), 'herald.db')
  database = new Database(path)
  database.run('pragma journal_mode = wal')
  database.run('pragma synchronous = normal')
  database.run('create table notes (text text not null)')
})

/** Pages of the log, and how many of them are in the database file. */
function pages(): { log: number; copied: number } {
  const [[, log = 0, copied = 0] = []] = database.query('pragma wal_checkpoint(noop)').values() as number[][]
  return { log, copied }
}

const automatic = () => database.query('pragma wal_autocheckpoint').values()[0]?.[0]
const count = () => database.query('select count(*) from notes').values()[0]?.[0]

/** Commits a row that fills a page. */
function commit() {
  database.run('insert into notes values (?)', ['x'.repeat(3_900)])
}

/** Commits rows; each waits if it has to. Returns the greatest length of the log. */
async function commitMany(checkpoints: Checkpoints, rows: number): Promise<number> {
  let longest = 0
  for (let row = 0; row < rows; row++) {
    commit()
    longest = Math.max(longest, pages().log)
    await checkpoints.afterCommit()
    await nextTurn()
  }
  return longest
}

describe('the log', () => {
  test('is copied into the database file on a thread, not by the commits', async () => {
    const checkpoints = createCheckpoints(path, database, limits)
    expect(automatic()).toBe(0)
    while (pages().log < limits.due) commit()
    expect([checkpoints.afterCommit(), pages().copied]).toEqual([null, 0])
    while (pages().copied === 0) await nextTurn()
    checkpoints.close()
  })

  test('starts again when it is long, also while commits never stop', async () => {
    const checkpoints = createCheckpoints(path, database, limits)
    expect(await commitMany(checkpoints, 600)).toBeLessThan(2.5 * limits.long)
    checkpoints.close()
    expect(count()).toBe(600)
    expect(database.query('pragma integrity_check').values()).toEqual([['ok']])
  })

  test('grows while a reader needs its pages, and starts again afterwards', async () => {
    const checkpoints = createCheckpoints(path, database, limits)
    const reader = new Database(path)
    reader.run('begin')
    reader.query('select count(*) from notes').values()
    await commitMany(checkpoints, 300)
    expect(pages().log).toBeGreaterThan(300)
    reader.run('commit')
    await commitMany(checkpoints, 100)
    expect(pages().log).toBeLessThan(300)
    checkpoints.close()
    reader.close()
    expect(count()).toBe(400)
  })

  test('is gone after a close, at whatever point a checkpoint was', async () => {
    for (let turn = 0; turn < 12; turn++) {
      const opened = new Database(path)
      const fill = (rows: number) =>
        opened.run('insert into notes select hex(zeroblob(1950)) from json_each(?)', [
          JSON.stringify(Array(rows).fill(0)),
        ])
      fill(limits.due)
      const checkpoints = createCheckpoints(path, opened, limits)
      checkpoints.afterCommit()
      // From now on the thread begins at once.
      while (pages().copied === 0) await nextTurn()
      await nextTurn()
      fill(1_000)
      void checkpoints.afterCommit()
      for (let waited = 0; waited < turn; waited++) await nextTurn()
      database.close(true)
      checkpoints.close()
      opened.close(true)
      expect(existsSync(`${path}-wal`)).toBe(false)
      database = new Database(path)
    }
  })
})

/** A thread whose checkpoints end as the test says. */
function scripted(run: () => Promise<void>) {
  let runs = 0
  const worker: ReturnType<typeof createLogWorker> = {
    run() {
      runs++
      return run()
    },
    close() {},
  }
  return { worker, runs: () => runs }
}

test('commits wait for the rest of a long log, after most of it was copied meanwhile', async () => {
  const copier = new Database(path)
  const ends: PromiseWithResolvers<void>[] = []
  const { worker } = scripted(() => {
    copier.run('pragma wal_checkpoint(passive)')
    const end = Promise.withResolvers<void>()
    ends.push(end)
    return end.promise
  })
  const checkpoints = createCheckpoints(path, database, limits, worker)
  while (pages().log <= limits.long) commit()
  // The log cannot start again meanwhile.
  const reader = new Database(path)
  reader.run('begin')
  reader.query('select count(*) from notes').values()
  expect(checkpoints.afterCommit()).toBeNull()
  commit()
  expect([checkpoints.afterCommit(), ends.length]).toEqual([null, 1])
  reader.close()
  ends[0]?.resolve()
  await nextTurn()

  let isWaiting = true
  const wait = checkpoints.afterCommit()?.then(() => {
    isWaiting = false
  })
  for (let turn = 0; turn < 5; turn++) await nextTurn()
  expect([isWaiting, ends.length]).toEqual([true, 2])
  ends[1]?.resolve()
  await wait
  expect(isWaiting).toBe(false)
  commit()
  expect(pages().log).toBeLessThan(limits.due)
  checkpoints.close()
  copier.close()
})

test('commits do not wait for a slow checkpoint before the log is twice as long, and a close ends their wait', async () => {
  const { worker } = scripted(() => new Promise(() => {}))
  const checkpoints = createCheckpoints(path, database, limits, worker)
  let waits = checkpoints.afterCommit()
  while (!waits) {
    commit()
    waits = checkpoints.afterCommit()
  }
  expect(pages().log).toBeGreaterThan(2 * limits.long)
  checkpoints.close()
  await waits
})

test('SQLite itself copies the log after the thread has ended', async () => {
  const { worker, runs } = scripted(() => Promise.reject(new LostThread('out of memory')))
  const checkpoints = createCheckpoints(path, database, limits, worker)
  await commitMany(checkpoints, 5 * limits.due)
  expect([runs(), automatic()]).toEqual([1, 1000])
  checkpoints.close()
})

test('a checkpoint that fails is tried again when as many more pages were written', async () => {
  const { worker, runs } = scripted(() => Promise.reject(new Error('database or disk is full')))
  const checkpoints = createCheckpoints(path, database, limits, worker)
  await commitMany(checkpoints, 10 * limits.due)
  expect(runs()).toBeWithin(5, pages().log / limits.due + 1)
  expect(automatic()).toBe(0)
  checkpoints.close()
})

test('the thread reports the error of SQLite', async () => {
  const worker = createLogWorker()
  await expect(worker.run({ path: join(path, 'missing.db'), files: [] })).rejects.toMatchObject({
    code: 'SQLITE_CANTOPEN',
  })
  worker.close()
})

test('a database that is moved before a checkpoint is copied to no other file, and keeps its log', async () => {
  const files = identify(path)
  commit()
  const other = `${path}.other`
  using replacement = new Database(other)
  replacement.run('create table other (text text)')
  const before = readFileSync(other)
  renameSync(path, `${path}.moved`)
  renameSync(other, path)
  const worker = createLogWorker()
  await expect(worker.run({ path, files })).rejects.toThrow('The database files were moved.')
  worker.close()
  expect(readFileSync(path).equals(before)).toBe(true)
  renameSync(`${path}.moved`, path)
  expect(count()).toBe(1)
  using reopened = new Database(path)
  expect(reopened.query('select count(*) from notes').values()).toEqual([[1]])
})

test('a database that is opened copies its log on a thread', async () => {
  const client = openEmbedded(path)
  const { rows } = await client.execute('pragma wal_autocheckpoint')
  expect(Object.values(rows[0] ?? {})).toEqual([0])
  client.close()
})

test('acknowledged writes survive a process that is killed during any checkpoint', async () => {
  const module = (name: string) => JSON.stringify(join(import.meta.dir, `../../src/db/${name}.ts`))
  const script = `
    const { Database } = await import('bun:sqlite')
    const { createCheckpoints } = await import(${module('checkpoints')})
    const { createGroupCommit } = await import(${module('group-commit')})
    const { createLogSync } = await import(${module('log-sync')})
    const database = new Database(${JSON.stringify(path)})
    database.run('pragma synchronous = normal')
    database.query('select 1 from sqlite_schema').values()
    const { afterCommit } = createCheckpoints(${JSON.stringify(path)}, database, ${JSON.stringify(limits)})
    const { sync } = createLogSync(${JSON.stringify(path)})
    const run = ({ sql, args }) => database.run(sql, args)
    const commit = createGroupCommit(database, run, { requireFiles() {}, sync, afterCommit })
    await Promise.all(Array.from({ length: 8 }, async (_, writer) => {
      for (let number = 0; ; number++) {
        const text = writer + '-' + number
        await commit([{ sql: 'insert into notes values (?)', args: [text.padEnd(3900)] }])
        process.stdout.write(text + '\\n')
      }
    }))`
  for (let round = 0; round < 6; round++) {
    const child = Bun.spawn([process.execPath, '-e', script], { stdout: 'pipe' })
    let printed = ''
    for await (const chunk of child.stdout) {
      printed += new TextDecoder().decode(chunk)
      if (printed.split('\n').length > 300 + round * 37) child.kill('SIGKILL')
    }
    const texts = new Set(database.query('select trim(text) from notes').values().flat())
    const lost = printed
      .split('\n')
      .slice(0, -1)
      .filter((text) => !texts.has(text))
    expect(lost).toEqual([])
    expect(database.query('pragma integrity_check').values()).toEqual([['ok']])
    database.run('delete from notes')
  }
})
