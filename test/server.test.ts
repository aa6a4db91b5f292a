import { Database } from 'bun:sqlite'
import { afterAll, expect, test } from 'bun:test'
import { hostname } from 'node:os'
import { version } from '../package.json'
import { claimDatabase } from '../src/db/processes.ts'
import { databaseOf, openBeside } from './chaos/installation.ts'
import { sendRaw } from './contract/oversize.ts'
import { command } from './support/command.ts'
import { cleanUp, program, run, type Settings, start, temporaryFolder } from './support/process.ts'
import { freePort } from './support/sqld.ts'

afterAll(cleanUp)

/** An installation with a user, so that its server logs no set-up messages. */
async function newSettings(): Promise<Settings> {
  const settings = { DATA_DIR: temporaryFolder(), PORT: String(await freePort()), LOG_LEVEL: 'warn' }
  await command(['org', 'create', '--slug', 'acme', '--name', 'Acme'], settings)
  await command(['user', 'create', '--org', 'acme', '--email', 'ada@acme.test'], settings)
  return settings
}

test('a server that cannot listen has started no job', async () => {
  const settings = await newSettings()
  const database = new Database(databaseOf(settings))
  database.run("insert into jobs (name, payload, run_at, created_at) values ('nobody.knows', '{}', 0, 0)")
  const listener = Bun.listen({ hostname: '127.0.0.1', port: Number(settings.PORT), socket: { data() {} } })
  const { exitCode, stderr } = await run(['serve'], settings)
  expect(exitCode).toBe(1)
  expect(stderr).toBe(
    `herald: Port ${settings.PORT} on 127.0.0.1 is already in use. Stop the program that uses it, or set PORT.\n`,
  )
  expect(database.query("select state, failures from jobs where name = 'nobody.knows'").get()).toEqual({
    state: 'ready',
    failures: 0,
  })
  database.close()
  listener.stop(true)
})

test('a second server on one embedded database says so; one that starts after the first has ended does not', async () => {
  const settings = await newSettings()
  const first = await start(settings)
  const second = await start({ ...settings, PORT: String(await freePort()) })
  await second.hasPrinted('Another server runs on this database; the two share its work.')
  expect(first.output()).toBe('')
  await second.terminate()
  await first.kill()
  const third = await start(settings)
  await third.terminate()
  expect(third.output()).toBe('')
})

test('serve and migrate refuse to migrate while another process uses the database', async () => {
  const settings = await newSettings()
  using database = new Database(databaseOf(settings))
  database.run('delete from migrations where name = (select max(name) from migrations)')
  const claim = await claimDatabase(`file:${databaseOf(settings)}`, async () => false)
  claim.share()
  const sentence = `herald: This database has pending migrations, but process ${process.pid} on ${hostname()} (Herald ${version}) uses it. Stop that process, then start again.\n`
  for (const command of ['serve', 'migrate'])
    expect(await run([command], settings)).toEqual({ exitCode: 1, stdout: '', stderr: sentence })
  claim.leave()
  // Each command waits five seconds for the other process before it refuses.
}, 300_000)

test('a server whose database another version has migrated stops serving and working, and says why', async () => {
  const settings = await newSettings()
  const server = await start(settings)
  using database = openBeside(databaseOf(settings))
  database.run("insert into migrations (name, applied_at) values ('9999_tomorrow', 1)")
  const error =
    'A newer version of Herald migrated this database (9999_tomorrow). Start that version instead.'
  await server.hasPrinted('This server has stopped serving.')
  database.run("insert into jobs (name, payload, run_at, created_at) values ('nobody.knows', '{}', 0, 0)")
  const readiness = await fetch(`${server.url}/readyz`)
  expect([readiness.status, await readiness.json()]).toEqual([503, { error }])
  const delivery = await fetch(`${server.url}/v1/feedback/acme`, { method: 'POST', body: '{}' })
  expect([delivery.status, delivery.headers.get('retry-after')]).toEqual([503, '5'])
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
  expect(await server.terminate()).toBe(0)
  expect(server.output().split('This server has stopped serving.')).toHaveLength(2)
  expect(database.query("select state, failures from jobs where name = 'nobody.knows'").get()).toEqual({
    state: 'ready',
    failures: 0,
  })
})

test('a database that only commands use has no server', async () => {
  const settings = await newSettings()
  const open = new Database(databaseOf(settings))
  open.query('select * from migrations').all()
  const server = await start(settings)
  expect(await server.terminate()).toBe(0)
  expect(server.output()).toBe('')
  open.close()
})

test('--port replaces PORT', async () => {
  const settings = await newSettings()
  const port = await freePort()
  const server = await start(
    { ...settings, PORT: String(port) },
    { command: ['env', `PORT=${settings.PORT}`, ...program] },
    ['--port', String(port)],
  )
  expect(await fetch(`http://127.0.0.1:${settings.PORT}/healthz`).catch(() => 'nobody')).toBe('nobody')
  expect(await server.terminate()).toBe(0)
})

test.each([
  ['https://herald.example.com', 'max-age=63072000'],
  ['http://herald.example.com', null],
])('a browser is pinned to https only if BASE_URL is https: %s', async (BASE_URL, header) => {
  const server = await start({ ...(await newSettings()), BASE_URL })
  for (const path of ['/healthz', '/v1/posts', '/nowhere'])
    expect((await fetch(server.url + path)).headers.get('strict-transport-security')).toBe(header)
  await server.terminate()
})

test('the log starts with version, database, migrations and address, and leaves out health probes', async () => {
  const settings = { ...(await newSettings()), LOG_LEVEL: 'info' }
  const server = await start(settings)
  await fetch(`${server.url}/healthz`)
  await fetch(`${server.url}/readyz`)
  await fetch(`${server.url}/v1/posts`)
  await server.hasPrinted('/v1/posts')
  expect(await server.terminate()).toBe(0)
  const [line = '', ...others] = server.output().split('\n')
  expect(JSON.parse(line)).toMatchObject({
    msg: `Herald ${version} listens on ${server.url}`,
    version,
    database: databaseOf(settings),
    migrations: expect.any(Number),
    url: server.url,
  })
  expect(others.join('\n')).toContain('/v1/posts')
  expect(others.join('\n')).not.toMatch(/healthz|readyz/)
})

test('LOG_FORMAT=text writes plain lines without colors off a terminal', async () => {
  const server = await start({ ...(await newSettings()), LOG_LEVEL: 'info', LOG_FORMAT: 'text' })
  expect(await server.terminate()).toBe(0)
  expect(server.output()).toMatch(/^\d\d:\d\d:\d\d INFO {2}Herald \S+ listens on http\S+ version=/)
  expect(server.output()).not.toContain('\u001b')
})

test('the path is read correctly behind a short or an empty host', async () => {
  const server = await start(await newSettings())
  const port = Number(new URL(server.url).port)
  const ask = async (host: string, path: string) =>
    (await sendRaw(port, `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`, 0)).status
  for (const host of ['a', 'api', 'web:80', ''])
    for (const [path, status] of [
      ['/readyz', 200],
      ['/v1/posts', 401],
      ['/aaaaaaaaaaa/readyz', 404],
    ] as const)
      expect([host, path, await ask(host, path)]).toEqual([host, path, status])
  await server.terminate()
})
