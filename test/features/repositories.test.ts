import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { recurring } from '../../src/cron/table.ts'
import { connectLocal } from '../../src/features/integrations/operator.ts'
import { watchRepository } from '../../src/features/integrations/polling.ts'
import { tokenOf, webhookSecretOf } from '../../src/features/integrations/secret-locations.ts'
import { integrations } from '../../src/features/integrations/table.ts'
import { toWebhookState } from '../../src/features/integrations/webhook.ts'
import { pollRepositoryJob } from '../../src/features/webhooks/job.ts'
import { performDueJobs } from '../../src/jobs/runner.ts'
import { connect, type SignedInPerson, type Team, testApp, webhookSecret } from '../support/app.ts'
import { type GitHubHost, startGitHub } from '../support/github.ts'
import { deliveryHeaders } from '../support/github-deliveries.ts'
import { type HostRepository, repository as hostRepository } from '../support/github-repository.ts'
import { pushPayload } from '../support/payloads.ts'
import { planOf, recordStatements } from '../support/query-plan.ts'

const goodToken = 'ghp_good'
let host: GitHubHost
let story: HostRepository
let app: Awaited<ReturnType<typeof testApp>>
let acme: Team
let admin: SignedInPerson
let member: SignedInPerson
beforeEach(async () => {
  story = hostRepository('acme/app', { isPrivate: true })
  story.commit('feat: begin')
  story.branch('next')
  host = startGitHub({ repositories: [story], token: goodToken })
  app = await testApp({ githubApiUrl: host.url, appUrl: 'https://herald.acme.dev' })
  acme = await app.team('acme')
  admin = await acme.person('admin')
  member = await acme.person('member')
})
afterEach(() => host.stop())

const base = '/api/app/integrations'
const connected = async () => (await member.call('GET', base)).body
const stored = async (id: string) => {
  const [row] = await app.ctx.db.select().from(integrations).where(eq(integrations.id, id))
  if (!row) throw new Error('The integration is gone.')
  return row
}
const webhook = async (id: string) => (await member.call('GET', `${base}/${id}/webhook`)).body

async function deliver(
  { hook }: { hook: string },
  { event = 'push', payload = pushPayload() as unknown, secret = webhookSecret } = {},
) {
  const body = JSON.stringify(payload)
  await app.anonymous('POST', hook, body, deliveryHeaders(event, body, secret))
}
const ping = (repository: { hook: string }) => deliver(repository, { event: 'ping', payload: {} })
const strange = (repository: { hook: string }) => deliver(repository, { secret: 'guessed' })

test.each([
  ['without a secret and without deliveries', false, null, 'none'],
  ['with a secret and without deliveries', true, null, 'waiting'],
  ['after a delivery that was accepted', true, 'success', 'working'],
  ['after a delivery that was refused', true, 'failed', 'failing'],
  ['after a delivery that came before there was a secret', false, 'failed', 'failing'],
  ['whose secret was forgotten after a delivery', false, 'success', 'none'],
] as const)('a webhook %s has that status', (_, hasSecret, lastStatus, state) => {
  expect(toWebhookState({ hasSecret, lastStatus })).toBe(state)
})

describe('the list of connections', () => {
  test('has every repository by name, disabled ones too, and the trackers', async () => {
    const web = await connect(app.ctx, acme.id, 'acme/web')
    const { id } = await connect(app.ctx, acme.id)
    await app.ctx.db.update(integrations).set({ enabled: false }).where(eq(integrations.id, web.id))
    const { repositories, trackers } = await connected()
    expect(repositories[0]).toEqual({
      id,
      provider: 'github',
      displayName: 'acme/app',
      owner: 'acme',
      repo: 'app',
      url: 'https://github.com/acme/app',
      defaultBranch: 'main',
      branch: null,
      enabled: true,
      hasToken: false,
      issues: false,
      watchMinutes: null,
      watchProblem: null,
      catchUp: null,
      webhook: 'waiting',
      lastDeliveryAt: null,
      createdAt: app.ctx.now().toISOString(),
    })
    expect(repositories.map(({ displayName, enabled }: any) => [displayName, enabled])).toEqual([
      ['acme/app', true],
      ['acme/web', false],
    ])
    expect(trackers).toEqual([])
  })

  test('shows the status of each webhook, from its own deliveries alone', async () => {
    const one = await connect(app.ctx, acme.id, 'acme/one')
    const two = await connect(app.ctx, acme.id, 'acme/two')
    const states = async () => (await connected()).repositories.map((each: any) => each.webhook)
    await ping(one)
    expect(await states()).toEqual(['working', 'waiting'])
    app.ctx.clock.advance(1000)
    await strange(two)
    await strange(one)
    expect(await states()).toEqual(['failing', 'failing'])
    await deliver(one)
    expect(await states()).toEqual(['working', 'failing'])
    expect((await connected()).repositories[0].lastDeliveryAt).toBe(app.ctx.now().toISOString())
  })

  test('does not count unsigned deliveries as a working webhook', async () => {
    const repository = await connect(app.ctx, acme.id)
    await deliver(repository, { event: 'issues', payload: {}, secret: 'guessed' })
    const [only] = (await connected()).repositories
    expect([only.webhook, only.lastDeliveryAt]).toEqual(['waiting', null])
  })

  test('does not count polled events as deliveries of the webhook', async () => {
    const { id } = await connect(app.ctx, acme.id)
    const encryptedToken = app.ctx.secrets.encrypt(goodToken, tokenOf({ id }))
    await app.ctx.db.update(integrations).set({ encryptedToken })
    await watchRepository(app.ctx, await stored(id), 60)
    const poll = async () => {
      await pollRepositoryJob.insert(app.ctx, { integrationId: id })
      await performDueJobs(app.ctx, [pollRepositoryJob])
    }
    await poll()
    story.commit('feat: fly')
    await poll()
    expect((await member.call('GET', '/v1/deliveries')).body.deliveries).toHaveLength(1)
    const [only] = (await connected()).repositories
    expect([only.webhook, only.lastDeliveryAt]).toEqual(['waiting', null])
    expect(await webhook(id)).toMatchObject({ state: 'waiting', pingAt: null, lastDeliveryAt: null })
  })

  test('never contains a token or a secret', async () => {
    const { id, encryptedWebhookSecret } = await connect(app.ctx, acme.id)
    const encryptedToken = app.ctx.secrets.encrypt(goodToken, tokenOf({ id }))
    await app.ctx.db.update(integrations).set({ encryptedToken })
    for (const path of [base, `${base}/${id}/webhook`]) {
      const { text } = await admin.call('GET', path)
      for (const secret of [goodToken, encryptedToken, webhookSecret, encryptedWebhookSecret])
        expect(text).not.toContain(secret)
    }
    expect((await connected()).repositories[0].hasToken).toBe(true)
  })

  test('is served by indexes, with any number of deliveries', async () => {
    await connect(app.ctx, acme.id)
    const sent = recordStatements(app.ctx.db)
    await connected()
    const [read] = sent.filter(({ sql }) => sql.includes('webhook_logs'))
    if (!read) throw new Error('No log was read.')
    const plan = (await planOf(app.ctx.db, read)).filter((line) => line.includes('log'))
    expect(plan).toEqual([
      expect.stringContaining('SEARCH log USING INDEX webhook_logs_delivered (integration_id=?)'),
      expect.stringContaining('SEARCH log USING INDEX webhook_logs_delivered (integration_id=?)'),
    ])
  })
})

describe('setting up a webhook', () => {
  test('shows the payload URL, the events to choose, and its status', async () => {
    const repository = await connect(app.ctx, acme.id)
    const setup = {
      state: 'waiting',
      url: `https://herald.acme.dev${repository.hook}`,
      isReachable: true,
      contentType: 'application/json',
      events: ['push', 'release', 'pull_request'],
      hasSecret: true,
      hookSettingsUrl: 'https://github.com/acme/app/settings/hooks/new',
      pingAt: null,
      lastDeliveryAt: null,
      lastFailure: null,
    }
    expect(await webhook(repository.id)).toEqual(setup)
    await ping(repository)
    const pingAt = app.ctx.now().toISOString()
    app.ctx.clock.advance(60_000)
    await strange(repository)
    const [failed] = (await member.call('GET', '/v1/deliveries?status=failed')).body.deliveries
    expect(await webhook(repository.id)).toEqual({
      ...setup,
      state: 'failing',
      pingAt,
      lastDeliveryAt: pingAt,
      lastFailure: {
        deliveryId: failed.id,
        title: 'Invalid webhook signature',
        statusCode: 401,
        errorMessage: 'Invalid webhook signature',
        createdAt: app.ctx.now().toISOString(),
      },
    })
    await deliver(repository)
    expect(await webhook(repository.id)).toMatchObject({
      state: 'working',
      pingAt,
      lastFailure: { statusCode: 401 },
    })
  })

  test('says when this server is not reachable from outside', async () => {
    const local = await testApp({ appUrl: 'http://localhost:3000' })
    const team = await local.team('local')
    const { id } = await connect(local.ctx, team.id)
    const { body } = await (await team.person()).call('GET', `${base}/${id}/webhook`)
    expect([body.isReachable, body.url]).toEqual([
      false,
      `http://localhost:3000/api/webhooks/github/${team.id}/${id}/${id}`,
    ])
  })

  test('a user who connects a repository gets its secret when it is first shown', async () => {
    const answer = await admin.call('POST', '/v1/integrations/github', {
      owner: 'acme',
      repo: 'app',
      token: goodToken,
    })
    const { id } = answer.body.github
    expect(await webhook(id)).toMatchObject({ state: 'none', hasSecret: false })
    const { status, body } = await admin.call('POST', `${base}/${id}/webhook/reveal`)
    expect([status, body]).toEqual([200, { secret: expect.stringMatching(/^[0-9a-f]{64}$/) }])
    expect(await webhook(id)).toMatchObject({ state: 'waiting', hasSecret: true })
    expect((await admin.call('POST', `${base}/${id}/webhook/reveal`)).body).toEqual(body)
  })

  test('the shown secret verifies deliveries', async () => {
    const repository = await connect(app.ctx, acme.id)
    expect((await admin.call('POST', `${base}/${repository.id}/webhook/reveal`)).body).toEqual({
      secret: webhookSecret,
    })
  })

  test('two concurrent requests for the first secret return the same', async () => {
    const { id } = await connect(app.ctx, acme.id)
    await app.ctx.db.update(integrations).set({ encryptedWebhookSecret: null })
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => admin.call('POST', `${base}/${id}/webhook/reveal`)),
    )
    const { encryptedWebhookSecret } = await stored(id)
    const kept = app.ctx.secrets.decrypt(encryptedWebhookSecret ?? '', webhookSecretOf({ id }))
    expect(answers.map(({ body }) => body.secret)).toEqual(Array(5).fill(kept))
  })

  test('a new secret invalidates the old one immediately', async () => {
    const repository = await connect(app.ctx, acme.id)
    const { secret } = (await admin.call('POST', `${base}/${repository.id}/webhook/regenerate`)).body
    expect(secret).toMatch(/^[0-9a-f]{64}$/)
    expect(secret).not.toBe(webhookSecret)
    await ping(repository)
    expect((await webhook(repository.id)).state).toBe('failing')
    await deliver(repository, { event: 'ping', payload: {}, secret })
    expect((await webhook(repository.id)).state).toBe('working')
  })

  test('the log has the user who saw or replaced a secret, but not the secret', async () => {
    const { id } = await connect(app.ctx, acme.id)
    const lines: [object, string][] = []
    app.ctx.log.info = ((...line: [object, string]) => void lines.push(line)) as never
    await admin.call('POST', `${base}/${id}/webhook/reveal`)
    const { secret } = (await admin.call('POST', `${base}/${id}/webhook/regenerate`)).body
    const who = { caller: `user:${admin.id}`, organizationId: acme.id, integrationId: id }
    expect(lines.filter(([, message]) => message !== 'request')).toEqual([
      [who, 'A webhook secret was shown.'],
      [who, 'A webhook secret was replaced.'],
    ])
    expect(JSON.stringify(lines)).not.toContain(secret)
    expect(JSON.stringify(lines)).not.toContain(webhookSecret)
  })

  test('a repository on the disk of the server has no webhook', async () => {
    const { id } = await connectLocal(app.ctx, acme.id, '/tmp/story')
    for (const [method, path] of [
      ['GET', ''],
      ['POST', '/reveal'],
      ['POST', '/regenerate'],
    ] as const) {
      const answer = await admin.call(method, `${base}/${id}/webhook${path}`)
      expect([answer.status, answer.body]).toEqual([400, { error: 'story is not on GitHub' }])
    }
  })
})

describe('changing a repository', () => {
  const patch = (id: string, body: unknown) => admin.call('PATCH', `${base}/${id}`, body)
  let id: string
  beforeEach(async () => {
    id = (await connect(app.ctx, acme.id)).id
    await app.ctx.db
      .update(integrations)
      .set({ encryptedToken: app.ctx.secrets.encrypt(goodToken, tokenOf({ id })) })
  })

  test('sets the given fields and keeps the rest', async () => {
    const { status, body } = await patch(id, { displayName: ' The app ', enabled: false, issues: true })
    const { repository } = body
    expect(status).toBe(200)
    expect(repository).toMatchObject({ displayName: 'The app', enabled: false, issues: true, hasToken: true })
    expect((await connected()).repositories).toEqual([repository])
    await patch(id, { enabled: true })
    expect((await connected()).repositories).toEqual([{ ...repository, enabled: true }])
    expect(host.requests).toEqual([])
  })

  test('stores another token after it has opened the repository', async () => {
    await app.ctx.db.update(integrations).set({ encryptedToken: null })
    expect((await patch(id, { token: ` ${goodToken} ` })).body.repository.hasToken).toBe(true)
    expect(app.ctx.secrets.decrypt((await stored(id)).encryptedToken ?? '', tokenOf({ id }))).toBe(goodToken)
    expect(host.requests.map(({ authorization }) => authorization)).toEqual([`token ${goodToken}`])
  })

  test.each([
    ['a token of another kind', { token: 'secret' }, 'Enter a valid GitHub personal access token'],
    [
      'a token that is revoked',
      { token: 'ghp_revoked' },
      'Invalid GitHub token or insufficient repository access',
    ],
    [
      'no token for what is private',
      { token: null },
      'Repository not found; it may be private, then a token is needed',
    ],
    [
      'a blank token for what is private',
      { token: ' ' },
      'Repository not found; it may be private, then a token is needed',
    ],
    ['a branch that is not there', { branch: 'lost' }, 'The branch lost was not found in acme/app'],
    ['nothing', {}, 'At least one field must be provided'],
    [
      'an uneven interval',
      { watchMinutes: 7 },
      'watchMinutes must divide an hour or a day, such as 1, 5, 15, 60 or 360',
    ],
    ['an interval of parts', { watchMinutes: 1.5 }, 'watchMinutes must be a whole number from 1 to 1440'],
    ['a word for a switch', { enabled: 'yes' }, 'enabled must be true or false'],
    ['an empty name', { displayName: ' ' }, 'displayName must have 1 to 120 characters'],
  ])('%s is refused, and changes nothing', async (_, body, error) => {
    const before = await stored(id)
    const answer = await patch(id, body)
    expect([answer.status, answer.body]).toEqual([400, { error }])
    expect(await stored(id)).toEqual(before)
  })

  test('a failing code host is named to members, and not in the public API', async () => {
    const there = { owner: 'acme', repo: 'next' }
    host.failNext('serverError')
    const shown = await admin.call('POST', base, { repository: 'acme/next', token: goodToken })
    expect(shown.body.error).toBe('GitHub answered /repos/acme/next with status 502. Try again in a moment.')
    host.failNext('serverError')
    const answer = await acme.call('POST', '/v1/integrations/github', { ...there, token: goodToken })
    expect([answer.status, answer.body]).toEqual([400, { error: 'Failed to create GitHub integration' }])
  })

  test('a failing code host changes nothing', async () => {
    host.failNext('serverError')
    const answer = await patch(id, { branch: 'next' })
    expect([answer.status, answer.body]).toEqual([
      400,
      { error: 'GitHub answered /repos/acme/app with status 502. Try again in a moment.' },
    ])
    expect((await stored(id)).branch).toBeNull()
  })

  test('a branch is used after it was found; null returns to the default one', async () => {
    expect((await patch(id, { branch: 'next' })).body.repository.branch).toBe('next')
    expect((await patch(id, { branch: null })).body.repository.branch).toBeNull()
    expect((await patch(id, { branch: 'main' })).body.repository.branch).toBeNull()
    expect((await stored(id)).branch).toBeNull()
  })

  test('a name that another repository uses now is not followed', async () => {
    await app.ctx.db.update(integrations).set({ hostId: 12345 })
    const answer = await patch(id, { token: goodToken })
    expect([answer.status, answer.body]).toEqual([
      400,
      { error: 'acme/app is another repository now. Disconnect it and connect it again.' },
    ])
  })

  test('watching begins with an immediate poll, and ends', async () => {
    const look = () => performDueJobs(app.ctx, [pollRepositoryJob])
    expect((await patch(id, { watchMinutes: 5 })).body.repository.watchMinutes).toBe(5)
    await look()
    expect((await stored(id)).watched).toMatchObject({ problem: null, seen: { head: expect.any(String) } })
    const asked = host.requests.length
    await patch(id, { watchMinutes: 15 })
    await look()
    expect(host.requests).toHaveLength(asked)
    expect(await app.ctx.db.select().from(recurring)).toMatchObject([{ key: `webhooks:look:${id}` }])
    expect((await patch(id, { watchMinutes: null })).body.repository.watchMinutes).toBeNull()
    expect(await app.ctx.db.select().from(recurring)).toEqual([])
    expect((await stored(id)).watched).toBeNull()
  })

  test('a failed poll is shown', async () => {
    host.failNext('serverError')
    await patch(id, { watchMinutes: 5 })
    await performDueJobs(app.ctx, [pollRepositoryJob])
    expect((await connected()).repositories[0].watchProblem).toStartWith('GitHub answered /repos/acme/app')
  })

  test('the code host is asked at most twenty times a minute; other settings are not limited', async () => {
    for (let n = 0; n < 20; n++) expect((await patch(id, { token: goodToken })).status).toBe(200)
    const refused = await patch(id, { token: goodToken })
    expect([refused.status, refused.body.error]).toEqual([429, 'Rate limit exceeded'])
    expect((await patch(id, { issues: true })).status).toBe(200)
  })

  test.each([{ issues: true }, { watchMinutes: 5 }, { token: null }, { branch: null }])(
    'a repository on the disk of the server accepts no %j',
    async (body) => {
      const local = await connectLocal(app.ctx, acme.id, '/tmp/story')
      expect((await patch(local.id, body)).body).toEqual({ error: 'story is not on GitHub' })
      expect((await patch(local.id, { displayName: 'Story' })).body.repository).toMatchObject({
        provider: 'git',
        displayName: 'Story',
      })
    },
  )
})

test("another organization's repository is unknown", async () => {
  const { id } = await connect(app.ctx, acme.id)
  const stranger = await (await app.team('other')).person('owner')
  for (const [method, path, body] of [
    ['PATCH', '', { displayName: 'Mine' }],
    ['GET', '/webhook'],
    ['POST', '/webhook/reveal'],
    ['POST', '/webhook/regenerate'],
  ] as const) {
    const answer = await stranger.call(method, `${base}/${id}${path}`, body)
    expect([method, path, answer.status, answer.body]).toEqual([
      method,
      path,
      404,
      { error: 'Integration not found' },
    ])
  }
  expect((await stranger.call('GET', base)).body).toMatchObject({ repositories: [], trackers: [] })
})

describe('a repository connected by its address', () => {
  const connectAt = (repository: string, token: string | null = goodToken) =>
    admin.call('POST', base, { repository, token })

  test('must be of the configured code host', async () => {
    const { status, body } = await connectAt(`${host.url}/acme/app/pulls`)
    expect([status, body.github.displayName]).toEqual([201, 'acme/app'])
    expect((await connectAt('acme/app')).body).toEqual({ error: 'Repository already connected' })
  })

  test('must not be of another host, which is not asked for a repository of the same name', async () => {
    const { host: expected } = new URL(host.url)
    for (const address of ['https://gitlab.com/acme/app', 'git@gitlab.com:acme/app.git', 'acme']) {
      const { status, body } = await connectAt(address)
      expect([status, body]).toEqual([
        400,
        { error: `Enter a repository of ${expected}, as owner/name or https://${expected}/owner/name` },
      ])
    }
    expect(host.requests).toEqual([])
  })

  test('can be connected by admins', async () => {
    expect((await member.call('POST', base, { repository: 'acme/app' })).status).toBe(403)
  })
})
