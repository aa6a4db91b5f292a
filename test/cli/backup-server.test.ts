import { Database } from 'bun:sqlite'
import { afterAll, describe, expect, test } from 'bun:test'
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { claimTarget, waitUntilStopped } from '../../src/cli/restore-target.ts'
import type { Config } from '../../src/config.ts'
import { openServer } from '../../src/db/server.ts'
import { command } from '../support/command.ts'
import { cleanUp, type Settings, start, temporaryFolder } from '../support/process.ts'
import { startRelay } from '../support/relay.ts'
import { freePort, hasSqld, startSqld } from '../support/sqld.ts'

afterAll(cleanUp)

const names = "select name from sqlite_schema where type = 'table' and name not glob 'sqlite_*' order by 1"

const secretKey = { SECRET_KEY: 'a key that is long enough for a test' }

/** The folder of a libSQL server with an organization, and a backup of a file with another one and with posts. */
async function createSample(): Promise<string> {
  const folder = temporaryFolder()
  const sqld = await startSqld(join(folder, 'sqld'))
  const settings = { DATA_DIR: join(folder, 'data'), DATABASE_URL: sqld.url, ...secretKey }
  await succeed(['migrate'], settings)
  await succeed(['org', 'create', '--slug', 'server', '--name', 'Server'], settings)
  await sqld.stop()
  const embedded = { DATA_DIR: join(folder, 'embedded'), ...secretKey }
  await succeed(['migrate'], embedded)
  await succeed(['org', 'create', '--slug', 'file', '--name', 'File'], embedded)
  using database = new Database(join(embedded.DATA_DIR, 'herald.db'))
  // More than one statement writes them, with a number that JSON would round.
  database.run(
    `insert into posts (id, organization_id, title, content, markdown, content_type, slug, status, created_at, updated_at)
      select 'p' || value, (select id from organizations), 'Rocket', hex(randomblob(400000)), 'Launch', 'changelog', 'p' || value, 'draft', 9007199254740993, 1
      from json_each('[1,2,3,4,5]')`,
  )
  database.run("insert into jobs (name, payload, run_at, created_at) values ('x', '{}', 1, 1)")
  database.run('delete from jobs')
  await succeed(['backup', join(folder, 'saved.db')], embedded)
  return folder
}

let sample: Promise<string> | undefined

/** A server and a backup that are copies of the sample. */
async function prepare() {
  sample ??= createSample()
  const folder = temporaryFolder()
  cpSync(await sample, folder, { recursive: true })
  const saved = join(folder, 'saved.db')
  const sqld = await startSqld(join(folder, 'sqld'))
  const settings = { DATA_DIR: join(folder, 'data'), DATABASE_URL: sqld.url, ...secretKey }
  const client = openServer(sqld.url, null)
  const first = async (sql: string) => (await client.read(sql, [])).rows[0]?.[0]
  return {
    ...{ folder, sqld, settings, saved, client, first },
    slug: () => first('select group_concat(slug) from organizations'),
    restore: (file: string, url = sqld.url, ...options: string[]) =>
      command(['restore', file, '--yes', ...options], { ...settings, DATABASE_URL: url }),
    async end() {
      client.close()
      await sqld.stop()
    },
  }
}

async function succeed(args: string[], settings: Settings) {
  const { exitCode, stderr } = await command(args, settings)
  expect([args, exitCode, stderr]).toEqual([args, 0, ''])
}

if (hasSqld)
  test('a backup is restored into a server: all of it, or nothing if the connection is cut', async () => {
    const { sqld, settings, saved, client, first, slug, restore, end } = await prepare()
    // Finds two cuts next to each other: the last one before which nothing is stored, and the first with everything.
    const [fewest, most] = [5, 133]
    let [nothing, all] = [fewest, most]
    while (all - nothing > 1) {
      const answers = Math.floor((nothing + all) / 2)
      const relay = startRelay(sqld.port)
      relay.cutAfter(answers)
      const { exitCode, stderr } = await restore(saved, `http://127.0.0.1:${relay.port}`, '--no-snapshot')
      relay.stop()
      if (exitCode !== 0) expect([exitCode, stderr]).toEqual([1, expect.stringMatching(/^herald: .+\.\n$/)])
      const found = [await slug(), await first('select count(*) from posts')]
      expect(found).toEqual(found[0] === 'server' ? ['server', 0] : ['file', 5])
      if (found[0] === 'server') nothing = answers
      else all = answers
      await client.batch(["update organizations set slug = 'server'", 'delete from posts'])
    }
    expect([nothing > fewest, all < most]).toEqual([true, true])

    const restored = await restore(saved)
    expect([restored.exitCode, restored.stderr]).toEqual([0, ''])
    expect(restored.stdout).toContain(`Restored the database on ${new URL(sqld.url).host} from the backup`)
    using copy = new Database(saved, { readonly: true, safeIntegers: true })
    for (const sql of [
      "select type, name, sql from sqlite_schema where name not glob 'sqlite_*' and name <> 'backup_manifest' order by name",
      'select id, title, content, cast(created_at as text) from posts order by id',
      'select name, cast(seq as text) from sqlite_sequence order by name',
      'select name from migrations order by name',
    ]) {
      const expected = copy.query(sql).values()
      expect((await client.read(sql, [])).rows.map((row) => Array.from(row, String))).toEqual(
        expected.map((row) => row.map(String)),
      )
    }
    const search = "select count(*) from post_search where post_search match 'rocket'"
    expect(await first(search)).toBe(5)
    await client.batch(["update posts set title = 'Ship' where id = 'p1'"])
    expect(await first(search)).toBe(4)

    // The backup of a server.
    const [, replaced = ''] = /The replaced database is (.+\.db)\./.exec(restored.stdout) ?? []
    await succeed(['backup', 'check', replaced, '--full'], settings)
    expect((await restore(replaced)).stderr).toBe('')
    expect(await slug()).toBe('server')
    await end()
  })

if (hasSqld)
  test('a restore into a server needs one of Herald or an empty one', async () => {
    const { settings, saved, restore, end } = await prepare()
    const empty = await startSqld(join(settings.DATA_DIR, '../empty'))
    const other = openServer(empty.url, null)
    await other.execute('create table foreign_things (id)')
    expect((await restore(saved, empty.url)).stderr).toContain('does not belong to Herald')
    await other.execute('drop table foreign_things')
    const first = await restore(saved, empty.url)
    expect([first.stderr, first.stdout.includes('The replaced database')]).toEqual(['', false])
    expect((await other.read('select slug from organizations', [])).rows[0]?.[0]).toBe('file')
    other.close()
    await empty.stop()
    await end()
  })

if (hasSqld)
  test('--running replaces the database of running servers, which return 503 meanwhile and then serve it', async () => {
    const { settings, saved, slug, first, restore, end } = await prepare()
    const servers = []
    for (let each = 0; each < 2; each++)
      servers.push(await start({ ...settings, PORT: String(await freePort()) }))
    const restored = await restore(saved, settings.DATABASE_URL, '--running')
    expect([restored.exitCode, restored.stderr]).toEqual([0, ''])
    expect(restored.stdout).toContain('Herald serves it.')
    expect(await slug()).toBe('file')
    for (const server of servers) {
      await server.hasPrinted('Herald accepts requests again.')
      await server.ready()
      expect(await server.terminate()).toBe(0)
    }
    expect(await first('select count(*) from processes')).toBe(0)
    await end()
  }, 300_000)

if (hasSqld)
  test('a server does not start while a backup replaces its database', async () => {
    const { settings, client, end } = await prepare()
    await client.batch([
      "insert into processes values ('restore', 'away', '1', 0, 0, unixepoch() * 1000 + 86400000)",
    ])
    const { exitCode, stderr } = await command(['serve'], { ...settings, PORT: '0' })
    expect([exitCode, stderr]).toEqual([
      1,
      'herald: A backup is replacing this database. Start Herald again when the restore has ended.\n',
    ])
    await end()
  })

if (hasSqld)
  test('a restore is refused if a server renews its registration', async () => {
    const { settings, client, end } = await prepare()
    const tomorrow = 'unixepoch() * 1000 + 86400000'
    await client.batch([`insert into processes values ('server', 'away', '1', 0, ${tomorrow}, null)`])
    const renew = () => void client.batch(['update processes set seen_at = seen_at + 10000'])
    await expect(claimTarget(configOf(settings), false, { warn: renew })).rejects.toThrow(
      'A server uses this database. Stop all servers, then run the command again.',
    )
    await end()
  })

if (hasSqld)
  test('a restore is refused if a server starts after it was prepared, also one of an earlier version', async () => {
    const { settings, saved, client, slug, end } = await prepare()
    const claim = () => claimTarget(configOf(settings), false, { warn() {} })
    const restored = async (start: string) => {
      const target = await claim()
      await client.batch([start])
      await target.write(saved, { posts: 5 }).finally(target.leave)
    }
    const inUse = 'A server uses this database. Stop all servers'
    await expect(
      restored("insert into processes values ('new', 'away', '1', 0, unixepoch() * 1000, null)"),
    ).rejects.toThrow(inUse)
    await client.batch(['drop table processes'])
    const heartbeat = "insert or replace into recurring values ('webhooks:heartbeat', '', '', '{}', "
    await expect(restored(`${heartbeat}1)`)).rejects.toThrow(inUse)
    await expect(restored(`${heartbeat}2)`)).rejects.toThrow(inUse)
    expect(await slug()).toBe('server')
    await restored('select 1')
    expect(await slug()).toBe('file')
    await end()
  })

if (hasSqld)
  test('a restore that cannot be prepared lets the servers continue', async () => {
    const { sqld, settings, first, end } = await prepare()
    using proxy = Bun.serve({
      hostname: '127.0.0.1',
      port: 0,
      async fetch(request) {
        const body = await request.bytes()
        if (Buffer.from(body).includes('max(seen_at)')) return new Response('', { status: 500 })
        const { pathname } = new URL(request.url)
        const forwarded = fetch(sqld.url + pathname, {
          method: request.method,
          headers: request.headers,
          body,
        })
        // The connection is still being closed when the test stops the server.
        return forwarded.catch(() => new Response('', { status: 502 }))
      },
    })
    const config = configOf({ ...settings, DATABASE_URL: proxy.url.origin })
    await expect(claimTarget(config, true, { warn() {} })).rejects.toThrow()
    expect(await first('select count(*) from processes')).toBe(0)
    await end()
  })

const configOf = ({ DATABASE_URL: databaseUrl, DATA_DIR: dataDir }: Settings) =>
  ({ databaseUrl, databaseAuthToken: null, dataDir }) as Config

describe('a server of a database on another machine', () => {
  const warnings: string[] = []
  const clock = () => {
    let time = 0
    async function sleep(milliseconds: number) {
      time += milliseconds
    }
    return { now: () => time, sleep }
  }
  const waitFor = (next: (time: number) => number | null) => {
    const time = clock()
    return waitUntilStopped(async () => next(time.now()), { warn: (text) => warnings.push(text) }, time)
  }

  test('has stopped when its next heartbeat is ten seconds late, or when it never had one', async () => {
    await waitFor(() => 50_000)
    await waitFor(() => null)
    expect(warnings).toEqual(['Checking for up to 60 seconds that no server uses this database.'])
  })

  test('is running when its heartbeat comes', async () => {
    await expect(waitFor((time) => (time < 52_000 ? 50_000 : 110_000))).rejects.toThrow(
      'A server uses this database.',
    )
  })
})

if (hasSqld)
  test('a database on a server is backed up as it was at one moment, and restored into a file', async () => {
    const folder = temporaryFolder()
    const sqld = await startSqld(join(folder, 'sqld'))
    const settings = { DATA_DIR: join(folder, 'data'), DATABASE_URL: sqld.url }
    for (const args of [['migrate'], ['org', 'create', '--slug', 'acme', '--name', 'Acme']])
      expect((await command(args, settings)).exitCode).toBe(0)
    const client = openServer(sqld.url, null)
    await client.batch([
      // More than one page.
      `insert into posts (id, organization_id, title, content, markdown, content_type, slug, status, created_at, updated_at)
        select 'p' || value, (select id from organizations), 'Rocket', hex(randomblob(400000)), 'Launch', 'changelog', 'p' || value, 'draft', 1, 1
        from json_each('[1,2,3,4,5]')`,
      'create table aaa (id integer primary key autoincrement, data blob)',
      'create table zzz (id integer, place text, primary key (place, id)) without rowid',
    ])
    await client.batch(["insert into aaa (id, data) values (9007199254740993, x'00ff')", 'delete from aaa'])
    let isWriting = true
    const pair = [
      "insert into aaa (data) values (x'00ff')",
      "insert into zzz select max(id), 'here' from aaa",
    ]
    // The backup contains at least the first pair.
    await client.batch(pair)
    const writing = (async () => {
      for (; isWriting; await Bun.sleep(10)) await client.batch(pair)
    })()
    const saved = join(folder, 'saved.db')
    const written = await command(['backup', saved], settings)
    isWriting = false
    await writing
    expect([written.exitCode, written.stderr]).toEqual([0, ''])
    expect((await command(['backup', 'check', saved, '--full'], settings)).stderr).toBe('')

    using copy = new Database(saved, { readonly: true, safeIntegers: true })
    const read = (sql: string) => copy.query(sql).values()
    expect(read('select count(*) from aaa')).toEqual(read('select count(*) from zzz'))
    expect(read('select hex(data) from aaa limit 1')).toEqual([['00FF']])
    expect(read("select seq > 9007199254740993 from sqlite_sequence where name = 'aaa'")).toEqual([[1n]])
    const tables = read(names)
      .flat()
      .filter((name) => name !== 'backup_manifest')
    expect(tables).toEqual((await client.read(names, [])).rows.map((row) => String(row[0])))
    const hashed = 'select id, length(content), substr(content, 1, 20) from posts order by 1'
    expect(read(hashed).map((row) => row.map(String))).toEqual(
      (await client.read(hashed, [])).rows.map((row) => Array.from(row, String)),
    )

    const target = { DATA_DIR: join(folder, 'target') }
    const restored = await command(['restore', saved, '--yes'], target)
    expect([restored.exitCode, restored.stderr]).toEqual([0, ''])
    using database = new Database(join(target.DATA_DIR, 'herald.db'))
    expect(
      database.query("select count(*) from post_search where post_search match 'rocket'").values(),
    ).toEqual([[5]])
    database.run("update posts set title = 'Ship' where id = 'p1'")
    expect(
      database.query("select count(*) from post_search where post_search match 'rocket'").values(),
    ).toEqual([[4]])
    client.close()
    await sqld.stop()
  })
