import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { trackerTokenOf } from '../../src/features/integrations/secret-locations.ts'
import { trackers } from '../../src/features/integrations/table.ts'
import { connectTracker } from '../../src/features/integrations/trackers.ts'
import { connect, type SignedInPerson, scheduleBody, type Team, testApp } from '../support/app.ts'
import { failures, type LinearServer, startLinear } from '../support/linear.ts'

const provider = 'linear'
const token = 'lin_api_secret'
const base = '/api/app/trackers'
let linear: LinearServer
let app: Awaited<ReturnType<typeof testApp>>
let acme: Team
let admin: SignedInPerson
beforeEach(async () => {
  linear = startLinear({ token })
  app = await testApp({ trackerApiUrls: { linear: linear.url } })
  acme = await app.team('acme')
  admin = await acme.person('admin')
})
afterEach(() => linear.stop())

const stored = () => app.ctx.db.select().from(trackers)
const look = (body: unknown = { provider, token }) => admin.call('POST', `${base}/workspace`, body)
const add = (body: Record<string, unknown> = {}) => admin.call('POST', base, { provider, token, ...body })

test('checking a token returns its workspace and teams, and stores nothing', async () => {
  const { status, body } = await look()
  expect([status, body]).toEqual([
    200,
    {
      workspaceName: 'Acme',
      teams: [
        { id: 'team-eng', key: 'ENG', name: 'Engineering' },
        { id: 'team-ops', key: 'OPS', name: 'Operations' },
      ],
    },
  ])
  expect(await stored()).toEqual([])
})

describe('connecting', () => {
  test('a workspace answers 201 with it, and it is listed; its token is in neither', async () => {
    const { status, body, text } = await add()
    expect(status).toBe(201)
    expect(body.tracker).toEqual({
      id: expect.any(String),
      provider,
      displayName: 'Acme',
      workspaceName: 'Acme',
      teamId: null,
      teamName: null,
      createdAt: app.ctx.now().toISOString(),
    })
    const list = await (await acme.person('member')).call('GET', '/api/app/integrations')
    expect(list.body.trackers).toEqual([body.tracker])
    expect(text + list.text).not.toContain(token)
    const [row] = await stored()
    expect(row && app.ctx.secrets.decrypt(row.encryptedToken ?? '', trackerTokenOf(row))).toBe(token)
  })

  test('one team is chosen by its id', async () => {
    const { body } = await add({ teamId: 'team-ops' })
    expect(body.tracker).toMatchObject({
      displayName: 'Acme / Operations',
      teamId: 'team-ops',
      teamName: 'Operations',
    })
  })

  test('again replaces the token, and keeps omitted fields', async () => {
    const leftOut = { labels: ['Ops'], teams: [] }
    await connectTracker(app.ctx, acme.id, { provider, token, team: null, leftOut })
    await app.ctx.db.update(trackers).set({ encryptedToken: null })
    expect((await add()).status).toBe(201)
    expect(await stored()).toMatchObject([{ leftOut, encryptedToken: expect.any(String) }])
  })
})

describe('is refused', () => {
  const refusals: [string, Record<string, unknown>, number, string][] = [
    ['a token that Linear does not know', { token: 'lin_other' }, 400, 'Linear does not accept the token.'],
    ['a token of two words', { token: 'lin api' }, 400, 'token must be one word without spaces'],
    ['an empty token', { token: '' }, 400, 'token must have 1 to 255 characters'],
    ['no token', { token: undefined }, 400, 'token is required'],
  ]
  test.each(refusals)('%s', async (_, body, status, error) => {
    for (const answer of [await add(body), await look({ provider, token, ...body })])
      expect([answer.status, answer.body]).toEqual([status, { error }])
    expect(await stored()).toEqual([])
  })

  test('an unknown team', async () => {
    const answer = await add({ teamId: 'team-none' })
    expect([answer.status, answer.body]).toEqual([
      400,
      { error: 'Acme has no team with the ID "team-none"; it has ENG, OPS.' },
    ])
  })

  test('a temporary error, with the time to retry', async () => {
    linear.failNext(failures.serverError)
    expect((await look()).status).toBe(503)
    linear.failNext(() => failures.tooMany(30))
    const limited = await look()
    expect([limited.status, limited.headers.get('retry-after')]).toEqual([503, '30'])
  })

  test('the twenty-first check in a minute', async () => {
    for (let n = 0; n < 20; n++) expect((await (n % 2 ? look() : add())).status).toBeLessThan(300)
    expect((await look()).body.error).toBe('Rate limit exceeded')
  })
})

describe('deleting a tracker', () => {
  test('disables the schedules that read it, and names them', async () => {
    const { id } = (await add()).body.tracker
    const repository = await connect(app.ctx, acme.id)
    const targets = { repositoryIds: [repository.id, `linear:${id}`] }
    const { schedule } = (await acme.call('POST', '/v1/schedules', scheduleBody(repository.id, { targets })))
      .body
    const { status, body } = await admin.call('DELETE', `${base}/${id}`)
    expect([status, body]).toEqual([
      200,
      {
        id,
        organization: { id: acme.id, slug: 'acme', name: 'Team acme', logo: null },
        disabledSchedules: [{ id: schedule.id, name: 'Weekly' }],
        disabledEvents: [],
      },
    ])
    expect(await stored()).toEqual([])
    expect((await admin.call('DELETE', `${base}/${id}`)).body).toEqual({ error: 'Tracker not found' })
  })

  test('does not affect repositories and other organizations', async () => {
    const { id } = (await add()).body.tracker
    const repository = await connect(app.ctx, acme.id)
    expect((await admin.call('DELETE', `${base}/${repository.id}`)).status).toBe(404)
    const stranger = await (await app.team('other')).person('owner')
    expect((await stranger.call('DELETE', `${base}/${id}`)).status).toBe(404)
    expect(await stored()).toHaveLength(1)
    expect((await acme.call('GET', '/v1/integrations')).body.github).toHaveLength(1)
  })

  test('the public route still deletes both', async () => {
    const { id } = (await add()).body.tracker
    expect((await acme.call('DELETE', `/v1/integrations/${id}`)).status).toBe(200)
    expect(await stored()).toEqual([])
  })
})
