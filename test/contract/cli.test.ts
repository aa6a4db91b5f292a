import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '../support/sqld'
import { client } from './client'
import { connectRepository, webhookLogs } from './deliveries'
import {
  type Finished,
  type Herald,
  openOrganization,
  run,
  runProcess,
  startHerald,
  temporaryFolder,
} from './support'

setDefaultTimeout(60_000)

let herald: Herald
let folder: string

beforeAll(async () => {
  herald = await startHerald()
  await connectRepository(herald, await openOrganization(herald, 'acme'), 'acme/widgets')
  folder = await temporaryFolder()
})
afterAll(async () => {
  await herald.stop()
  await rm(folder, { recursive: true, force: true })
})

function expectFailure({ exitCode, stdout, stderr }: Finished, wanted: number) {
  expect([stderr, exitCode]).toEqual([stderr, wanted])
  expect(stdout).toBe('')
  expect(stderr.trim()).not.toBe('')
  expect(stderr.trim()).not.toContain('\n')
  expect(stderr).not.toMatch(/\bat .*:\d+:\d+/)
}

describe('help', () => {
  test('lists every command', async () => {
    const { exitCode, stdout } = await herald.cli('--help')
    expect(exitCode).toBe(0)
    for (const command of [
      'serve',
      'demo',
      'changelog',
      'org create',
      'key create',
      'key list',
      'key revoke',
      'webhook secret',
      'webhook logs',
      'migrate',
    ])
      expect(stdout).toContain(command)
  })

  test('and version need neither a database nor a folder', async () => {
    const nowhere = join(folder, 'untouched')
    for (const flag of ['--help', '--version'])
      expect((await runProcess([flag], { DATA_DIR: nowhere })).exitCode).toBe(0)
    await expect(stat(nowhere)).rejects.toThrow()
  })

  test('the version is one line', async () => {
    const { exitCode, stdout } = await herald.cli('--version')
    expect([exitCode, stdout.trim()]).toEqual([0, expect.stringMatching(/^\S*\d+\.\d+\.\d+\S*$/)])
  })
})

describe('wrong usage ends with 2 and one sentence', () => {
  test.each([
    ['dance'],
    ['org'],
    ['org dance'],
    ['key'],
    ['org create'],
    ['org create --slug x'],
    ['org create --name X'],
    ['org create --slug x --name X --colour red'],
    ['key create --org acme'],
    ['key create --org acme --name k --expires soon'],
    ['key create --org acme --name k --per-minute many'],
    ['key create --org acme --name k --per-minute 0'],
    ['key list'],
    ['key revoke --org acme'],
    ['webhook secret --org acme'],
    ['webhook logs'],
    ['serve --dance'],
  ])('herald %s', async (line) => {
    expectFailure(await herald.cli(...line.split(' ')), 2)
  })
})

describe('a failure ends with 1 and one sentence', () => {
  test.each([
    ['org create --slug acme --name Again'],
    ['key create --org nobody --name k'],
    ['key list --org nobody'],
    ['key revoke --org acme --id unknown'],
    ['key revoke --org nobody --id unknown'],
    ['webhook secret --org acme --repo acme/unknown'],
    ['webhook secret --org nobody --repo acme/widgets'],
    ['webhook logs --org nobody'],
  ])('herald %s', async (line) => {
    expectFailure(await herald.cli(...line.split(' ')), 1)
  })

  test.each(['org create --slug x --name X', 'key list --org acme', 'migrate', 'serve'])(
    'a data folder that cannot be created: herald %s',
    async (line) => {
      const file = join(folder, 'file')
      await Bun.write(file, '')
      expectFailure(
        await run(line.split(' '), { DATA_DIR: join(file, 'data'), PORT: String(await freePort()) }),
        1,
      )
    },
  )

  test('a file that is no database', async () => {
    const broken = join(folder, 'broken')
    await mkdir(broken)
    await Bun.write(join(broken, 'herald.db'), 'this is no database'.repeat(1000))
    const database = `file:${join(broken, 'herald.db')}`
    expectFailure(await run(['migrate'], { DATA_DIR: broken, DATABASE_URL: database }), 1)
  })

  test('a port in use', async () => {
    const { exitCode, stderr } = await runProcess(['serve'], {
      ...herald.settings,
      DATA_DIR: join(folder, 'taken'),
    })
    expect([stderr, exitCode]).toEqual([stderr, 1])
    expect(stderr.trim()).not.toContain('\n')
  })
})

describe('a reserved name', () => {
  test.each(['Upper', 'two words', '', '-a', 'a/b', 'ä'])('slug %p', async (slug) => {
    const { exitCode, stderr } = await herald.cli('org', 'create', '--slug', slug, '--name', 'X')
    expect([1, 2]).toContain(exitCode)
    expect(stderr.trim()).not.toContain('\n')
  })

  test('an unknown scope', async () => {
    const finished = await herald.cli(
      'key',
      'create',
      '--org',
      'acme',
      '--name',
      'k',
      '--scope',
      'posts.dance',
    )
    expect([1, 2]).toContain(finished.exitCode)
    expect(finished.stdout).toBe('')
  })
})

describe('creating an organization', () => {
  test('prints its id', async () => {
    const { exitCode, stdout } = await herald.cli('org', 'create', '--slug', 'plain', '--name', 'Plain')
    expect([exitCode, stdout.trim()]).toEqual([0, expect.stringMatching(/^\S+$/)])
  })

  test('prints an object with --json', async () => {
    const printed = await herald.done('org', 'create', '--slug', 'json', '--name', 'Söme Ñame', '--json')
    expect(JSON.parse(printed)).toEqual({ id: expect.any(String), slug: 'json', name: 'Söme Ñame' })
  })
})

describe('the webhook commands', () => {
  test('print the secret and the address in readable form', async () => {
    const { exitCode, stdout } = await herald.cli(
      'webhook',
      'secret',
      '--org',
      'acme',
      '--repo',
      'acme/widgets',
    )
    expect(exitCode).toBe(0)
    expect(stdout).toMatch(/[0-9a-f]{64}/)
    expect(stdout).toContain('/api/webhooks/github/')
  })

  test('find the repository whatever its letter case', async () => {
    const { exitCode } = await herald.cli('webhook', 'secret', '--org', 'acme', '--repo', 'ACME/Widgets')
    expect(exitCode).toBe(0)
  })

  test('print an empty log as an empty list', async () => {
    expect(await webhookLogs(herald, 'acme')).toEqual([])
    expect((await herald.cli('webhook', 'logs', '--org', 'acme')).exitCode).toBe(0)
  })
})

describe('commands at the same time', () => {
  const times = <T>(count: number, task: (index: number) => Promise<T>) =>
    Promise.all(Array.from({ length: count }, (_, index) => task(index)))

  test('create their keys while the server answers', async () => {
    const [keys] = await Promise.all([
      times(6, (i) => herald.done('key', 'create', '--org', 'acme', '--name', `parallel ${i}`)),
      times(300, () => client(herald.url).get('/v1/posts')),
    ])
    for (const key of keys) expect((await client(herald.url, key).get('/v1/posts')).status).toBe(200)
  })

  test('create one organization for one slug', async () => {
    const ended = await times(5, () =>
      runProcess(['org', 'create', '--slug', 'raced', '--name', 'Raced'], herald.settings),
    )
    expect(ended.map(({ exitCode }) => exitCode).sort()).toEqual([0, 1, 1, 1, 1])
  })

  test('may all be the first in a new data folder', async () => {
    const settings = { ...herald.settings, DATA_DIR: join(folder, 'first') }
    const create = (i: number) =>
      runProcess(['org', 'create', '--slug', `first-${i}`, '--name', 'First'], settings)
    const ended = await times(5, create)
    // On a busy machine the first one may migrate for longer than the others wait.
    const repeat = async (index: number) => {
      const first = ended[index]
      return first?.stderr.includes('This database is being migrated by') ? create(index) : first
    }
    const all = await times(5, repeat)
    expect(all.map((each) => [each?.exitCode, each?.stderr])).toEqual(Array(5).fill([0, '']))
  })
})

describe('the data folder', () => {
  test('is created and migrated by migrate, twice without harm', async () => {
    const data = join(folder, 'fresh')
    for (const _ of [1, 2]) expect((await run(['migrate'], { DATA_DIR: data })).exitCode).toBe(0)
    expect((await stat(data)).isDirectory()).toBe(true)
  })

  test('has keys that work if they were created before or while the server runs', async () => {
    const key = await herald.done('key', 'create', '--org', 'acme', '--name', 'running')
    expect((await client(herald.url, key).get('/v1/posts')).status).toBe(200)
    await herald.restart()
    expect((await client(herald.url, key).get('/v1/posts')).status).toBe(200)
  })
})
