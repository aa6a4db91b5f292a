import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Client, type InArgs, LibsqlBatchError, type LibsqlError } from '@libsql/client/web'
import { openWs } from '@libsql/hrana-client'
import { openEmbedded } from '../../src/db/embedded.ts'
import { isGuardViolation, isUniqueViolation } from '../../src/db/errors.ts'
import { openServer } from '../../src/db/server.ts'
import { atEnd } from '../support/cleanup.ts'
import { startRelay } from '../support/relay.ts'
import { hasSqld, type Sqld, startSqld } from '../support/sqld.ts'

const folder = mkdtempSync(join(tmpdir(), 'herald-server-'))
atEnd(() => rmSync(folder, { recursive: true, force: true }))
const guard = 'insert into guards (ok) select 0 where changes() = 0'
const schema = [
  'create table guards (ok integer not null constraint guards_ok check (ok = 1))',
  'create table notes (id integer primary key, key text not null unique, body any)',
]
const note = (key: string, body: unknown = null) => ({
  sql: 'insert into notes (key, body) values (?, ?)',
  args: [key, body] as InArgs,
})

async function thrownBy(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => null,
    (error) => error,
  )
}

async function keysOf(client: Client): Promise<string[]> {
  const { rows } = await client.execute('select key from notes order by key')
  return rows.map((row) => String(row.key))
}

/** The properties by which a caller identifies an error. */
function facts(error: unknown): Record<string, unknown> {
  const { name, message, code, extendedCode, statementIndex } = error as LibsqlBatchError
  return { name, message, code, extendedCode, statementIndex }
}

if (hasSqld)
  describe.each(['ws', 'http'])('a libSQL server by %s', (protocol) => {
    let sqld: Sqld
    let client: Client
    const opened: Client[] = []
    const open = (port = sqld.port, patience?: number) => {
      const client = openServer(`${protocol}://127.0.0.1:${port}`, null, patience)
      opened.push(client)
      return client
    }

    beforeAll(async () => {
      sqld = await startSqld(join(folder, protocol))
      client = open()
      await client.batch(schema)
    })
    beforeEach(async () => {
      await client.execute('delete from notes')
    })
    afterAll(async () => {
      for (const each of opened) each.close()
      await sqld.stop()
      rmSync(join(folder, protocol), { recursive: true, force: true })
    })

    test('reports its protocol', () => {
      expect(client.protocol).toBe(protocol)
    })

    test('64 callers in two processes write and read concurrently, and nothing is refused or lost', async () => {
      const other = open()
      const keys: string[] = []
      await Promise.all(
        Array.from({ length: 64 }, async (_, caller) => {
          const mine = caller % 2 ? client : other
          for (let turn = 0; turn < 10; turn++) {
            const key = `${caller}/${turn}`
            await mine.batch([note(key), note(`${key}+`), guard])
            const { rows } = await mine.execute({ sql: 'select key from notes where key = ?', args: [key] })
            expect(rows.map((row) => row.key)).toEqual([key])
            keys.push(key, `${key}+`)
          }
        }),
      )
      expect(await keysOf(client)).toEqual(keys.sort())
    })

    test('a batch whose guard fails is rolled back alone among those committed with it', async () => {
      const batches = [
        client.batch([note('a'), guard]),
        client.batch([
          note('b'),
          { sql: 'update notes set body = 1 where key = ?', args: ['nobody'] },
          guard,
        ]),
        client.batch([note('c'), note('a')]),
        client.execute(note('d')),
      ]
      const outcomes = await Promise.allSettled(batches as Promise<unknown>[])
      expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled'])
      const [, guarded, repeated] = outcomes as PromiseRejectedResult[]
      expect(isGuardViolation(guarded?.reason)).toBe(true)
      expect(isUniqueViolation(repeated?.reason, 'notes.key')).toBe(true)
      expect(await keysOf(client)).toEqual(['a', 'd'])
    })

    test.each([
      ['a unique index', [note('x'), note('x')]],
      ['a guard', [note('x'), 'delete from notes where id = 0', guard]],
      ['a column that must not be null', [{ sql: 'insert into notes (key) values (null)', args: [] }]],
    ])('a batch that %s refuses fails with the error of the embedded engine', async (_, statements) => {
      const embedded = openEmbedded(join(folder, `${crypto.randomUUID()}.db`))
      await embedded.batch(schema)
      const error = await thrownBy(client.batch(statements))
      expect(error).toBeInstanceOf(LibsqlBatchError)
      expect(facts(error)).toEqual(facts(await thrownBy(embedded.batch(statements))))
      embedded.close()
    })

    test('a single statement fails with the error of the embedded engine', async () => {
      await client.execute(note('x'))
      const error = await thrownBy(client.execute(note('x')))
      expect(facts(error)).toEqual({
        name: 'LibsqlError',
        message: 'SQLITE_CONSTRAINT: UNIQUE constraint failed: notes.key',
        code: 'SQLITE_CONSTRAINT',
        extendedCode: 'SQLITE_CONSTRAINT_UNIQUE',
        statementIndex: undefined,
      })
    })

    test('a value that cannot be sent fails for its caller alone', async () => {
      const outcomes = await Promise.allSettled([
        client.execute(note('good')),
        client.execute({ sql: 'insert into notes (key) values (?)', args: [undefined as never] }),
        client.execute({ sql: 'insert into notes (key) values (?)', args: [Number.NaN] }),
      ])
      expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected'])
      expect(await keysOf(client)).toEqual(['good'])
    })

    test('rows have their values by position and by name, only the names enumerable', async () => {
      await client.execute(note('x', 'body'))
      const { rows, columns } = await client.execute('select key, body, key, 7 as "seven" from notes')
      const [row] = rows
      expect(columns).toEqual(['key', 'body', 'key', 'seven'])
      expect(Array.from(row as ArrayLike<unknown>)).toEqual(['x', 'body', 'x', 7])
      expect(Object.keys(row ?? {})).toEqual(['key', 'body', 'seven'])
    })

    test('returns how many rows were written, and the last row id', async () => {
      const { rowsAffected, lastInsertRowid } = await client.execute(
        "insert into notes (id, key) values (41, 'a'), (42, 'b')",
      )
      expect([rowsAffected, lastInsertRowid]).toEqual([2, 42n])
    })

    test('integers stay integers, in JSON and without a column type too', async () => {
      const now = 1_772_625_600_123
      const { rows } = await client.execute({
        sql: 'select typeof(?) as type, json_array(?) as json, ? as value, ? as half',
        args: [now, now, Number.MAX_SAFE_INTEGER, 1.5],
      })
      expect({ ...rows[0] }).toEqual({
        type: 'integer',
        json: `[${now}]`,
        value: Number.MAX_SAFE_INTEGER,
        half: 1.5,
      })
    })

    test('a batch of reads sees one state of the database', async () => {
      await client.batch([note('a'), note('b')])
      const [counted, listed] = await client.batch([
        'select count(*) as total from notes',
        'with all_notes as (select key from notes) select key from all_notes order by key',
      ])
      expect(counted?.rows[0]?.total).toBe(2)
      expect(listed?.rows.map((row) => row.key)).toEqual(['a', 'b'])
    })

    test('equal reads of one turn run once, and every caller gets the result or the error', async () => {
      const read = async (value: InArgs) => {
        const { rows } = await client.execute({
          sql: 'select ? as given, hex(randomblob(8)) as drawn',
          args: value,
        })
        return rows[0]?.drawn
      }
      const [first, second, ...others] = await Promise.all([
        ...[read([1]), read([1]), read([2]), read(['1']), read([new Uint8Array([1])])],
        read([new Uint8Array([1])]),
      ])
      expect(second).toBe(first)
      expect(new Set([first, ...others]).size).toBe(5)
      const broken = () => thrownBy(client.execute('select missing from notes'))
      const errors = await Promise.all([broken(), broken()])
      expect(errors.map((error) => String(error))).toEqual([
        expect.stringContaining('no such column'),
        expect.stringContaining('no such column'),
      ])
    })

    test('reads that are too large for one answer are answered one by one', async () => {
      await Promise.all(['a', 'b', 'c', 'd'].map((key) => client.execute(note(key, 'x'.repeat(3_000_000)))))
      const read = (key: string) =>
        client.execute({ sql: 'select body from notes where key = ?', args: [key] })
      const answers = await Promise.all(['a', 'b', 'c', 'd'].map(read))
      expect(answers.map(({ rows }) => String(rows[0]?.body).length)).toEqual(Array(4).fill(3_000_000))
    })

    test('writes that are too large for one request are split', async () => {
      const keys = Array.from({ length: 10 }, (_, number) => `large ${number}`)
      await Promise.all(keys.map((key) => client.execute(note(key, 'x'.repeat(2_000_000)))))
      expect(await keysOf(client)).toEqual(keys)
    })

    test('a migration may recreate a table that others reference', async () => {
      await client.batch([
        'create table parents (id integer primary key)',
        'create table children (id integer primary key, parent integer references parents (id) on delete cascade)',
        'insert into parents values (1)',
        'insert into children values (1, 1)',
      ])
      await client.migrate([
        'create table parents_new (id integer primary key, name text)',
        'insert into parents_new select id, null from parents',
        'drop table parents',
        'alter table parents_new rename to parents',
      ])
      expect((await client.execute('select * from children')).rows.length).toBe(1)
      const orphan = await thrownBy(client.execute('insert into children values (2, 99)'))
      expect((orphan as LibsqlError).message).toContain('FOREIGN KEY constraint failed')
      await client.batch(['drop table children', 'drop table parents'])
    })

    test('a migration that fails leaves nothing behind', async () => {
      const error = await thrownBy(
        client.migrate(['create table half (id integer)', 'insert into nowhere values (1)']),
      )
      expect((error as Error).message).toContain('no such table: nowhere')
      const { rows } = await client.execute("select name from sqlite_schema where name = 'half'")
      expect(rows).toEqual([])
    })

    test('a script of several statements runs as a whole', async () => {
      await client.executeMultiple(
        "insert into notes (key) values ('a'); insert into notes (key) values ('b')",
      )
      expect(await keysOf(client)).toEqual(['a', 'b'])
    })

    test('a write waits for another process that holds the lock', async () => {
      const holder = openWs(`ws://127.0.0.1:${sqld.port}`)
      const stream = holder.openStream()
      await stream.run('begin immediate')
      await stream.run("insert into notes (key) values ('theirs')")
      const ours = client.execute(note('ours'))
      await client.execute('select 1')
      await stream.run('commit')
      await ours
      holder.close()
      expect(await keysOf(client)).toEqual(['ours', 'theirs'])
    })

    test('a lost connection is opened again: reads are repeated', async () => {
      const relay = startRelay(sqld.port)
      const through = open(relay.port)
      await through.execute(note('a'))
      expect(await keysOf(through)).toEqual(['a'])
      relay.cutNextAnswer()
      expect(await keysOf(through)).toEqual(['a'])
      relay.stop()
    })

    test('a connection that is lost in the middle of a group does not double the committed writes', async () => {
      const relay = startRelay(sqld.port)
      const through = open(relay.port)
      await through.execute('delete from notes')
      relay.cutNextAnswer()
      const insert = (body: string) => ({
        sql: 'insert into notes (key, body) values (hex(randomblob(8)), ?)',
        args: [body],
      })
      const errors = await Promise.all(['a', 'b', 'c'].map((body) => thrownBy(through.batch([insert(body)]))))
      expect(errors.map((error) => (error as LibsqlError).code)).toEqual(Array(3).fill('SERVER_LOST'))
      await through.batch([insert('d')])
      const { rows } = await client.execute('select body from notes order by body')
      expect(rows.map((row) => row.body)).toEqual(['a', 'b', 'c', 'd'])
      relay.stop()
    })

    test('a server that is killed and started again still has the acknowledged writes, once', async () => {
      const acknowledged: string[] = []
      const tried: string[] = []
      let ended = false
      const writers = Array.from({ length: 16 }, async (_, writer) => {
        for (let turn = 0; !ended; turn++) {
          const key = `${writer}/${turn}`
          tried.push(key)
          if (!(await thrownBy(client.batch([note(key), note(`${key}+`)])))) acknowledged.push(key)
        }
      })
      for (let life = 0; life < 3; life++) {
        const before = acknowledged.length
        while (acknowledged.length < before + 100) await Bun.sleep(1)
        await sqld.stop()
        sqld = await startSqld(join(folder, protocol), sqld.port)
      }
      const before = acknowledged.length
      while (acknowledged.length < before + 100) await Bun.sleep(1)
      ended = true
      await Promise.all(writers)

      const stored = await keysOf(client)
      expect(new Set(stored).size).toBe(stored.length)
      const found = new Set(stored)
      expect(acknowledged.filter((key) => !found.has(key) || !found.has(`${key}+`))).toEqual([])
      expect(tried.filter((key) => found.has(key) !== found.has(`${key}+`))).toEqual([])
    }, 300_000)

    test('a silent server is reported after the time limit for any request, and used again when it answers', async () => {
      const known = open(sqld.port, 500)
      const fresh = open(sqld.port, 500)
      await known.batch([note('before'), 'select 1'])
      await sqld.pause()
      const asked = [
        known.execute('select 1'),
        known.execute(note('a')),
        known.batch([note('b')]),
        fresh.execute('select 1'),
        fresh.execute(note('c')),
        fresh.executeMultiple('select 1'),
      ]
      const errors = await Promise.all(asked.map(thrownBy))
      errors.push(await thrownBy(known.execute(note('d'))))
      sqld.resume()
      expect(errors.map((error) => (error as LibsqlError).message)).toEqual(
        Array(7).fill('SERVER_SILENT: The database server did not answer in time.'),
      )
      await known.execute(note('after'))
      expect(await keysOf(fresh)).toContain('after')
    })

    test('a server that accepts the connection and never answers is reported after the time limit', async () => {
      const listener = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data() {} } })
      const error = await thrownBy(open(listener.port, 300).execute('select 1'))
      expect((error as LibsqlError).code).toBe('SERVER_SILENT')
      listener.stop(true)
    })

    test('a server that is not running is reported immediately', async () => {
      const gone = startRelay(sqld.port)
      gone.stop()
      const error = await thrownBy(open(gone.port).execute(note('x')))
      expect(facts(error)).toMatchObject({ name: 'LibsqlError', code: 'SERVER_UNREACHABLE' })
    })

    test('a closed client keeps no connections', async () => {
      for (let turn = 0; turn < 200; turn++) {
        const brief = openServer(`${protocol}://127.0.0.1:${sqld.port}`, null)
        await brief.execute(note(`${turn}`))
        brief.close()
      }
      expect((await keysOf(client)).length).toBe(200)
    })

    test('a closed database is not opened again', async () => {
      const brief = open()
      await brief.execute('select 1')
      const waiting = thrownBy(brief.execute(note('x')))
      brief.close()
      expect(brief.closed).toBe(true)
      const errors = [
        await waiting,
        await thrownBy(brief.execute('select 1')),
        await thrownBy(brief.batch([note('y')])),
      ]
      expect(errors.map((error) => (error as LibsqlError).message)).toEqual(
        Array(3).fill('CLIENT_CLOSED: The database was closed.'),
      )
      expect(await keysOf(client)).toEqual([])
    })
  })

/** A server that answers the first write as locked, and passes everything else on. */
function startBusy(target: string) {
  const busy = { message: 'SQLite error: database is locked', code: 'SQLITE_BUSY' }
  const tokens = new Set<string | null>()
  let isFree = false
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch(request) {
      tokens.add(request.headers.get('authorization'))
      const text = await request.text()
      const { pathname } = new URL(request.url)
      if (isFree || !text.includes('begin immediate')) {
        const forwarded = fetch(target + pathname, { method: request.method, body: text })
        // The client closes its stream in the background: the test may have stopped the server by then.
        return forwarded.then(
          async (answer) => Response.json(await answer.json()),
          () => new Response('', { status: 502 }),
        )
      }
      isFree = true
      const steps = JSON.parse(text).requests.flatMap(
        ({ batch }: { batch?: { steps: [] } }) => batch?.steps ?? [],
      )
      const step_results = steps.map(() => null)
      const step_errors = steps.map((_: unknown, index: number) => (index === 0 ? busy : null))
      const response = { type: 'batch', result: { step_results, step_errors } }
      return Response.json({ baton: null, base_url: null, results: [{ type: 'ok', response }] })
    },
  })
  return { port: server.port, tokens, stop: () => server.stop(true) }
}

if (hasSqld)
  test('a locked server is asked again, with the token', async () => {
    const sqld = await startSqld(join(folder, 'busy'))
    const busy = startBusy(sqld.url)
    const client = openServer(`http://127.0.0.1:${busy.port}`, 'the-token')
    await client.execute('create table notes (key text)')
    expect((await client.execute('select name from sqlite_schema')).rows.map((row) => row.name)).toEqual([
      'notes',
    ])
    expect([...busy.tokens]).toEqual(['Bearer the-token'])
    client.close()
    busy.stop()
    await sqld.stop()
  })

test.each([
  'libsql://database.example?tls=0',
  'http://user:password@database.example',
  'ws://database.example?unknown=1',
  'ftp://database.example',
])('%s is refused when it is opened', (url) => {
  expect(() => openServer(url, null)).toThrow()
})
