import { Database } from 'bun:sqlite'
import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import type { ResultSet } from '@libsql/client/web'
import { openEmbedded } from '../../src/db/embedded.ts'
import { createGroupCommit } from '../../src/db/group-commit.ts'
import { createLogSync } from '../../src/db/log-sync.ts'
import { cleanUp, temporaryFolder } from '../support/process.ts'

afterAll(cleanUp)

const nextTurn = () => new Promise(setImmediate)
async function turns(count: number) {
  for (let turn = 0; turn < count; turn++) await nextTurn()
}

let path: string
let reader: Database
const stored = () => reader.query('select text from notes').values().flat()

/** A database whose syncs end when the test says so. */
let syncs: (PromiseWithResolvers<void> & { stored: unknown[] })[]
let commitTogether: (statements: string[]) => Promise<ResultSet[]>
let perform: (sql: string) => void
beforeEach(() => {
  path = join(temporaryFolder(), 'herald.db')
  const database = new Database(path)
  database.run('pragma journal_mode = wal')
  database.run('create table notes (text text not null)')
  reader = new Database(path)
  syncs = []
  perform = () => {}
  const run = (sql: unknown) => {
    perform(sql as string)
    return database.run(sql as string) as unknown as ResultSet
  }
  function sync() {
    const begun = { ...Promise.withResolvers<void>(), stored: stored() }
    syncs.push(begun)
    return begun.promise
  }
  commitTogether = createGroupCommit(database, run, { requireFiles() {}, sync })
})

/** Writes a row and lists its text once the write is acknowledged. */
function write(text: string, acknowledged: string[]) {
  return commitTogether([`insert into notes values ('${text}')`]).then(() => void acknowledged.push(text))
}

describe('a write is acknowledged', () => {
  test('after a sync that began after its commit', async () => {
    const acknowledged: string[] = []
    const first = write('first', acknowledged)
    await turns(3)
    expect(syncs.map((each) => each.stored)).toEqual([['first']])
    const second = write('second', acknowledged)
    await turns(3)
    expect(acknowledged).toEqual([])

    syncs[0]?.resolve()
    await first
    await turns(3)
    expect(acknowledged).toEqual(['first'])
    expect(syncs.map((each) => each.stored)).toEqual([['first'], ['first', 'second']])
    syncs[1]?.resolve()
    await second
  })

  test('together with all that arrived during the previous sync', async () => {
    const acknowledged: string[] = []
    const first = write('first', acknowledged)
    await turns(3)
    const others: Promise<void>[] = []
    for (let number = 0; number < 50; number++) {
      others.push(write(`${number}`, acknowledged))
      await nextTurn()
    }
    syncs[0]?.resolve()
    await first
    await turns(3)
    syncs[1]?.resolve()
    await Promise.all(others)
    await turns(3)
    expect([acknowledged.length, syncs.length]).toEqual([51, 2])
  })

  test('also if it changed nothing, since it may have read a write of another process', async () => {
    let isDone = false
    const nothing = commitTogether([]).then(() => {
      isDone = true
    })
    await turns(3)
    expect([isDone, syncs.length]).toEqual([false, 1])
    syncs[0]?.resolve()
    await nothing
  })
})

test('a write that is refused because of another one of its group learns it after the sync', async () => {
  await Promise.all([
    commitTogether(['create unique index own on notes (text)']),
    turns(3).then(() => syncs[0]?.resolve()),
  ])
  const settled: string[] = []
  const first = write('same', settled)
  const second = write('same', settled).catch(() => void settled.push('refused'))
  await turns(3)
  expect([settled, syncs.length]).toEqual([[], 2])
  syncs[1]?.resolve()
  await Promise.all([first, second])
  expect(settled).toEqual(['same', 'refused'])
})

test('writes that take long are spread over several turns of the event loop', async () => {
  perform = () => Bun.sleepSync(3)
  const acknowledged: string[] = []
  const writes = Array.from({ length: 10 }, (_, number) => write(`${number}`, acknowledged))
  let next = 0
  while (acknowledged.length < writes.length) {
    await nextTurn()
    if (next < syncs.length) syncs[next++]?.resolve()
  }
  expect(syncs.length).toBeGreaterThanOrEqual(5)
  expect(acknowledged).toEqual(writes.map((_, number) => `${number}`))
})

test('after a failed sync its writes are refused, and every later one, without another sync', async () => {
  const sentence =
    'The disk could not store the latest changes. Nothing more is stored. Check the disk, then restart Herald.'
  const acknowledged: string[] = []
  const first = write('first', acknowledged)
  await turns(3)
  const second = write('second', acknowledged)
  syncs[0]?.reject(new Error('EIO'))
  await expect(first).rejects.toThrow(sentence)
  await expect(second).rejects.toThrow(sentence)
  await expect(write('third', acknowledged)).rejects.toThrow(sentence)
  expect([acknowledged, syncs.length, stored()]).toEqual([[], 1, ['first']])
})

describe('a database', () => {
  let calls: string[]
  let client: ReturnType<typeof openEmbedded>
  beforeEach(() => {
    calls = []
    client = openEmbedded(path, () => ({
      async sync() {
        calls.push('sync')
      },
      syncNow: () => void calls.push('sync now'),
      close: () => void calls.push('close'),
    }))
  })

  test('is synced when it is opened, since a process that was killed may have left commits', () => {
    client.close()
    expect(calls).toEqual(['sync now', 'close'])
  })

  test.each([
    ['execute', () => client.execute("insert into notes values ('x')")],
    ['batch', () => client.batch(["insert into notes values ('x')"], 'write')],
    ['migrate', () => client.migrate(["insert into notes values ('x')"])],
    ['executeMultiple', () => client.executeMultiple("insert into notes values ('x'); select 1")],
    ['durable', () => client.durable()],
  ])('is synced before %s returns', async (_, act) => {
    calls = []
    await act()
    expect(calls).toHaveLength(1)
    client.close()
  })
})

describe('the sync of a log', () => {
  test('is completed by close', async () => {
    const log = createLogSync(path)
    for (let count = 0; count < 20; count++) await log.sync()
    const onThread = log.sync()
    log.close()
    await onThread
  })

  test('fails with the code of the disk, on the event loop and on the thread', async () => {
    const broken = join(temporaryFolder(), 'herald.db')
    symlinkSync('/dev/null', `${broken}-wal`)
    const log = createLogSync(broken)
    for (let count = 0; count < 22; count++)
      await expect(log.sync()).rejects.toMatchObject({ code: 'EINVAL' })
    log.close()
  })

  test('keeps the process alive until it is done, and no longer', async () => {
    const module = join(import.meta.dir, '../../src/db/log-sync.ts')
    const script = `
      const { createLogSync } = await import(${JSON.stringify(module)})
      void (async () => {
        const log = createLogSync(${JSON.stringify(path)})
        for (let count = 0; count < 30; count++) await log.sync()
        console.log('done')
      })()`
    const child = Bun.spawn([process.execPath, '-e', script], { stdout: 'pipe' })
    expect([await new Response(child.stdout).text(), await child.exited]).toEqual(['done\n', 0])
  })
})

test('acknowledged writes survive a process that is killed at any moment', async () => {
  const embedded = join(import.meta.dir, '../../src/db/embedded.ts')
  const script = `
    const { openEmbedded } = await import(${JSON.stringify(embedded)})
    const client = openEmbedded(${JSON.stringify(path)})
    await Promise.all(Array.from({ length: 8 }, async (_, writer) => {
      for (let number = 0; ; number++) {
        const text = writer + '-' + number
        await client.execute({ sql: 'insert into notes values (?)', args: [text] })
        process.stdout.write(text + '\\n')
      }
    }))`
  for (let round = 0; round < 5; round++) {
    const child = Bun.spawn([process.execPath, '-e', script], { stdout: 'pipe' })
    let printed = ''
    for await (const chunk of child.stdout) {
      printed += new TextDecoder().decode(chunk)
      if (printed.split('\n').length > 100 + round * 37) child.kill('SIGKILL')
    }
    const texts = new Set(stored())
    const lost = printed
      .split('\n')
      .slice(0, -1)
      .filter((text) => !texts.has(text))
    expect(lost).toEqual([])
    reader.run('delete from notes')
  }
})
