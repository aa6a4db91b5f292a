import { afterAll, expect, test } from 'bun:test'
import { createApi } from '../../src/api.ts'
import { readConfig } from '../../src/config.ts'
import { createContext } from '../../src/context.ts'
import { createKey } from '../../src/features/keys/service.ts'
import { getOrganizationBySlug } from '../../src/features/organizations/service.ts'
import { caller, connect } from '../support/app.ts'
import { command } from '../support/command.ts'
import { cleanUp, temporaryFolder } from '../support/process.ts'

afterAll(cleanUp)

test("names of users and senders cannot move the operator's cursor", async () => {
  const settings = { DATA_DIR: temporaryFolder(), SECRET_KEY: 'test', LOG_LEVEL: 'silent' }
  const name = 'Ac\u001b[2Jme\u202e\u009b31m'
  await command(['org', 'create', '--slug', 'acme', '--name', name], settings)
  const ctx = createContext(readConfig(settings))
  const { id } = await getOrganizationBySlug(ctx, 'acme')
  await createKey(ctx, id, { name })
  const { hook } = await connect(ctx, id)
  const sent = { 'x-github-event': 'star', 'x-github-delivery': 'de\u009b31mlivery' }
  expect((await caller(createApi(ctx))('POST', hook, '{}', sent)).status).toBe(200)
  ctx.db.$client.close()
  for (const [args, shown] of [
    [['org', 'list'], 'Ac [2Jme 31m'],
    [['key', 'list', '--org', 'acme'], 'Ac [2Jme 31m'],
    [['webhook', 'logs', '--org', 'acme'], 'de 31mlivery'],
  ] as const) {
    const { stdout } = await command([...args], settings)
    expect(stdout.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u)
    expect(stdout).toContain(shown)
  }
})
