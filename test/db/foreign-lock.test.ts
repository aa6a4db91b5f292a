import { Database } from 'bun:sqlite'
import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import type { Client, ResultSet } from '@libsql/client/web'
import { openEmbedded } from '../../src/db/embedded.ts'
import { createGroupCommit } from '../../src/db/group-commit.ts'
import { cleanUp, temporaryFolder } from '../support/process.ts'

afterAll(cleanUp)

let path: string
let client: Client
beforeEach(async () => {
  path = join(temporaryFolder(), 'herald.db')
  client = openEmbedded(path)
  await client.execute('create table notes (text text not null)')
  await client.execute("insert into notes values ('before')")
})

const notes = async () => (await client.execute('select text from notes')).rows.map((row) => row.text)
const turn = () => new Promise(setImmediate)

/** Another process that holds the lock until it is asked to release it. */
async function holdLock() {
  const script = `
    const { Database } = require('bun:sqlite')
    const database = new Database(${JSON.stringify(path)})
    database.run('begin exclusive')
    database.run("insert into notes values ('by another')")
    console.log('held')
    for await (const _ of console) break
    database.run('commit')`
  const child = Bun.spawn([process.execPath, '-e', script], { stdin: 'pipe', stdout: 'pipe' })
  await child.stdout.getReader().read()
  return async () => {
    child.stdin.write('go\n')
    child.stdin.end()
    expect(await child.exited).toBe(0)
  }
}

describe('while another process holds the lock', () => {
  test('reads continue, and the waiting writes succeed together when it releases the lock', async () => {
    const letGo = await holdLock()
    let settled = 0
    const write = (text: string) =>
      client.execute({ sql: 'insert into notes values (?)', args: [text] }).finally(() => settled++)
    const first = write('first')
    await turn()
    await turn()
    const second = write('second')
    for (let count = 0; count < 100; count++) {
      expect(await notes()).toEqual(['before'])
      await turn()
    }
    expect(settled).toBe(0)
    await letGo()
    await Promise.all([first, second])
    expect(await notes()).toEqual(['before', 'by another', 'first', 'second'])
  })

  test.each([
    ["insert into notes values ('x')", ['before', 'by another', 'x']],
    ["  REPLACE into notes values ('x')", ['before', 'by another', 'x']],
    ["update notes set text = 'x'", ['x', 'x']],
    ['delete from notes returning text', []],
    ["with one as (select 'x') insert into notes select * from one", ['before', 'by another', 'x']],
    ['create table more (n)', ['before', 'by another']],
  ])('a single statement waits as a batch does: %s', async (sql, after) => {
    const letGo = await holdLock()
    const write = client.execute(sql)
    await turn()
    await turn()
    await letGo()
    await write
    expect(await notes()).toEqual(after)
  })
})

describe('a group that waits for the lock', () => {
  let other: Database
  let commitTogether: (statements: string[]) => Promise<ResultSet[]>
  beforeEach(() => {
    const database = new Database(path)
    other = new Database(path)
    const run = (statement: unknown) => database.run(statement as string) as unknown as ResultSet
    commitTogether = createGroupCommit(database, run, {
      requireFiles() {},
      async sync() {},
      maxWaitMilliseconds: 30,
    })
  })

  test('fails as busy when the lock is held longer than the time limit, and no later group with it', async () => {
    other.run('begin immediate')
    const write = commitTogether(["insert into notes values ('late')"])
    await expect(write).rejects.toMatchObject({ code: 'SQLITE_BUSY' })
    other.run('rollback')
    await commitTogether(["insert into notes values ('in time')"])
    expect(await notes()).toEqual(['before', 'in time'])
  })
})

test('a refused single write does not affect the others of its turn, and reports its own error', async () => {
  const results = await Promise.allSettled([
    client.execute("insert into notes values ('a')"),
    client.execute('insert into notes values (null)'),
    client.batch(["insert into notes values ('b')", 'insert into notes values (null)'], 'write'),
    client.execute("insert into notes values ('c')"),
  ])
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled'])
  expect((results[1] as PromiseRejectedResult).reason.message).toContain('NOT NULL constraint failed')
  expect(await notes()).toEqual(['before', 'a', 'c'])
})

test('of several that create a new database at the same moment none is refused', async () => {
  const embedded = join(import.meta.dir, '../../src/db/embedded.ts')
  const open = `
    const { openEmbedded } = await import(${JSON.stringify(embedded)})
    console.log('ready')
    for await (const line of console) {
      const [path, moment] = line.split(' ')
      while (performance.timeOrigin + performance.now() < Number(moment));
      if (path) openEmbedded(path).close()
    }`
  const children = Array.from({ length: 3 }, () =>
    Bun.spawn([process.execPath, '-e', open], { stdin: 'pipe', stdout: 'pipe', stderr: 'pipe' }),
  )
  for (const child of children) await child.stdout.getReader().read()
  const now = performance.timeOrigin + performance.now()
  for (let count = 1; count <= 60; count++) {
    const fresh = join(temporaryFolder(), 'herald.db')
    for (const { stdin } of children) stdin.write(`${fresh} ${now + count * 10}\n`)
  }
  for (const { stdin } of children) stdin.end()
  for (const child of children)
    expect([await new Response(child.stderr).text(), await child.exited]).toEqual(['', 0])
}, 300_000)
