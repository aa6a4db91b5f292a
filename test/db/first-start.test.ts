import { afterAll, describe, expect, test } from 'bun:test'
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { openDatabase } from '../../src/db/client.ts'
import { refuseLost, replaceLost } from '../../src/db/files.ts'
import { checkout, cleanUp, temporaryFolder } from '../support/process.ts'

afterAll(cleanUp)

test('several processes that start on one new database at the same moment all open it', async () => {
  const folder = temporaryFolder()
  const rounds = 60
  const script = `
    import { openDatabase } from ${JSON.stringify(join(checkout, 'src/db/client.ts'))}
    const failures = []
    console.log('ready')
    for await (const line of console) {
      const from = Number(line)
      for (let round = 0; round < ${rounds}; round++) {
        while (Date.now() < from + round * 15);
        try {
          openDatabase('file:' + ${JSON.stringify(folder)} + '/' + round + '/herald.db')
        } catch (error) {
          failures.push(error.message)
        }
      }
      break
    }
    console.log(JSON.stringify(failures))`
  for (let round = 0; round < rounds; round++) mkdirSync(join(folder, String(round)))
  const starters = Array.from({ length: 2 }, () =>
    Bun.spawn([process.execPath, '-e', script], { stdin: 'pipe', stdout: 'pipe', cwd: checkout }),
  )
  const outputs = starters.map((starter) => starter.stdout.pipeThrough(new TextDecoderStream()).getReader())
  await Promise.all(outputs.map((output) => output.read()))
  const from = Date.now() + 50
  for (const { stdin } of starters) {
    stdin.write(`${from}\n`)
    stdin.end()
  }
  const failures = await Promise.all(outputs.map(async (output) => (await output.read()).value?.trim()))
  expect(failures).toEqual(['[]', '[]'])
})

describe('a missing database is not replaced while traces of an earlier one exist', () => {
  test.each(['herald.db-wal', 'herald.db-server', 'secret.key', 'snapshots'])('%s', (trace) => {
    const folder = temporaryFolder()
    const path = join(folder, 'herald.db')
    refuseLost(path)
    writeFileSync(join(folder, trace), '')
    expect(() => openDatabase(`file:${path}`)).toThrow(
      `There is no database at ${path}, but ${join(folder, trace)} shows that there was one: check DATA_DIR and its mount, restore a backup, or run "herald serve --new" to start with an empty database.`,
    )
    expect(existsSync(path)).toBe(false)
    replaceLost(path)
    openDatabase(`file:${path}`).$client.close()
  })

  test('and the files SQLite left next to it are renamed, not deleted, when it is replaced', async () => {
    const folder = temporaryFolder()
    const path = join(folder, 'herald.db')
    const db = openDatabase(`file:${path}`)
    await db.run(sql`create table notes (text text)`)
    rmSync(path)
    replaceLost(path)
    expect(readdirSync(folder).filter((file) => /-wal\.old-\d+$/.test(file))).toHaveLength(1)
    const next = openDatabase(`file:${path}`)
    expect(await next.all(sql`select name from sqlite_schema`)).toEqual([])
    next.$client.close()
  })

  test('a database with content is not changed by replaceLost', async () => {
    const path = join(temporaryFolder(), 'herald.db')
    const db = openDatabase(`file:${path}`)
    await db.run(sql`create table notes (text text)`)
    db.$client.close()
    replaceLost(path)
    const again = openDatabase(`file:${path}`)
    expect(await again.all(sql`select name from sqlite_schema`)).toEqual([{ name: 'notes' }])
    again.$client.close()
  })
})
