import { afterAll, expect, test } from 'bun:test'
import { command } from '../support/command.ts'
import { cleanUp, launch, start, temporaryFolder } from '../support/process.ts'

afterAll(cleanUp)

async function freePort(): Promise<string> {
  using server = Bun.serve({ port: 0, fetch: () => new Response() })
  return String(server.port)
}

test('a server on which nobody can sign in prints a link for the first account, and no more once somebody can', async () => {
  const settings = { DATA_DIR: temporaryFolder(), PORT: await freePort() }
  const server = await start(settings)
  await server.hasPrinted('herald init')
  const [, url, token] =
    /^ {2}(http:\/\/localhost:\d+)\/app\/setup#([0-9a-f]{64})$/m.exec(server.output()) ?? []
  expect(url).toBe(`http://localhost:${settings.PORT}`)

  const post = (path: string, body: object) =>
    fetch(`${server.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
      body: JSON.stringify(body),
    })
  const look = await post('/api/app/setup/look', { token })
  expect(await look.json()).toEqual({ minutesLeft: 30, organizations: [] })
  const ada = { name: 'Ada', organization: 'Acme', email: 'ada@acme.test', password: 'correct horse' }
  const made = await post('/api/app/setup', { token, ...ada })
  expect(made.status).toBe(201)
  await server.terminate()
  const printed = server.output()
  expect(printed.split(token ?? '')).toHaveLength(2)
  for (const secret of [ada.password, made.headers.get('set-cookie')?.slice(15, 79) ?? ada.password])
    expect(printed).not.toContain(secret)

  const again = await start(settings)
  await again.terminate()
  expect(again.output()).not.toContain('/app/setup')
  expect((await command(['org', 'list'], settings)).stdout).toContain('acme  Acme')
})

test('where the port is found at the start, the link leads there', async () => {
  const server = launch({ DATA_DIR: temporaryFolder(), PORT: '0' })
  await server.hasPrinted('herald init')
  const [, url = ''] = /^ {2}(\S+)\/app\/setup#/m.exec(server.output()) ?? []
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:[1-9]\d+$/)
  expect((await fetch(`${url}/readyz`)).status).toBe(200)
  await server.terminate()
})
