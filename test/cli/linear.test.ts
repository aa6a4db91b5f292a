import { afterAll, expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readConfig } from '../../src/config.ts'
import { createContext } from '../../src/context.ts'
import { integrations, trackers } from '../../src/features/integrations/table.ts'
import { organizations } from '../../src/features/organizations/table.ts'
import { connect as connectRepository } from '../support/app.ts'
import { command } from '../support/command.ts'
import { failures, startLinear } from '../support/linear.ts'
import { cleanUp, type Settings, temporaryFolder } from '../support/process.ts'

afterAll(cleanUp)

/** An installation with one organization, and a file with a key of the fake Linear. */
async function installation(url: string, text = 'lin_api_secret\n') {
  const folder = temporaryFolder()
  const settings: Settings = { DATA_DIR: folder, LINEAR_API_URL: url }
  await command(['org', 'create', '--slug', 'acme', '--name', 'Acme'], settings)
  const path = join(folder, 'token.txt')
  writeFileSync(path, text)
  const connect = (...more: string[]) =>
    command(['linear', 'connect', '--org', 'acme', '--token-file', path, ...more], settings)
  return { settings, path, connect }
}

async function stored(settings: Settings) {
  const ctx = createContext(readConfig(settings))
  const rows = await ctx.db.select().from(trackers)
  ctx.db.$client.close()
  return rows
}

test('linear connect checks the key by one query, and stores it encrypted', async () => {
  using linear = startLinear({ token: 'lin_api_secret' })
  const { settings, connect } = await installation(linear.url)
  const { exitCode, stdout, stderr } = await connect()
  const [row] = await stored(settings)
  expect([exitCode, stdout, stderr]).toEqual([0, `Linear is connected: Acme (${row?.id})\n`, ''])
  expect(row).toMatchObject({ workspaceId: 'org-acme', workspaceName: 'Acme', teamId: null, teamName: null })
  expect(row?.encryptedToken).not.toContain('lin_api_secret')
  expect(linear.requests.map(({ authorization }) => authorization)).toEqual(['lin_api_secret'])
})

test('--team uses the key for a team, and reports an unknown one by name', async () => {
  using linear = startLinear()
  const { settings, connect } = await installation(linear.url)
  expect(await connect('--team', 'nope')).toEqual({
    exitCode: 1,
    stdout: '',
    stderr: 'herald: Acme has no team with the key "nope"; it has ENG, OPS.\n',
  })
  expect((await connect('--team', 'eng')).exitCode).toBe(0)
  expect(await stored(settings)).toMatchObject([
    { displayName: 'Acme / Engineering', teamId: 'team-eng', teamKey: 'ENG', teamName: 'Engineering' },
  ])
})

test('connecting again replaces the key of the same workspace; a team of it is a separate connection', async () => {
  using linear = startLinear()
  const { settings, path, connect } = await installation(linear.url)
  await connect()
  const [first] = await stored(settings)
  writeFileSync(path, 'lin_api_other')
  await connect('--without-label', 'Ops', '--without-team', 'OPS')
  await connect('--team', 'OPS')
  const [again, ops, ...others] = await stored(settings)
  expect([again?.id, ops?.teamKey, others]).toEqual([first?.id, 'OPS', []])
  expect(again?.encryptedToken).not.toBe(first?.encryptedToken)
  expect(again?.leftOut).toEqual({ labels: ['Ops'], teams: ['OPS'] })
})

test('a key that Linear does not accept is not stored, and is in no message', async () => {
  using linear = startLinear()
  const { settings, connect } = await installation(linear.url)
  linear.failNext(failures.revoked)
  expect(await connect()).toEqual({
    exitCode: 1,
    stdout: '',
    stderr: 'herald: Linear does not accept the token.\n',
  })
  expect(await stored(settings)).toEqual([])
})

test('a file with more than a token is refused', async () => {
  using linear = startLinear()
  const { connect } = await installation(linear.url, 'one\ntwo\n')
  expect((await connect()).stderr).toBe('herald: --token-file must contain one token and nothing else.\n')
  expect(linear.requests).toEqual([])
})

test('secrets reset deletes a token that cannot be read, and says how to enter it again', async () => {
  using linear = startLinear()
  const { settings, connect } = await installation(linear.url)
  await connect('--team', 'ENG')
  const { stdout } = await command(['secrets', 'reset'], { ...settings, SECRET_KEY: 'b'.repeat(32) })
  expect(stdout).toContain('  acme  Acme / Engineering  token\n')
  expect(stdout).toContain('  herald linear connect --org acme --team ENG --token-file FILE\n')
  expect((await stored(settings)).map(({ encryptedToken }) => encryptedToken)).toEqual([null])
})

test('repo set --issues says whether the closed issues of a repository are read', async () => {
  const { settings: kept } = await installation('http://127.0.0.1:9')
  const settings = { ...kept, SECRET_KEY: 'a'.repeat(32) }
  const ctx = createContext(readConfig(settings))
  const [organization] = await ctx.db.select().from(organizations)
  await connectRepository(ctx, organization?.id ?? '', 'acme/app')
  const set = (value: string) =>
    command(['repo', 'set', '--org', 'acme', '--repo', 'acme/app', '--issues', value], settings)
  expect((await set('on')).stdout).toBe('Closed issues of acme/app are read.\n')
  expect((await ctx.db.select().from(integrations)).map(({ issues }) => issues)).toEqual([true])
  expect((await set('off')).stdout).toBe('Closed issues of acme/app are not read.\n')
  expect((await set('perhaps')).exitCode).toBe(2)
  expect((await ctx.db.select().from(integrations)).map(({ issues }) => issues)).toEqual([false])
  ctx.db.$client.close()
})
