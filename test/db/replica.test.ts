import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { createApi } from '../../src/api.ts'
import { type Db, openDatabase } from '../../src/db/client.ts'
import { migrate } from '../../src/db/migrate.ts'
import { openReplica } from '../../src/db/replica.ts'
import { processes } from '../../src/db/table.ts'
import { checkReplica } from '../../src/doctor/check-database.ts'
import { createKey } from '../../src/features/keys/service.ts'
import { createOrganization, setSwitches } from '../../src/features/organizations/service.ts'
import { createWaker } from '../../src/jobs/waker.ts'
import { caller } from '../support/app.ts'
import { type TestContext, testContext } from '../support/context.ts'
import { cleanUp, temporaryFolder } from '../support/process.ts'
import { goPublic, publish } from '../support/published.ts'
import { hasSqld, type Sqld, startSqld } from '../support/sqld.ts'
import { addProject } from '../support/tracking.ts'
import { addScan } from '../support/visibility.ts'

/** The tables of the replica that have rows: a read of another table from it finds nothing. */
const replicated = [
  ...['posts', 'geo_tallies', 'geo_scans', 'traffic_days', 'traffic_visitors', 'traffic_texts'],
  'migrations',
]

if (hasSqld)
  describe('a replica of the database server', () => {
    let primary: Sqld
    let copy: Sqld
    let ctx: TestContext
    let call: ReturnType<typeof caller>
    let anonymous: ReturnType<typeof caller>
    let copyFolder = ''
    let postId = ''
    let organizationId = ''
    const logged: unknown[] = []
    const log = {
      warn: (...line: unknown[]) => logged.push(...line),
      info: (line: string) => logged.push(line),
    }

    beforeAll(async () => {
      const folder = temporaryFolder()
      const [own, other] = [join(folder, 'primary'), join(folder, 'copy')]
      const seeding = await startSqld(own)
      const before = await testContext()
      const seeded: TestContext = { ...before, db: openDatabase(seeding.url) }
      await migrate(seeded.db)
      const { id } = await createOrganization(seeded, 'acme', 'Acme')
      organizationId = id
      await goPublic(seeded, { id })
      postId = await publish(seeded, { id }, { title: 'On the primary' })
      const project = await addProject(seeded, { id } as never)
      await addScan(seeded, project, '2026-03-03T10:00:00.000Z', [{ promptId: 'custom-1', engine: 'alpha' }])
      const { key } = await createKey(seeded, id, { name: 'test' })
      seeded.db.$client.close()
      await seeding.stop()

      cpSync(own, other, { recursive: true })
      primary = await startSqld(own)
      copy = await startSqld(other)
      await makeDifferent(openDatabase(copy.url))
      copyFolder = other
      const db = openDatabase(primary.url)
      const replica = open(db, 10_000)
      ctx = { ...before, db, replica, jobsReady: createWaker() }
      anonymous = caller(createApi(ctx))
      // The first page bundles the files of the dashboard.
      await anonymous('GET', '/c/acme')
      call = caller(createApi(ctx), key)
    }, 300_000)
    beforeEach(() => {
      logged.length = 0
    })
    afterAll(async () => {
      ctx.db.$client.close()
      ctx.replica?.$client.close()
      await primary.stop()
      await copy.stop()
      await cleanUp()
    })

    /** Opens the replica, which is asked again immediately after a failure. */
    const open = (primary: Db, timeout: number, url = copy.url) =>
      openReplica({
        ...{ url, authToken: null, primary, log: log as never, timeout },
        ...{ cooldown: 0, checkEvery: 0 },
      })

    /** A server process of the primary, which its replica has not heard of. */
    async function showSign(db: Db, { startedAt, seenAt }: { startedAt: number; seenAt: number }) {
      await db.delete(processes)
      const times = { startedAt: new Date(startedAt), seenAt: new Date(seenAt) }
      await db.insert(processes).values({ owner: 'one', host: 'here', version: '1', ...times })
    }

    const changeIdentity = async (milliseconds: number) => {
      await ctx.db.run(sql`update migrations set applied_at = applied_at + ${milliseconds}`)
    }

    /** Empties every other table, and changes what the others contain. */
    async function makeDifferent({ $client }: Db) {
      const { rows } = await $client.execute(
        "select name from pragma_table_list where type = 'table' and name not glob 'sqlite_*' and name not glob 'libsql_*' and name not glob '*_fts*'",
      )
      const others = rows.map(({ name }) => String(name)).filter((name) => !replicated.includes(name))
      await $client.migrate(
        others.map((name) => `delete from "${name}"`).concat("update posts set title = 'On the replica'"),
      )
      $client.close()
    }

    test.each([
      '/c/acme',
      '/c/acme/feed.xml',
      '/c/acme/rss.xml',
      '/c/acme/feed.json',
      '/c/acme/news.json',
      '/c/acme/llms.txt',
      '/c/acme/on-the-primary',
      '/c/acme/on-the-primary.md',
    ])('answers the posts of the public page %s, and the primary its settings', async (path) => {
      const { status, text } = await anonymous('GET', path, undefined, { accept: 'text/html' })
      expect(status).toBe(200)
      expect(text).toContain('On the replica')
    })

    test('does not answer lists of the API, keys, limits, or what is read before a write', async () => {
      const { body } = await call('GET', '/v1/posts')
      expect(body.posts.map(({ title }: { title: string }) => title)).toEqual(['On the primary'])
      const path = `/v1/posts/${postId}`
      const { updatedAt } = (await call('GET', path)).body.post
      const changed = await call('PATCH', path, { title: 'Changed', expectedUpdatedAt: updatedAt })
      await call('PATCH', path, { title: 'On the primary' })
      expect([changed.status, changed.body.post.title]).toEqual([200, 'Changed'])
    })

    test('does not answer settings: a disabled public page is disabled immediately', async () => {
      await setSwitches(ctx, organizationId, { publicPage: false })
      const { status } = await anonymous('GET', '/c/acme')
      await setSwitches(ctx, organizationId, { publicPage: true })
      expect(status).toBe(404)
    })

    test('leaves a post that it does not have yet to the primary', async () => {
      const id = await publish(ctx, { id: organizationId }, { title: 'New on the primary' })
      const { status } = await anonymous('GET', '/c/acme/new-on-the-primary')
      await call('DELETE', `/v1/posts/${id}`)
      expect(status).toBe(200)
    })

    test('is never written', async () => {
      const { $client } = ctx.replica as Db
      for (const write of [
        () => $client.execute('delete from posts'),
        () => $client.batch(['select 1', 'delete from posts'], 'write'),
        () => $client.read('delete from posts returning id', []),
        () => $client.migrate(['delete from posts']),
      ])
        await expect(write()).rejects.toThrow('A replica cannot be written.')
    })

    test('answers figures of the dashboard', async () => {
      const read = async () => (await call('GET', '/v1/projects/project/geo/visibility/overview')).body
      expect((await read()).brand.checks).toBe(1)
      const { $client } = openDatabase(copy.url)
      await $client.execute('delete from geo_tallies')
      $client.close()
      expect((await read()).brand.checks).toBe(0)
    })

    test('is checked by herald doctor', async () => {
      const check = (databaseReadUrl: string) =>
        checkReplica({ ...ctx, config: { ...ctx.config, databaseReadUrl } } as never)
      const { host } = new URL(primary.url)
      expect(await check(primary.url)).toMatchObject([{ state: 'green', text: `${host} answers.` }])
      const there = new URL(copy.url).host
      expect(await check(copy.url)).toMatchObject([{ state: 'green', text: `${there} answers.` }])
      await showSign(ctx.db, { startedAt: 0, seenAt: 30_000 })
      expect(await check(copy.url)).toMatchObject([{ state: 'green' }])
      await showSign(ctx.db, { startedAt: 0, seenAt: 40_000 })
      expect(await check(copy.url)).toMatchObject([
        {
          state: 'yellow',
          text: `${there} has received no changes for 40 s. Herald reads from the primary instead.`,
        },
      ])
      await ctx.db.delete(processes)
      await changeIdentity(1)
      expect(await check(copy.url)).toMatchObject([
        { state: 'red', text: `${there} is not a replica of this database.` },
      ])
      await changeIdentity(-1)
      expect(await check('http://127.0.0.1:9')).toMatchObject([
        { state: 'yellow', text: '127.0.0.1:9 does not respond. Herald reads from the primary instead.' },
      ])
    })

    test.each<[string, () => Promise<void>, () => Promise<unknown>, string]>([
      [
        'receives no changes',
        () => showSign(ctx.db, { startedAt: 0, seenAt: 31_000 }),
        () => ctx.db.delete(processes),
        'it has received no changes for 31 s',
      ],
      [
        'has not received the newest migration',
        () =>
          ctx.db.run(sql`insert into migrations (name, applied_at) values ('9999_next', 0)`).then(() => {}),
        () => ctx.db.run(sql`delete from migrations where name = '9999_next'`),
        'it has not received the newest migration',
      ],
      [
        'is another database of the same version',
        () => changeIdentity(1),
        () => changeIdentity(-1),
        'it is not a replica of this database',
      ],
    ])(
      'is replaced by the primary while it %s, with one line in the log',
      async (_, cause, repair, reason) => {
        const replica = open(ctx.db, 10_000)
        const read = async () =>
          (await caller(createApi({ ...ctx, replica }))('GET', '/c/acme/feed.json')).text
        await cause()
        for (let time = 0; time < 2; time++) expect(await read()).toContain('On the primary')
        expect(logged).toEqual([
          { reason },
          'The read replica of DATABASE_READ_URL is not used. Reading from the primary.',
        ])
        await repair()
        expect(await read()).toContain('On the replica')
        expect(logged).toContain('The read replica answers again.')
        replica.$client.close()
      },
    )

    test('is replaced by the primary while its server is gone, or came back empty', async () => {
      const folder = temporaryFolder()
      cpSync(copyFolder, folder, { recursive: true })
      let server = await startSqld(folder)
      const replica = open(ctx.db, 10_000, server.url)
      const read = async () => (await caller(createApi({ ...ctx, replica }))('GET', '/c/acme/feed.json')).text
      expect(await read()).toContain('On the replica')
      await server.stop()
      for (let time = 0; time < 2; time++) expect(await read()).toContain('On the primary')
      const { port } = server
      server = await startSqld(temporaryFolder(), port)
      for (let time = 0; time < 2; time++) expect(await read()).toContain('On the primary')
      await server.stop()
      server = await startSqld(folder, port)
      while (!(await read()).includes('On the replica'));
      expect(logged).toEqual([
        { reason: 'its server cannot be reached' },
        'The read replica of DATABASE_READ_URL does not answer. Reading from the primary.',
        { reason: 'it is not a replica of this database' },
        'The read replica of DATABASE_READ_URL is not used. Reading from the primary.',
        'The read replica answers again.',
      ])
      replica.$client.close()
      await server.stop()
    })

    test('is replaced by the primary while it is silent, with one line in the log', async () => {
      const replica = open(ctx.db, 200)
      const read = async () => (await caller(createApi({ ...ctx, replica }))('GET', '/c/acme/feed.json')).text
      await copy.pause()
      for (let time = 0; time < 2; time++) expect(await read()).toContain('On the primary')
      expect(logged).toEqual([
        { reason: 'its server does not answer' },
        'The read replica of DATABASE_READ_URL does not answer. Reading from the primary.',
      ])
      copy.resume()
      while (!(await read()).includes('On the replica'));
      expect(logged).toContain('The read replica answers again.')
      replica.$client.close()
    })
  })

test('a slow answer to a read from before a failure does not end the failure in the log', async () => {
  const logged: unknown[] = []
  const answers = [Promise.withResolvers<never>(), Promise.withResolvers<never>()]
  const { db: primary } = await testContext()
  const { $client } = openReplica({
    ...{ url: 'http://127.0.0.1:9', authToken: null, primary, cooldown: 60_000, check: async () => null },
    log: {
      warn: (_: unknown, text: string) => logged.push(text),
      info: (text: string) => logged.push(text),
    } as never,
    observe: (client) => {
      client.read = () => (answers.shift() as { promise: Promise<never> }).promise
    },
  })
  const [slow, failing] = [...answers]
  const reads = [$client.read('select 1', []), $client.read('select 2', [])]
  failing?.reject(new Error('It failed.'))
  await reads[1]
  slow?.resolve({ rows: [] } as never)
  await reads[0]
  expect(logged).toEqual(['The read replica of DATABASE_READ_URL does not answer. Reading from the primary.'])
  $client.close()
})

test('a replica that was current answers while the primary is silent', async () => {
  const { db: primary } = await testContext()
  const checks = [Promise.resolve(null), Promise.withResolvers<null>().promise]
  const { $client } = openReplica({
    ...{ url: 'http://127.0.0.1:9', authToken: null, primary, checkEvery: 0 },
    log: { warn() {}, info() {} } as never,
    check: () => checks.shift() ?? Promise.reject(new Error('The check was repeated too early.')),
    observe: (client) => {
      client.read = async () => ({ rows: [{ from: 'replica' }] }) as never
    },
  })
  for (let read = 0; read < 3; read++)
    expect((await $client.read('select 1', [])).rows).toEqual([{ from: 'replica' }] as never)
  expect(checks).toEqual([])
  $client.close()
})
