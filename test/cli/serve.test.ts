import { afterAll, expect, test } from 'bun:test'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readConfig } from '../../src/config.ts'
import { createContext } from '../../src/context.ts'
import { claimDrained } from '../../src/db/processes.ts'
import { startServer } from '../../src/server.ts'
import { eventually } from '../contract/eventually.ts'
import { command } from '../support/command.ts'
import { cleanUp, launch, start, temporaryFolder } from '../support/process.ts'
import { freePort } from '../support/sqld.ts'

afterAll(cleanUp)

const linkIn = (text: string) => /(http:\/\/\S+)\/app\/setup#([0-9a-f]{64})/.exec(text) ?? []

async function postTo(url: string, path: string, body: object) {
  const headers = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' }
  return fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })
}

const ada = { name: 'Ada', organization: 'Acme', email: 'ada@acme.test', password: 'correct horse' }

test('a server without accounts logs the next step, and a link when the dashboard is opened', async () => {
  const settings = { DATA_DIR: temporaryFolder(), PORT: String(await freePort()) }
  const server = await start(settings)
  await server.hasPrinted('herald setup')
  const url = `http://localhost:${settings.PORT}`
  expect(server.output()).toContain(
    `No account exists yet. To create one, open ${url}/app: a setup link then appears in this log. Or run: herald setup`,
  )
  expect(server.output()).not.toContain('/app/setup')

  await Promise.all([1, 2, 3].map(() => fetch(`${server.url}/api/app/session`)))
  await server.hasPrinted('Open this link to create the first account.')
  const line =
    server
      .output()
      .split('\n')
      .find((each) => each.includes('/app/setup#')) ?? ''
  const { link, msg } = JSON.parse(line)
  expect(msg).toBe('Open this link to create the first account. It works once and expires in 30 minutes.')
  const [, host, token = ''] = linkIn(link)
  expect(host).toBe(url)

  const look = await postTo(server.url, '/api/app/setup/look', { token })
  expect(await look.json()).toEqual({ minutesLeft: 30, organizations: [] })
  const made = await postTo(server.url, '/api/app/setup', { token, ...ada })
  expect(made.status).toBe(201)
  await fetch(`${server.url}/api/app/session`)
  await server.terminate()
  const printed = server.output()
  expect(printed.split('/app/setup#')).toHaveLength(2)
  for (const secret of [ada.password, made.headers.get('set-cookie')?.slice(15, 79) ?? ada.password])
    expect(printed).not.toContain(secret)

  const again = await start(settings)
  await fetch(`${again.url}/api/app/session`)
  await again.terminate()
  expect(again.output()).not.toContain('No account exists yet')
  expect(again.output()).not.toContain('/app/setup#')
  expect((await command(['org', 'list'], settings)).stdout).toContain('acme  Acme')
  expect(await command(['setup'], settings)).toEqual({
    exitCode: 1,
    stdout: '',
    stderr:
      'herald: This server already has accounts. Add people with herald user create, or reset a password with herald user reset.\n',
  })
})

test('a server shows the progress of a migration on a terminal', async () => {
  const folder = temporaryFolder()
  const release = join(import.meta.dir, '../support/landing-1.db.gz')
  writeFileSync(join(folder, 'herald.db'), Bun.gunzipSync(readFileSync(release)))
  const env = { DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'silent', SECRET_KEY: 'test' }
  const shown: string[] = []
  const show = (step: string, share: number) => void shown.push(`${step} ${share}`)
  const server = await startServer(createContext(readConfig(env)), undefined, show)
  await server.stop()
  expect(shown[0]).toMatch(/^Migrating 1 of \d+\. Do not stop\. 0$/)
})

test('herald setup prints a link that works, and opening the dashboard does not replace it', async () => {
  const settings = { DATA_DIR: temporaryFolder(), PORT: String(await freePort()) }
  const server = await start(settings)
  const { exitCode, stdout, stderr } = await command(['setup'], settings)
  expect([exitCode, stderr]).toEqual([
    0,
    `It works once and expires in 30 minutes. Earlier links no longer work.
If the server has another URL than http://localhost:${settings.PORT}, run this command again with the APP_URL or PORT of the server.
`,
  ])
  const [, , token] = linkIn(stdout)
  await fetch(`${server.url}/api/app/session`)
  expect((await postTo(server.url, '/api/app/setup', { token, ...ada })).status).toBe(201)
  await server.terminate()
  expect(server.output()).not.toContain('/app/setup#')
})

test('with PORT=0 the log has the address with the chosen port', async () => {
  const server = launch({ DATA_DIR: temporaryFolder(), PORT: '0' })
  await server.hasPrinted('herald setup')
  const [, url = ''] = /open (\S+)\/app: a setup link/.exec(server.output()) ?? []
  expect(url).toMatch(/^http:\/\/localhost:[1-9]\d+$/)
  expect((await fetch(`${url}/readyz`)).status).toBe(200)
  await server.terminate()
})

test('herald restore --running makes a server release the database and serve the backup', async () => {
  const folder = temporaryFolder()
  const settings = { DATA_DIR: folder, PORT: String(await freePort()) }
  const server = await start(settings)
  await command(['org', 'create', '--slug', 'acme', '--name', 'Acme'], settings)
  const createKey = async () =>
    (await command(['key', 'create', '--org', 'acme', '--name', 'k'], settings)).stdout.trim()
  const statusOf = async (key: string) =>
    (await fetch(`${server.url}/v1/posts`, { headers: { authorization: `Bearer ${key}` } })).status
  const early = await createKey()
  const saved = join(folder, 'saved.db')
  expect((await command(['backup', saved], settings)).stderr).toBe('')
  const late = await createKey()
  expect([await statusOf(early), await statusOf(late)]).toEqual([200, 200])

  const claim = await claimDrained(join(folder, 'herald.db'))
  const refused = await eventually('the standby', () =>
    postTo(server.url, '/v1/feedback/acme', { message: 'm' }).catch(() => null),
  )
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5'])
  claim.leave()
  await server.ready()
  expect(await statusOf(late)).toBe(200)

  const { exitCode, stderr, stdout } = await command(['restore', saved, '--yes', '--running'], settings)
  expect([exitCode, stderr]).toEqual([0, ''])
  expect(stdout).toEndWith('Herald serves it. No repository has events to read again.\n')
  await server.ready()
  expect([await statusOf(early), await statusOf(late)]).toEqual([200, 401])
  await server.terminate()
})
