import { afterAll, beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { client } from './client'
import { goodToken } from './code-host'
import { commitOf, connectRepository, createTrigger, deliver, pushOf, triggerOn } from './deliveries'
import { createKey, type Herald, type Organization, openOrganization, startHerald } from './support'
import type { IntegrationList, OneIntegration, OneTrigger } from './wire'

setDefaultTimeout(60_000)

let herald: Herald
let acme: Organization
let keys: string[]

beforeAll(async () => {
  herald = await startHerald()
  acme = await openOrganization(herald, 'acme')
  keys = await Promise.all(Array.from({ length: 6 }, () => createKey(herald, 'acme')))
})
afterAll(() => herald.stop())

// Every test starts without a repository; the keys alternate so that none exceeds its rate limit.
beforeEach(async () => {
  const key = keys.shift() ?? ''
  keys.push(key)
  acme = { ...acme, key, api: client(herald.url, key) }
  for (const { id } of (await list()).github) await acme.api.delete(`/v1/integrations/${id}`)
})

const connect = (content: unknown) => acme.api.post<OneIntegration>('/v1/integrations/github', content)
const refuse = (content: unknown) => acme.api.post('/v1/integrations/github', content)
const list = async () => (await acme.api.get<IntegrationList>('/v1/integrations')).body

const envelope = () => ({ id: acme.id, slug: acme.slug, name: acme.name, logo: null })

describe('connecting a repository', () => {
  test('answers 201 with the integration and the organization', async () => {
    const { status, body } = await connect({ owner: 'acme', repo: 'widgets', branch: 'main' })
    expect(status).toBe(201)
    expect(body).toEqual({
      github: {
        id: expect.any(String),
        displayName: 'acme/widgets',
        owner: 'acme',
        repo: 'widgets',
        defaultBranch: 'main',
      },
      organization: envelope(),
    })
  })

  test.each([[{ branch: null, token: null }], [{ token: '' }], [{ token: '   ' }], [{ token: goodToken }]])(
    'optional fields may be %j',
    async (extra) => {
      expect((await connect({ owner: 'acme', repo: 'widgets', ...extra })).status).toBe(201)
    },
  )

  test('a private repository is connected with a token', async () => {
    expect((await connect({ owner: 'acme', repo: 'private', token: goodToken })).status).toBe(201)
  })

  test.each([
    ['..', 'user', 'owner'],
    ['.', 'user', 'owner'],
    ['acme', '..', 'repo'],
  ])('%s/%s, another address of the code host, is refused', async (owner, repo, field) => {
    const { status, body } = await refuse({ owner, repo })
    expect([status, body.error]).toEqual([400, `${field} has an invalid format`])
  })

  test.each(['acme/widgets', 'ACME/widgets', 'acme/Widgets'])(
    '%s is a duplicate of acme/widgets',
    async (name) => {
      const [owner, repo] = name.split('/')
      await connect({ owner: 'acme', repo: 'widgets' })
      const { status, body } = await refuse({ owner, repo })
      expect([status, body]).toEqual([409, { error: 'Repository already connected' }])
      expect((await list()).github).toHaveLength(1)
    },
  )

  test('by several clients at once happens once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => connect({ owner: 'acme', repo: 'widgets' })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)])
    expect((await list()).github).toHaveLength(1)
  })

  test('two organizations may connect the same repository', async () => {
    const other = await openOrganization(herald, 'neighbour')
    const mine = await connect({ owner: 'acme', repo: 'widgets' })
    const theirs = await other.api.post<OneIntegration>('/v1/integrations/github', {
      owner: 'acme',
      repo: 'widgets',
    })
    expect([mine.status, theirs.status]).toEqual([201, 201])
    expect(mine.body.github.id).not.toBe(theirs.body.github.id)
  })
})

describe('refusing a repository', () => {
  test.each(['secret', 'GHP_upper', 'ghx_1', 'github_1', 'xghp_1'])(
    'token %s has no known prefix',
    async (token) => {
      const { status, body } = await refuse({ owner: 'acme', repo: 'widgets', token })
      expect([status, body]).toEqual([400, { error: 'Enter a valid GitHub personal access token' }])
    },
  )

  test('a token that the code host refuses', async () => {
    const { status, body } = await refuse({ owner: 'acme', repo: 'private', token: 'ghp_revoked' })
    expect([status, body]).toEqual([400, { error: 'Invalid GitHub token or insufficient repository access' }])
  })

  test('a token that cannot see the repository', async () => {
    const { status, body } = await refuse({ owner: 'acme', repo: 'missing', token: goodToken })
    expect([status, body]).toEqual([400, { error: 'Invalid GitHub token or insufficient repository access' }])
  })

  test.each(['private', 'missing'])('without a token, %s may be private and need one', async (repo) => {
    const { status, body } = await refuse({ owner: 'acme', repo })
    expect(status).toBe(400)
    expect(body.error).toMatch(/private/i)
    expect(body.error).toMatch(/token/i)
    expect((await list()).github).toEqual([])
  })

  test.each([
    [{}],
    [{ owner: 'acme' }],
    [{ repo: 'widgets' }],
    [{ owner: '', repo: 'widgets' }],
    [{ owner: 'acme', repo: '' }],
    [{ owner: 7, repo: 'widgets' }],
    [{ owner: 'acme', repo: ['widgets'] }],
    [{ owner: 'acme', repo: 'widgets', branch: 7 }],
    [{ owner: 'acme', repo: 'widgets', token: {} }],
    [null],
    [[]],
    ['"acme/widgets"'],
  ])('a body of the wrong shape: %j', async (content) => {
    const { status, body } = await refuse(content)
    expect(status).toBe(400)
    const { issues, ...others } = body
    expect(Object.keys(others)).toEqual(['error'])
    expect(issues ?? []).toBeArray()
  })

  test.each([
    ['..', 'widgets'],
    ['acme', '../../user'],
    ['acme', 'widgets?x=1'],
    ['acme/widgets', 'pulls'],
  ])('owner %s with repo %s does not escape its path at the code host', async (owner, repo) => {
    expect((await refuse({ owner, repo })).status).toBe(400)
  })
})

describe('the list', () => {
  test('is empty at first', async () => {
    expect(await list()).toEqual({ github: [], slack: [], linear: [], organization: envelope() })
  })

  test('is sorted by name and shows what was connected', async () => {
    for (const repo of ['zebra', 'apple', 'mango']) await connect({ owner: 'acme', repo })
    const { github, slack, linear } = await list()
    expect(github.map(({ displayName }) => displayName)).toEqual(['acme/apple', 'acme/mango', 'acme/zebra'])
    for (const item of github)
      expect(Object.keys(item).sort()).toEqual(['defaultBranch', 'displayName', 'id', 'owner', 'repo'])
    expect([slack, linear]).toEqual([[], []])
  })
})

describe('disconnecting', () => {
  test('disables the triggers of the repository and names them', async () => {
    const widgets = await connectRepository(herald, acme, 'acme/widgets')
    const gadgets = await connectRepository(herald, acme, 'acme/gadgets')
    const hit = await createTrigger(acme, [widgets])
    const shared = await createTrigger(acme, [gadgets, widgets])
    const spared = await createTrigger(acme, [gadgets])
    const { status, body } = await acme.api.delete<{ disabledEvents: { id: string }[] }>(
      `/v1/integrations/${widgets.id}`,
    )
    expect(status).toBe(200)
    expect(body).toEqual({
      id: widgets.id,
      organization: envelope(),
      disabledSchedules: [],
      disabledEvents: expect.any(Array),
    } as never)
    const named = [hit, shared].map(({ id, name }) => ({ id, name }))
    expect(body.disabledEvents).toHaveLength(2)
    expect(body.disabledEvents).toEqual(expect.arrayContaining(named))
    for (const [trigger, enabled] of [
      [hit, false],
      [shared, false],
      [spared, true],
    ] as const) {
      const read = await acme.api.get<OneTrigger>(`/v1/event-triggers/${trigger.id}`)
      expect(read.body.eventTrigger.enabled).toBe(enabled)
    }
  })

  test('keeps its triggers from being enabled again', async () => {
    const widgets = await connect({ owner: 'acme', repo: 'widgets' })
    const repositories = [widgets.body.github]
    const trigger = await createTrigger(acme, repositories)
    await acme.api.delete(`/v1/integrations/${widgets.body.github.id}`)
    const { status, body } = await acme.api.patch(`/v1/event-triggers/${trigger.id}`, triggerOn(repositories))
    expect([status, body]).toEqual([
      400,
      { error: 'Cannot update event trigger: one or more integrations not found' },
    ])
  })

  test('takes it from the list, closes its webhook and lets it be connected again', async () => {
    const widgets = await connectRepository(herald, acme, 'acme/widgets')
    expect((await acme.api.delete(`/v1/integrations/${widgets.id}`)).status).toBe(200)
    expect((await list()).github).toEqual([])
    const delivered = await deliver(herald, widgets, {
      event: 'push',
      payload: pushOf('acme/widgets', [commitOf('feat: too late')]),
    })
    expect([delivered.status, delivered.body]).toEqual([404, { error: 'Integration not found' }])
    expect((await connect({ owner: 'acme', repo: 'widgets' })).status).toBe(201)
  })

  test('twice, or what never was, is 404', async () => {
    const widgets = await connectRepository(herald, acme, 'acme/widgets')
    await acme.api.delete(`/v1/integrations/${widgets.id}`)
    for (const id of [widgets.id, 'unknown']) {
      const { status, body } = await acme.api.delete(`/v1/integrations/${id}`)
      expect([status, body]).toEqual([404, { error: 'Integration not found' }])
    }
  })

  test('thirty times at once answers 200 once', async () => {
    const widgets = await connect({ owner: 'acme', repo: 'widgets' })
    const path = `/v1/integrations/${widgets.body.github.id}`
    const answers = await Promise.all(Array.from({ length: 30 }, () => acme.api.delete(path)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(29).fill(404)])
  })

  test.each(['a.b', 'a%20b', 'x'.repeat(101)])('id %s has an invalid format', async (id) => {
    const { status, body } = await acme.api.delete(`/v1/integrations/${id}`)
    expect(status).toBe(400)
    expect(body.error).toMatch(/Id has an invalid format$/)
  })
})

test('keys, tokens and webhook secrets are never returned and not stored in plain text', async () => {
  const connected = await connect({ owner: 'acme', repo: 'private', token: goodToken })
  const { secret } = JSON.parse(
    await herald.done('webhook', 'secret', '--org', acme.slug, '--repo', 'acme/private', '--json'),
  ) as { secret: string }
  const key = await createKey(herald, acme.slug)
  await client(herald.url, key).get('/v1/integrations')
  const listed = await acme.api.get('/v1/integrations')
  for (const text of [connected.text, listed.text]) {
    expect(text).not.toContain(goodToken)
    expect(text).not.toContain(secret)
  }
  for (const file of await readdir(herald.dataDir, { recursive: true, withFileTypes: true })) {
    if (!file.isFile()) continue
    const content = Buffer.from(await Bun.file(join(file.parentPath, file.name)).arrayBuffer())
    for (const hidden of [goodToken, secret, key, acme.key])
      expect([file, content.includes(hidden)]).toEqual([file, false])
  }
})
