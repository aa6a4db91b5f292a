import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import { createApi } from '../../src/api.ts'
import { readConfig } from '../../src/config.ts'
import { createContext } from '../../src/context.ts'
import { caller, ownPage, withHeaders } from '../support/app.ts'
import { command } from '../support/command.ts'
import { tokenIn } from '../support/people.ts'
import { cleanUp, type Settings, temporaryFolder } from '../support/process.ts'

afterAll(cleanUp)

let settings: Settings
beforeEach(async () => {
  settings = { DATA_DIR: temporaryFolder(), APP_URL: 'https://herald.test', LOG_LEVEL: 'silent' }
  await command(['org', 'create', '--slug', 'acme', '--name', 'Acme'], settings)
})

const user = (...args: string[]) => command(['user', ...args], settings)
const create = (...args: string[]) => user('create', '--org', 'acme', ...args)
const link = /^https:\/\/herald\.test\/app\/password#[0-9a-f]{64}\n$/

/** The server's answer to a page on the same database. */
async function ask(method: string, path: string, body: unknown) {
  const ctx = createContext(readConfig(settings))
  const answer = await withHeaders(caller(createApi(ctx)), ownPage)(method, path, body)
  ctx.db.$client.close()
  return answer
}

async function join(stdout: string, password = 'correct horse') {
  const answer = await ask('POST', '/api/app/password', { token: tokenIn(stdout.trim()), password })
  expect(answer.status).toBe(200)
  return answer.body
}

describe('herald user create', () => {
  test('prints only a link, by which the first member, an owner, sets a password', async () => {
    const { exitCode, stdout, stderr } = await create('--email', 'Ada@Acme.test')
    expect([exitCode, stderr]).toEqual([0, ''])
    expect(stdout).toMatch(link)
    expect(await join(stdout)).toMatchObject({
      user: { name: 'ada', email: 'ada@acme.test', hasPassword: true },
      organizations: [{ slug: 'acme', role: 'owner' }],
    })
  })

  test('makes later ones members, or the given role, with the given name', async () => {
    await create('--email', 'ada@acme.test')
    const bob = await create('--email', 'bob@acme.test')
    const eve = await create('--email', 'eve@acme.test', '--role', 'admin', '--name', 'Eve E.')
    expect((await join(bob.stdout)).organizations).toMatchObject([{ role: 'member' }])
    expect(await join(eve.stdout)).toMatchObject({
      user: { name: 'Eve E.' },
      organizations: [{ role: 'admin' }],
    })
  })

  test('adds an existing account to one more organization', async () => {
    await create('--email', 'ada@acme.test', '--name', 'Ada')
    await command(['org', 'create', '--slug', 'other', '--name', 'Other'], settings)
    const { stdout } = await user('create', '--org', 'other', '--email', 'ada@acme.test', '--name', 'Nobody')
    const { user: ada, organizations } = await join(stdout)
    expect(ada.name).toBe('Ada')
    expect(organizations.map(({ slug }: { slug: string }) => slug)).toEqual(['acme', 'other'])
  })

  test.each([
    [['--email', 'nonsense'], 2, 'herald: --email must be an email address, not "nonsense".\n'],
    [[], 2, 'herald: user create: --email E is required; see: herald user create --help\n'],
    [
      ['--email', 'b@acme.test', '--role', 'king'],
      2,
      'herald: --role must be owner, admin or member, not "king".\n',
    ],
    [['--email', 'b@acme.test', '--name', ' '], 2, 'herald: --name must be 1 to 120 characters, not " ".\n'],
    [
      ['--email', 'ada@acme.test'],
      1,
      'herald: ada@acme.test is a member of acme already; to reset the password: herald user reset --org acme --email ada@acme.test\n',
    ],
  ])('refuses %j', async (args, exitCode, stderr) => {
    await create('--email', 'ada@acme.test')
    expect(await create(...args)).toEqual({ exitCode, stdout: '', stderr })
  })
})

describe('herald user reset', () => {
  test('prints only a link, by which a member sets another password', async () => {
    await join((await create('--email', 'ada@acme.test')).stdout)
    const { exitCode, stdout, stderr } = await user('reset', '--org', 'acme', '--email', 'ADA@acme.test')
    expect([exitCode, stderr]).toEqual([0, ''])
    expect(stdout).toMatch(link)
    const signIn = (password: string) =>
      ask('POST', '/api/app/session', { email: 'ada@acme.test', password }).then(({ status }) => status)
    expect(await signIn('correct horse')).toBe(200)
    await join(stdout, 'battery staple')
    expect([await signIn('correct horse'), await signIn('battery staple')]).toEqual([401, 200])
  })

  test('accepts only members of the organization', async () => {
    await command(['org', 'create', '--slug', 'other', '--name', 'Other'], settings)
    await create('--email', 'ada@acme.test')
    expect(await user('reset', '--org', 'other', '--email', 'ada@acme.test')).toEqual({
      exitCode: 1,
      stdout: '',
      stderr:
        'herald: ada@acme.test is not a member of other; to add them: herald user create --org other --email ada@acme.test\n',
    })
  })
})
