import { beforeEach, describe, expect, test } from 'bun:test'
import { projects } from '../../src/features/geo/projects/table.ts'
import { scopes } from '../../src/features/keys/model.ts'
import { caller, type SignedInPerson, type Team, testApp } from '../support/app.ts'

const day = 24 * 60 * 60 * 1000
const base = '/api/app/keys'
const tokens = '/api/app/feedback-tokens'
let app: Awaited<ReturnType<typeof testApp>>
let acme: Team
let admin: SignedInPerson
let stranger: SignedInPerson
beforeEach(async () => {
  app = await testApp()
  acme = await app.team('acme')
  admin = await acme.person('admin')
  stranger = await (await app.team('other')).person('owner')
})

const make = (body: Record<string, unknown> = {}) => admin.call('POST', base, { name: 'Robot', ...body })
const made = async (body: Record<string, unknown> = {}) => {
  const answer = await make(body)
  expect([answer.status, answer.body.error]).toEqual([201, undefined])
  return answer.body
}
const listed = async () => (await admin.call('GET', base)).body.keys
const hasAccess = async (key: string, path = '/v1/posts') =>
  (await caller(app.api, key)('GET', path)).status === 200

describe('a new key', () => {
  test('is shown once, with its entry in the list', async () => {
    app.ctx.clock.advance(1000)
    const { key, secret } = await made({ scopes: ['posts.read', 'skills.read'] })
    expect(secret).toMatch(/^herald_[0-9a-f]{48}$/)
    expect(key).toEqual({
      id: expect.any(String),
      name: 'Robot',
      start: secret.slice(0, 12),
      scopes: ['posts.read', 'skills.read'],
      createdAt: app.ctx.now().toISOString(),
      expiresAt: null,
      lastUsedAt: null,
    })
    const answer = await admin.call('GET', base)
    expect(answer.body.keys[0]).toEqual(key)
    expect(answer.text).not.toContain(secret)
    expect(await hasAccess(secret)).toBe(true)
    expect(await hasAccess(secret, '/v1/integrations')).toBe(false)
  })

  test('has each scope once', async () => {
    expect((await made({ scopes: ['posts.read', 'posts.read'] })).key.scopes).toEqual(['posts.read'])
  })

  test('has every scope unless some are chosen', async () => {
    expect((await made()).key.scopes).toEqual(scopes)
  })

  test.each([
    { expiresInDays: 7 },
    { expiresAt: '2026-03-11T12:00:00.000Z' },
    { expiresAt: '2026-03-11T13:00:00+01:00' },
  ])('expires at the given time: %j', async (body) => {
    const { key, secret } = await made(body)
    expect(key.expiresAt).toBe('2026-03-11T12:00:00.000Z')
    app.ctx.clock.advance(7 * day - 1)
    expect(await hasAccess(secret)).toBe(true)
    app.ctx.clock.advance(1)
    expect(await hasAccess(secret)).toBe(false)
  })

  test('may have its own rate limit', async () => {
    const { secret } = await made({ perMinute: 1 })
    expect(await hasAccess(secret)).toBe(true)
    expect(await hasAccess(secret)).toBe(false)
  })

  test.each([
    [{ name: undefined }, 'Name is required'],
    [{ name: ' ' }, 'name must have 1 to 100 characters'],
    [{ name: 'x'.repeat(101) }, 'name must have 1 to 100 characters'],
    [{ scopes: [] }, 'Select at least one permission'],
    [{ scopes: ['posts.delete'] }, 'scopes[0]: scopes accepts only scopes such as posts.read'],
    [{ scopes: ['*'] }, 'scopes[0]: scopes accepts only scopes such as posts.read'],
    [{ scopes: ['feedback.send'] }, 'scopes[0]: scopes accepts only scopes such as posts.read'],
    [{ expiresInDays: 0 }, 'expiresInDays must be a whole number from 1 to 3650'],
    [{ expiresAt: 'soon' }, 'expiresAt must be in the future, such as 2027-01-31T12:00:00.000Z'],
    [
      { expiresAt: '2026-03-04T12:00:00.000Z' },
      'expiresAt must be in the future, such as 2027-01-31T12:00:00.000Z',
    ],
    [{ expiresInDays: 1, expiresAt: '2027-01-01T00:00:00Z' }, 'Send expiresInDays or expiresAt, not both'],
    [{ perMinute: 0.5 }, 'perMinute must be a whole number from 1 to 1000000'],
  ])('is refused with %j', async (body, error) => {
    const answer = await make(body)
    expect([answer.status, answer.body.error]).toEqual([400, error])
    expect(await listed()).toHaveLength(1)
  })
})

describe('the list of keys', () => {
  test('has the newest first, with their scopes, and no feedback tokens', async () => {
    app.ctx.clock.advance(1000)
    const { key } = await made()
    await admin.call('POST', tokens, {})
    const { keys, resources } = (await admin.call('GET', base)).body
    expect(keys.map(({ id }: { id: string }) => id)).toEqual([key.id, acme.keyId])
    expect(resources).toHaveLength(17)
    expect(resources.flatMap((each: string) => [`${each}.read`, `${each}.write`])).toEqual(scopes)
  })

  test('has only keys of the organization', async () => {
    await made()
    const { keys } = (await stranger.call('GET', base)).body
    expect(keys.map(({ name }: { name: string }) => name)).toEqual(['test'])
  })
})

describe('changing a key', () => {
  test('renames it, and its scopes change immediately', async () => {
    const { key, secret } = await made({ scopes: ['posts.read'] })
    const { status, body } = await admin.call('PATCH', `${base}/${key.id}`, { name: ' Reader ' })
    expect([status, body]).toEqual([200, { key: { ...key, name: 'Reader' } }])
    await admin.call('PATCH', `${base}/${key.id}`, { scopes: ['skills.read'] })
    expect([await hasAccess(secret), await hasAccess(secret, '/v1/skills')]).toEqual([false, true])
    expect((await listed()).find(({ id }: { id: string }) => id === key.id)).toMatchObject({
      name: 'Reader',
      scopes: ['skills.read'],
    })
  })

  test.each([
    [{}, 'At least one field must be provided'],
    [{ scopes: [] }, 'Select at least one permission'],
    [{ scopes: ['api.write'] }, 'scopes[0]: scopes accepts only scopes such as posts.read'],
    [{ name: '' }, 'name must have 1 to 100 characters'],
  ])('is refused with %j', async (body, error) => {
    const answer = await admin.call('PATCH', `${base}/${acme.keyId}`, body)
    expect([answer.status, answer.body.error]).toEqual([400, error])
  })
})

test('a key is revoked immediately, and once', async () => {
  const { key, secret } = await made()
  const { status, body } = await admin.call('DELETE', `${base}/${key.id}`)
  expect([status, body]).toEqual([200, { id: key.id }])
  expect(await hasAccess(secret)).toBe(false)
  const error = `There is no key with the ID "${key.id}" in this organization.`
  for (const [method, change] of [['DELETE'], ['PATCH', { name: 'Again' }]] as const) {
    const again = await admin.call(method, `${base}/${key.id}`, change)
    expect([again.status, again.body]).toEqual([404, { error }])
  }
})

describe('feedback tokens', () => {
  const token = async (body = {}) => (await admin.call('POST', tokens, body)).body

  test('are shown once, listed by their first characters, and can only send feedback', async () => {
    await app.ctx.db
      .insert(projects)
      .values({ id: 'p1', organizationId: acme.id, name: 'P', createdAt: app.ctx.now() })
    const { token: made, secret } = await token({ projectId: 'p1' })
    expect(secret).toMatch(/^nfb_[0-9a-f]{48}$/)
    expect(made).toEqual({
      id: expect.any(String),
      start: secret.slice(0, 9),
      projectId: 'p1',
      createdAt: app.ctx.now().toISOString(),
    })
    const answer = await admin.call('GET', tokens)
    expect(answer.body).toEqual({ tokens: [made] })
    expect(answer.text).not.toContain(secret)
    const entry = { message: 'm', title: 't', kind: 'bug', sentiment: 'neutral' }
    const sent = await caller(app.api, secret)('POST', '/v1/feedback', entry)
    expect([sent.status, sent.body.feedback.projectId]).toEqual([202, 'p1'])
    expect(await hasAccess(secret)).toBe(false)
  })

  test('cannot be bound to a project of another organization', async () => {
    await app.ctx.db
      .insert(projects)
      .values({ id: 'p1', organizationId: acme.id, name: 'P', createdAt: app.ctx.now() })
    const answer = await stranger.call('POST', tokens, { projectId: 'p1' })
    expect([answer.status, answer.body]).toEqual([
      404,
      { error: 'There is no project with the ID "p1" in this organization.' },
    ])
  })

  test('are revoked immediately', async () => {
    const { token: made, secret } = await token()
    expect((await admin.call('DELETE', `${tokens}/${made.id}`)).body).toEqual({ id: made.id })
    expect((await caller(app.api, secret)('POST', '/v1/feedback', { message: 'm' })).status).toBe(401)
    expect((await admin.call('DELETE', `${tokens}/${made.id}`)).status).toBe(404)
  })

  test('are not keys, and keys are not tokens', async () => {
    const { token: made } = await token()
    expect((await admin.call('DELETE', `${base}/${made.id}`)).status).toBe(404)
    expect((await admin.call('PATCH', `${base}/${made.id}`, { scopes: ['posts.read'] })).status).toBe(404)
    expect((await admin.call('DELETE', `${tokens}/${acme.keyId}`)).status).toBe(404)
  })
})

test("another organization's keys and tokens are unknown", async () => {
  const { key } = await made()
  const { token } = (await admin.call('POST', tokens, {})).body
  for (const [method, path, body] of [
    ['PATCH', `${base}/${key.id}`, { name: 'Mine' }],
    ['DELETE', `${base}/${key.id}`],
    ['DELETE', `${tokens}/${token.id}`],
  ] as const)
    expect([path, (await stranger.call(method, path, body)).status]).toEqual([path, 404])
  expect(await listed()).toHaveLength(2)
})
