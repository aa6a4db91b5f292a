import { expect, test } from 'bun:test'
import { createFeedbackToken } from '../../src/features/keys/service.ts'
import { testApp } from '../support/app.ts'

test('a key with any scope sees its own organization only', async () => {
  const app = await testApp()
  await app.team('globex')
  const acme = await app.team('acme', ['skills.read'])
  const organization = { id: acme.id, slug: 'acme', name: 'Team acme', logo: null }
  const { status, body } = await acme.call('GET', '/v1/me/workspaces?includePending=true')
  expect([status, body]).toEqual([
    200,
    {
      currentWorkspace: organization,
      workspaces: [{ ...organization, role: null, status: 'active', isCurrent: true }],
      authentication: { type: 'apiKey' },
    },
  ])
})

test('a signed-in user sees the organization with their role', async () => {
  const app = await testApp()
  const admin = await (await app.team('acme')).person('admin')
  const { body } = await admin.call('GET', '/v1/me/workspaces')
  expect([body.workspaces[0].role, body.authentication]).toEqual(['admin', { type: 'session' }])
})

test('a feedback token is refused with 403, and no key with 401', async () => {
  const app = await testApp()
  const acme = await app.team('acme')
  const { token } = await createFeedbackToken(app.ctx, acme.id, null)
  const authorization = `Bearer ${token}`
  expect((await app.anonymous('GET', '/v1/me/workspaces', undefined, { authorization })).status).toBe(403)
  expect((await app.anonymous('GET', '/v1/me/workspaces')).status).toBe(401)
})
