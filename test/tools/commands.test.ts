import { afterAll, beforeEach, expect, test } from 'bun:test'
import { readConfig } from '../../src/config.ts'
import { type Context, createContext } from '../../src/context.ts'
import { migrate } from '../../src/db/migrate.ts'
import { submitFromStranger } from '../../src/features/feedback/service.ts'
import { toSubmission } from '../../src/features/feedback/submission.ts'
import { projects } from '../../src/features/geo/projects/table.ts'
import { identify } from '../../src/features/keys/identify.ts'
import { createOrganization } from '../../src/features/organizations/service.ts'
import { organizations } from '../../src/features/organizations/table.ts'
import { command } from '../support/command.ts'
import { cleanUp, temporaryFolder } from '../support/process.ts'

afterAll(cleanUp)

let ctx: Context
let organizationId: string
let dataDir: string
beforeEach(async () => {
  dataDir = temporaryFolder()
  ctx = createContext(readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' }))
  await migrate(ctx.db)
  organizationId = (await createOrganization(ctx, 'acme', 'Acme')).id
  await ctx.db.insert(projects).values({ id: 'p1', organizationId, name: 'P', createdAt: ctx.now() })
})

const herald = (...args: string[]) => command(args, { DATA_DIR: dataDir })

function add(message: string, title: string | null = null) {
  return submitFromStranger(
    ctx,
    organizationId,
    toSubmission({ message, title, kind: 'bug', sentiment: 'neutral', agentClient: 'codex' }, null),
  )
}

test('feedback list prints a line for each entry, newest first', async () => {
  expect((await herald('feedback', 'list', '--org', 'acme')).stdout).toBe('No feedback yet.\n')
  await add('The export stops.')
  await add('Another matter.', 'Login fails')
  const { exitCode, stdout } = await herald('feedback', 'list', '--org', 'acme')
  const lines = stdout.trimEnd().split('\n')
  expect([exitCode, lines.length]).toEqual([0, 2])
  expect(lines[0]).toMatch(/^\S+Z {2}new {7}bug {7}\S+ {2}Login fails {2}from codex$/)
  expect(lines[1]).toContain('The export stops.')
})

test('feedback list filters, groups and prints JSON', async () => {
  for (let time = 0; time < 3; time++) await add('The export stops after a hundred rows.')
  const grouped = await herald('feedback', 'list', '--org', 'acme', '--similar')
  expect(grouped.stdout).toMatch(/^.* 3 times {2}The export.*\n$/)
  const json = await herald('feedback', 'list', '--org', 'acme', '--json', '--limit', '2', '--status', 'new')
  expect(JSON.parse(json.stdout)).toHaveLength(2)
  expect((await herald('feedback', 'list', '--org', 'acme', '--kind', 'praise')).stdout).toBe(
    'No feedback yet.\n',
  )
})

test('foreign text cannot move the cursor, reverse the line or break it', async () => {
  await add('m', 'one\u001b[2J\u202Etwo\u2028three\nfour\u0007')
  const { stdout } = await herald('feedback', 'list', '--org', 'acme')
  expect(stdout).toContain('one [2J two three four  from codex\n')
  expect(stdout.split('\n')).toHaveLength(2)
})

test('feedback token create prints only a token; list and revoke match it', async () => {
  const created = await herald('feedback', 'token', 'create', '--org', 'acme', '--project', 'p1')
  const token = created.stdout.trim()
  expect(created.stdout).toMatch(/^nfb_[0-9a-f]{48}\n$/)
  const request = new Request('http://localhost', { headers: { authorization: `Bearer ${token}` } })
  expect(await identify(ctx, request)).toMatchObject({ scopes: ['feedback.send'], projectId: 'p1' })
  const listed = JSON.parse((await herald('feedback', 'token', 'list', '--org', 'acme', '--json')).stdout)
  expect(listed).toMatchObject([{ start: token.slice(0, 9), projectId: 'p1' }])
  expect((await herald('feedback', 'token', 'list', '--org', 'acme')).stdout).not.toContain(token)
  const revoked = await herald('feedback', 'token', 'revoke', '--org', 'acme', '--id', listed[0].id)
  expect(revoked.exitCode).toBe(0)
  await expect(identify(ctx, request)).rejects.toThrow('Invalid API key')
})

test('org set turns zero data retention on and off', async () => {
  for (const zdr of ['on', 'off']) {
    const { stdout } = await herald('org', 'set', '--org', 'acme', '--zdr', zdr)
    expect(stdout).toBe(`Zero data retention is ${zdr} for acme.\n`)
    const [row] = await ctx.db.select().from(organizations)
    expect(row?.zeroDataRetention).toBe(zdr === 'on')
  }
})

test('org set says that scans ignore zero data retention while the operator denies it', async () => {
  await herald('org', 'limits', '--org', 'acme', '--zdr', 'off')
  const { stdout } = await herald('org', 'set', '--org', 'acme', '--zdr', 'on')
  expect(stdout).toBe(
    'Zero data retention is on for acme.\n' +
      'It does not apply to visibility scans yet. Allow that with: herald org limits --org acme --zdr on\n',
  )
  await herald('org', 'limits', '--org', 'acme', '--zdr', 'on')
  expect((await herald('org', 'set', '--org', 'acme', '--zdr', 'on')).stdout.split('\n')).toHaveLength(2)
})

test('org set allows the rules to write in English, and keeps other settings', async () => {
  await herald('org', 'set', '--org', 'acme', '--zdr', 'on')
  for (const english of ['on', 'off']) {
    const { stdout } = await herald('org', 'set', '--org', 'acme', '--english-fallback', english)
    expect(stdout).toBe(`The English fallback is ${english} for acme.\n`)
    const [row] = await ctx.db.select().from(organizations)
    expect([row?.englishFallback, row?.zeroDataRetention]).toEqual([english === 'on', true])
  }
})

test('org set publishes the public page, and prints its address', async () => {
  const shown: Record<string, string> = { on: ': http://localhost:3000/c/acme', off: '.' }
  for (const page of ['on', 'off']) {
    const { stdout } = await herald('org', 'set', '--org', 'acme', '--public-page', page)
    expect(stdout).toBe(`The public page is ${page} for acme${shown[page]}\n`)
    const [row] = await ctx.db.select().from(organizations)
    expect(row?.publicPage).toBe(page === 'on')
  }
})

test('org set without a setting is wrong usage', async () => {
  const { exitCode, stderr } = await herald('org', 'set', '--org', 'acme')
  expect([exitCode, stderr]).toEqual([
    2,
    expect.stringContaining('Add --zdr, --english-fallback, --public-page or --operator-token.'),
  ])
})

test.each([
  [['feedback', 'list', '--org', 'nobody'], 1, 'There is no organization "nobody"'],
  [['feedback', 'list', '--org', 'acme', '--status', 'open'], 2, '--status must be one of new, triaged'],
  [
    ['feedback', 'list', '--org', 'acme', '--limit', '101'],
    2,
    '--limit must be a whole number from 1 to 100',
  ],
  [
    ['feedback', 'token', 'create', '--org', 'acme', '--project', 'x'],
    1,
    'There is no project with the ID "x"',
  ],
  [
    ['feedback', 'token', 'revoke', '--org', 'acme', '--id', 'x'],
    1,
    'There is no feedback token with the ID "x"',
  ],
  [['org', 'set', '--org', 'acme', '--zdr', 'maybe'], 2, '--zdr must be on or off'],
])('%j fails with one sentence', async (args, exitCode, sentence) => {
  const ended = await herald(...args)
  expect([ended.exitCode, ended.stdout]).toEqual([exitCode, ''])
  expect(ended.stderr).toContain(sentence)
})
