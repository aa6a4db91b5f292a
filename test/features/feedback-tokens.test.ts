import { beforeEach, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { projects } from '../../src/features/geo/projects/table.ts'
import {
  createFeedbackToken,
  createKey,
  listFeedbackTokens,
  listKeys,
  revokeFeedbackToken,
  revokeKey,
} from '../../src/features/keys/service.ts'
import { apiKeys } from '../../src/features/keys/table.ts'
import { hashToken } from '../../src/ids.ts'
import { caller, type Team, testApp } from '../support/app.ts'

let app: Awaited<ReturnType<typeof testApp>>
let acme: Team
beforeEach(async () => {
  app = await testApp()
  acme = await app.team('acme')
  for (const id of ['p1', 'p2'])
    await app.ctx.db
      .insert(projects)
      .values({ id, organizationId: acme.id, name: id, createdAt: app.ctx.now() })
})

const entry = { message: 'm', title: 't', kind: 'bug', sentiment: 'neutral' }
async function token(projectId: string | null = null) {
  const made = await createFeedbackToken(app.ctx, acme.id, projectId)
  return { ...made, call: caller(app.api, made.token) }
}

test('a feedback token sends feedback to its organization', async () => {
  const { token: text, call } = await token()
  expect(text).toMatch(/^nfb_[0-9a-f]{48}$/)
  const answer = await call('POST', '/v1/feedback', { ...entry, projectId: 'p1' })
  expect([answer.status, answer.body.feedback.projectId]).toEqual([202, 'p1'])
  expect(answer.headers.get('ratelimit-remaining')).toBe('119')
  expect((await acme.call('GET', '/v1/feedback')).body.feedback).toHaveLength(1)
})

test('a token that is bound to a project always uses that project', async () => {
  const { call } = await token('p1')
  for (const projectId of ['p2', 'unknown', undefined]) {
    const answer = await call('POST', '/v1/feedback', { ...entry, projectId })
    expect([answer.status, answer.body.feedback.projectId]).toEqual([202, 'p1'])
  }
})

test('a token has its own rate limit', async () => {
  const { call } = await token()
  for (let sent = 0; sent < 120; sent++) await call('POST', '/v1/feedback', entry)
  expect((await call('POST', '/v1/feedback', entry)).status).toBe(429)
  expect((await (await token()).call('POST', '/v1/feedback', entry)).status).toBe(202)
  expect((await acme.call('POST', '/v1/feedback', entry)).status).toBe(202)
})

test('a token has no other permission', async () => {
  const { call } = await token()
  const { body } = await call('POST', '/v1/feedback', entry)
  const { id } = body.feedback
  for (const [method, path] of [
    ['GET', '/v1/feedback'],
    ['GET', `/v1/feedback/${id}`],
    ['PATCH', `/v1/feedback/${id}`],
    ['GET', '/v1/posts'],
    ['GET', '/v1/integrations'],
    ['POST', '/v1/event-triggers'],
  ]) {
    const answer = await call(
      method as string,
      path as string,
      method === 'GET' ? undefined : { status: 'resolved' },
    )
    expect([path, answer.status, answer.body.code]).toEqual([path, 401, 'INVALID_API_KEY'])
  }
})

test('a token that is unknown, changed or revoked is invalid', async () => {
  const { id, token: text, call } = await token()
  for (const wrong of ['hfb_', `hfb_${'0'.repeat(48)}`, `${text}0`, text.slice(0, -1), `H${text.slice(1)}`]) {
    const answer = await caller(app.api, wrong)('POST', '/v1/feedback', entry)
    expect([answer.status, answer.body.error]).toEqual([401, 'Invalid API key'])
  }
  await revokeFeedbackToken(app.ctx, acme.id, id)
  expect((await call('POST', '/v1/feedback', entry)).status).toBe(401)
  await expect(revokeFeedbackToken(app.ctx, acme.id, id)).rejects.toThrow(
    'There is no feedback token with the ID',
  )
})

test('tokens are listed by their first characters, and only to their organization', async () => {
  const { id, token: text } = await token('p1')
  const other = await app.team('other')
  const listed = await listFeedbackTokens(app.ctx, acme.id)
  expect(listed).toEqual([
    { id, start: text.slice(0, 9), projectId: 'p1', createdAt: app.ctx.now().toISOString() },
  ])
  expect(await listFeedbackTokens(app.ctx, other.id)).toEqual([])
  await expect(revokeFeedbackToken(app.ctx, other.id, id)).rejects.toThrow('There is no feedback token')
})

test('a token cannot be bound to a project of another organization', async () => {
  const other = await app.team('other')
  await expect(createFeedbackToken(app.ctx, other.id, 'p1')).rejects.toThrow(
    'There is no project with the ID "p1" in this organization.',
  )
})

test('a token of the older prefix still works', async () => {
  const { id, call } = await token('p1')
  const older = `hfb_${'0'.repeat(48)}`
  await app.ctx.db
    .update(apiKeys)
    .set({ hash: hashToken(older) })
    .where(eq(apiKeys.id, id))
  expect((await caller(app.api, older)('POST', '/v1/feedback', entry)).body.feedback.projectId).toBe('p1')
  expect((await call('POST', '/v1/feedback', entry)).status).toBe(401)
})

test('a token is deleted with its project', async () => {
  const { call } = await token('p1')
  await app.ctx.db.delete(projects).where(eq(projects.id, 'p1'))
  expect((await call('POST', '/v1/feedback', entry)).body.code).toBe('INVALID_API_KEY')
  expect(await listFeedbackTokens(app.ctx, acme.id)).toEqual([])
})

test('a token is not a key of its organization, and a key is not a token', async () => {
  const { id } = await token()
  expect((await listKeys(app.ctx, acme.id)).map((key) => key.id)).toEqual([acme.keyId])
  await expect(revokeKey(app.ctx, acme.id, id)).rejects.toThrow(`There is no key with the ID "${id}"`)
  await expect(revokeFeedbackToken(app.ctx, acme.id, acme.keyId)).rejects.toThrow(
    'There is no feedback token',
  )
})

test('no key can get the scope of a token', async () => {
  await expect(createKey(app.ctx, acme.id, { name: 'k', scopes: ['feedback.send'] })).rejects.toThrow(
    'There is no scope "feedback.send"',
  )
})
