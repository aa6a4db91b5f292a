import { Database } from 'bun:sqlite'
import { afterAll, expect, test } from 'bun:test'
import { databaseOf } from './chaos/installation.ts'
import { command } from './support/command.ts'
import { cleanUp, program, run, type Settings, start, temporaryFolder } from './support/process.ts'
import { freePort } from './support/sqld.ts'

afterAll(cleanUp)

/** An installation on which somebody can sign in, so that its server has nothing to say. */
async function newSettings(): Promise<Settings> {
  const settings = { DATA_DIR: temporaryFolder(), PORT: String(await freePort()), LOG_LEVEL: 'warn' }
  await command(['org', 'create', '--slug', 'acme', '--name', 'Acme'], settings)
  await command(['user', 'create', '--org', 'acme', '--email', 'ada@acme.test'], settings)
  return settings
}

test('a server that cannot listen has begun no job', async () => {
  const settings = await newSettings()
  const database = new Database(databaseOf(settings))
  database.run("insert into jobs (name, payload, run_at, created_at) values ('nobody.knows', '{}', 0, 0)")
  const listener = Bun.listen({ hostname: '127.0.0.1', port: Number(settings.PORT), socket: { data() {} } })
  const { exitCode, stderr } = await run(['serve'], settings)
  expect(exitCode).toBe(1)
  expect(stderr).toStartWith(`herald: Port ${settings.PORT} on 127.0.0.1 cannot be used: `)
  expect(database.query("select state, failures from jobs where name = 'nobody.knows'").get()).toEqual({
    state: 'ready',
    failures: 0,
  })
  database.close()
  listener.stop(true)
})

test('a second server on one embedded database says so; one that comes after the first has ended does not', async () => {
  const settings = await newSettings()
  const first = await start(settings)
  const second = await start({ ...settings, PORT: String(await freePort()) })
  expect(first.output()).toBe('')
  expect(second.output()).toContain('Another server runs on this database; the two share its work.')
  await second.terminate()
  await first.kill()
  const third = await start(settings)
  await third.terminate()
  expect(third.output()).toBe('')
})

test('a database that only commands have open has no server', async () => {
  const settings = await newSettings()
  const open = new Database(databaseOf(settings))
  open.query('select * from migrations').all()
  const server = await start(settings)
  expect(await server.terminate()).toBe(0)
  expect(server.output()).toBe('')
  open.close()
})

test('--port is listened on in place of PORT', async () => {
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
])('a browser is pinned to https only where BASE_URL is: %s', async (BASE_URL, header) => {
  const server = await start({ ...(await newSettings()), BASE_URL })
  for (const path of ['/healthz', '/v1/posts', '/nowhere'])
    expect((await fetch(server.url + path)).headers.get('strict-transport-security')).toBe(header)
  await server.terminate()
})
