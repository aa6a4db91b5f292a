import { afterAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import { command } from '../support/command.ts'
import { adopt, checkout, cleanUp, type Settings, start, temporaryFolder } from '../support/process.ts'
import { freePort } from '../support/sqld.ts'

afterAll(cleanUp)

const skill = { name: 'tone', description: 'Ours', content: 'Be brief.' }

async function setUp(): Promise<{ settings: Settings; send: () => Promise<Response> }> {
  const settings = { DATA_DIR: temporaryFolder(), PORT: String(await freePort()), LOG_LEVEL: 'error' }
  await command(['org', 'create', '--slug', 'acme', '--name', 'Acme'], settings)
  const { stdout } = await command(['key', 'create', '--org', 'acme', '--name', 'test'], settings)
  const headers = {
    authorization: `Bearer ${stdout.trim()}`,
    'content-type': 'application/json',
    'idempotency-key': 'one-skill',
  }
  const url = `http://127.0.0.1:${settings.PORT}/v1/skills`
  return { settings, send: () => fetch(url, { method: 'POST', headers, body: JSON.stringify(skill) }) }
}

const repeated = ({ headers }: Response) => headers.get('idempotent-replayed')

test('of equal requests at the same time one takes effect, and the others wait or get its response', async () => {
  const { settings, send } = await setUp()
  const server = await start(settings)
  const answers = await Promise.all(Array.from({ length: 20 }, send))
  const created = answers.filter((answer) => answer.status === 201)
  expect(created.filter((answer) => repeated(answer) === null)).toHaveLength(1)
  expect(answers.filter(({ status }) => status !== 201 && status !== 409)).toEqual([])
  const again = await send()
  expect([again.status, repeated(again), ((await again.json()) as any).skill.name]).toEqual([
    201,
    'true',
    'tone',
  ])
  await server.terminate()
})

test('a request that is repeated after its process was killed behind the effect takes effect once', async () => {
  const { settings, send } = await setUp()
  const child = Bun.spawn([process.execPath, join(checkout, 'test/support/kill-after-insert.ts')], {
    env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', ...settings },
    stdout: 'ignore',
    stderr: 'ignore',
  })
  adopt(child)
  while (!(await fetch(`http://127.0.0.1:${settings.PORT}/readyz`).catch(() => null))?.ok) await Bun.sleep(20)
  expect(await send().catch(() => null)).toBeNull()
  expect(await child.exited).not.toBe(0)

  const server = await start(settings)
  const answer = await send()
  expect([answer.status, repeated(answer)]).toEqual([201, 'true'])
  expect((await answer.json()) as any).toMatchObject({ skill: { ...skill, isSystem: false } })
  await server.terminate()
})
