import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { cpSync, existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startCodeHost } from './chaos/code-host.ts'
import { newDelivery, post } from './chaos/deliveries.ts'
import { canMount, type Disk, limitFiles, mountDisk } from './chaos/disk.ts'
import { expectEffectsOnce } from './chaos/effects.ts'
import { connect, databaseOf, newSettings } from './chaos/installation.ts'
import type { Sent } from './chaos/load.ts'
import { createRandom } from './chaos/random.ts'
import { command } from './support/command.ts'
import {
  cleanUp,
  type Finished,
  launch,
  run,
  type Settings,
  start,
  succeed,
  temporaryFolder,
} from './support/process.ts'
import { freePort } from './support/sqld.ts'

const minute = 60_000
const codeHost = startCodeHost(createRandom(1))
afterAll(async () => {
  await cleanUp()
  codeHost.stop()
})

/** The error a user sees at start: one sentence that names the problem, without internals. */
function expectOneSentence({ exitCode, stderr }: Finished, about: RegExp) {
  expect([stderr, exitCode]).toEqual([stderr, 1])
  expect(stderr).toMatch(/^herald: \S.*\.\n$/)
  expect(stderr).toMatch(about)
  expect(stderr).not.toMatch(/Unexpected error|Failed query|^ {4}at /m)
}

const serve = (settings: Settings, place = {}) => run(['serve'], settings, place)

describe('a server that cannot start says why in one sentence and ends with 1', () => {
  test('a data folder below a file', async () => {
    const file = join(temporaryFolder(), 'file')
    writeFileSync(file, '')
    const finished = await serve({ DATA_DIR: join(file, 'data') })
    expectOneSentence(finished, /DATA_DIR .* cannot be created: a part of this path is a file\./)
  })

  test('a data folder that is not writable', async () => {
    expectOneSentence(await serve({ DATA_DIR: '/proc/herald' }), /DATA_DIR \/proc\/herald cannot be created/)
  })

  if (canMount)
    test('a data folder on a read-only disk', async () => {
      const settings = { DATA_DIR: temporaryFolder() }
      const disk = await mountDisk(settings.DATA_DIR, 'ro,size=1m')
      expectOneSentence(await serve(settings, disk.place), /DATA_DIR is mounted read-only\. Mount it/)
      disk.remove()
    })

  test.each([
    ['random bytes', () => crypto.getRandomValues(new Uint8Array(20_000))],
    ['text', () => 'this is no database\n'.repeat(1000)],
  ])('a database that is %s', async (_, content) => {
    const settings = { DATA_DIR: temporaryFolder() }
    writeFileSync(databaseOf(settings), content())
    expectOneSentence(await serve(settings), /database/)
  })

  test('a truncated database', async () => {
    const settings = { DATA_DIR: temporaryFolder() }
    expect((await run(['migrate'], settings)).exitCode).toBe(0)
    const whole = await Bun.file(databaseOf(settings)).bytes()
    writeFileSync(databaseOf(settings), whole.slice(0, 8192))
    expectOneSentence(await serve(settings), /damaged|malformed/)
  })

  test('an empty database file where there was a database before', async () => {
    const settings = { DATA_DIR: temporaryFolder() }
    const server = await start({ ...settings, PORT: String(await freePort()) })
    expect(await server.terminate()).toBe(0)
    writeFileSync(databaseOf(settings), '')
    expectOneSentence(await serve(settings), /is an empty file, but contained data before/)
  })

  test('a missing database with its secret key still there, until --new is given', async () => {
    const settings = { DATA_DIR: temporaryFolder(), PORT: String(await freePort()) }
    expect(await (await start(settings)).terminate()).toBe(0)
    rmSync(databaseOf(settings))
    expectOneSentence(await serve(settings), /There is no database at .* shows that there was one/)
    expect(existsSync(databaseOf(settings))).toBe(false)
    const server = await start(settings, {}, ['--new'])
    expect(await server.terminate()).toBe(0)
    expect(await (await start(settings)).terminate()).toBe(0)
  })

  test('a database that a newer version has migrated', async () => {
    const settings = { DATA_DIR: temporaryFolder() }
    expect((await run(['migrate'], settings)).exitCode).toBe(0)
    using database = new Database(databaseOf(settings))
    database.run("insert into migrations (name, applied_at) values ('9999_tomorrow', 1)")
    expectOneSentence(
      await serve(settings),
      /was migrated by Herald \(a later version\), and Herald \S+ does not know its migration 9999_tomorrow/,
    )
  })

  if (canMount)
    test('a disk that is full', async () => {
      const settings = { DATA_DIR: temporaryFolder() }
      const disk = await mountDisk(settings.DATA_DIR, 'size=64k')
      expectOneSentence(await serve(settings, disk.place), /disk/)
      disk.remove()
    })

  test('files that may not grow', async () => {
    const settings = { DATA_DIR: temporaryFolder() }
    expectOneSentence(await serve(settings, limitFiles(settings.DATA_DIR, 32).place), /disk/)
  })

  test('a port that is in use', async () => {
    const listener = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data() {} } })
    const settings = { DATA_DIR: temporaryFolder(), PORT: String(listener.port) }
    expectOneSentence(
      await serve(settings),
      new RegExp(`Port ${listener.port} on 127\\.0\\.0\\.1 is already in use\\. Stop`),
    )
    listener.stop(true)
  })

  test('a port for metrics that is in use', async () => {
    const listener = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data() {} } })
    const METRICS_LISTEN = `127.0.0.1:${listener.port}`
    const PORT = String(await freePort())
    expectOneSentence(
      await serve({ DATA_DIR: temporaryFolder(), PORT, METRICS_LISTEN }),
      new RegExp(`Port ${listener.port} on 127\\.0\\.0\\.1 is already in use\\. .* or set METRICS_LISTEN\\.`),
    )
    listener.stop(true)
  })

  test('an address that this machine does not have', async () => {
    const settings = { DATA_DIR: temporaryFolder(), HOST: '203.0.113.1' }
    expectOneSentence(await serve(settings), /This machine has no address 203\.0\.113\.1\. Check HOST\./)
  })

  test('a host name that this machine does not have', async () => {
    const settings = { DATA_DIR: temporaryFolder(), HOST: 'nowhere.invalid' }
    expectOneSentence(
      await serve(settings),
      /nowhere\.invalid is not a name of this machine\. Check PORT and HOST\./,
    )
  })

  test.each([
    ['PORT', 'abc'],
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['BASE_URL', 'nonsense'],
    ['APP_URL', 'ftp://example.com'],
    ['GITHUB_API_URL', 'http://'],
    ['TRUST_PROXY', 'maybe'],
    ['ALLOW_PRIVATE_NETWORK', 'perhaps'],
    ['LOG_LEVEL', 'loud'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'name=100%'],
    ['DATABASE_URL', 'nonsense'],
    ['DATABASE_URL', 'postgres://127.0.0.1/herald'],
  ])('%s=%s, and it names the variable', async (name, value) => {
    // Read before anything is started, so that no process is needed.
    const finished = await command(['serve'], { DATA_DIR: temporaryFolder(), [name]: value })
    expectOneSentence(finished, new RegExp(name))
  })

  test.each(['http', 'libsql', 'ws'])('a database server that is not running, by %s', async (scheme) => {
    const settings = {
      DATA_DIR: temporaryFolder(),
      DATABASE_URL: `${scheme}://127.0.0.1:${await freePort()}`,
    }
    expectOneSentence(
      await serve(settings),
      /cannot be reached\. Check DATABASE_URL, and that the server runs\./,
    )
  })

  test('a database server that refuses the token', async () => {
    const other = Bun.serve({
      hostname: '127.0.0.1',
      port: 0,
      fetch: () => new Response('Unauthorized', { status: 401 }),
    })
    const DATABASE_URL = `http://127.0.0.1:${other.port}`
    const finished = await serve({ DATA_DIR: temporaryFolder(), DATABASE_URL })
    expectOneSentence(finished, /rejects the token\. Check DATABASE_AUTH_TOKEN\./)
    other.stop(true)
  })

  test('a database server of another kind', async () => {
    const other = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => new Response('hello') })
    const DATABASE_URL = `http://127.0.0.1:${other.port}`
    const finished = await serve({ DATA_DIR: temporaryFolder(), DATABASE_URL })
    expectOneSentence(finished, /does not answer as a libSQL server does\. Check DATABASE_URL\./)
    other.stop(true)
  })
})

/** An installation with a repository and a trigger, whose server has ended. */
async function prepared(extra: Settings = {}) {
  const settings = { ...(await newSettings(codeHost.url)), ...extra }
  const server = await start(settings)
  const installation = await connect(server, settings, [
    { eventTypes: ['push', 'release'], includePreReleases: true },
  ])
  expect(await server.terminate()).toBe(0)
  return { settings, installation }
}

describe('a different SECRET_KEY than the stored secrets were encrypted with', () => {
  let changed: Settings
  beforeAll(async () => {
    const { settings } = await prepared({ SECRET_KEY: 'the first of all keys, which is long' })
    changed = { ...settings, SECRET_KEY: 'the second of all keys, which is too' }
  }, minute)

  test('is refused by a command that needs a stored secret', async () => {
    const secret = await run(['webhook', 'secret', '--org', 'acme', '--repo', 'acme/widgets'], changed)
    expectOneSentence(secret, /SECRET_KEY/)
    expect(secret.stdout).toBe('')
  })

  // A server that started anyway would refuse every delivery until an operator reads its log.
  test('is refused by the server', async () => {
    const server = launch(changed)
    await Promise.race([server.exited, server.ready().catch(() => {})])
    await server.terminate()
    const finished = { exitCode: await server.exited, stdout: '', stderr: server.output() }
    expectOneSentence(finished, /SECRET_KEY/)
  })
})

const disks: [string, () => Promise<Disk>][] = [['files that may not grow', async () => limitFiles()]]
// Four times the size of the log: a full log must fit into the database when space is freed.
if (canMount) disks.push(['a full disk', () => mountDisk(temporaryFolder(), 'size=16m')])

// Each of these waits long, so they wait together.
describe.concurrent('a server', () => {
  test(
    'whose database server accepts the connection and never answers reports it and exits with 1',
    async () => {
      const listener = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data() {} } })
      const server = launch({
        DATA_DIR: temporaryFolder(),
        DATABASE_URL: `http://127.0.0.1:${listener.port}`,
      })
      const patience = Bun.sleep(minute / 2).then(server.kill)
      const exitCode = await Promise.race([server.exited, patience])
      expectOneSentence({ exitCode, stdout: '', stderr: server.output() }, /DATABASE_URL/)
      listener.stop(true)
    },
    2 * minute,
  )

  test.each(disks)(
    'that meets %s answers deliveries with 500, stores nothing partially, and continues when there is space',
    async (_, prepareDisk) => {
      const slowHost = startCodeHost(createRandom(1))
      const { settings, installation } = await prepared({ GITHUB_API_URL: slowHost.url })
      const disk = await prepareDisk()
      cpSync(settings.DATA_DIR ?? '', disk.folder, { recursive: true })
      const moved = { ...settings, DATA_DIR: disk.folder.replace(/^\/proc\/\d+\/root/, '') }
      const server = await start(moved, disk.place)
      const random = createRandom(1)
      const sent: Sent[] = []
      const deliver = async (record: Sent) => {
        const { status, text } = await post(server.url, installation, record.delivery)
        const body = JSON.parse(text) as { message?: string; duplicate?: true; error?: string }
        if (body.duplicate) record.duplicate++
        else if (status === 200) record.processed++
        return { status, body }
      }

      const fresh = (): Sent => {
        const delivery = newDelivery(random, installation.fullName)
        const record = { delivery, processed: 0, duplicate: 0, unanswered: 0 }
        sent.push(record)
        return record
      }

      // Runs that began while there was space find none when they end.
      slowHost.hold()
      for (let count = 0; count < 12; count++) expect((await deliver(fresh())).status).toBe(200)
      disk.fill(server)
      let answer: Awaited<ReturnType<typeof deliver>>
      do {
        answer = await deliver(fresh())
      } while (answer.status === 200)
      expect(answer).toEqual({ status: 500, body: { error: expect.any(String) } })
      expect((await fetch(`${server.url}/healthz`)).status).toBe(200)

      slowHost.release()
      await server.hasPrinted('its result could not be stored')

      disk.free(server)
      for (const record of [...sent, fresh()]) expect((await deliver(record)).status).toBe(200)
      const runs = async () =>
        JSON.parse(await succeed(['jobs', '--org', 'acme', '--json'], moved, disk.place)) as {
          status: string
        }[]
      while ((await runs()).some(({ status }) => ['queued', 'running'].includes(status))) await Bun.sleep(250)
      expect(await server.terminate()).toBe(0)

      const copy = join(temporaryFolder(), 'copy.db')
      cpSync(databaseOf({ DATA_DIR: disk.folder }), copy)
      disk.remove()
      slowHost.stop()
      expectEffectsOnce(copy, installation, { sent, unexpected: [] })
    },
    2 * minute,
  )
})
