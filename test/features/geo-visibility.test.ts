import { expect, test } from 'bun:test'
import { testApp } from '../support/app.ts'
import { addProject, addScan } from '../support/visibility.ts'

const base = '/v1/projects/project/geo/visibility'

test('the overview of a project that is not set up is empty', async () => {
  const app = await testApp()
  const team = await app.team('acme')
  await addProject(app.ctx, team, 'project', false)
  const { status, body } = await team.call('GET', `${base}/overview`)
  expect(status).toBe(200)
  expect(body).toEqual({
    configured: false,
    brand: {
      checks: 0,
      mentions: 0,
      mentionRate: null,
      n: 0,
      interval: null,
      avgPosition: null,
      comparison: null,
      lastCheckedAt: null,
    },
    engines: [],
    organization: { id: team.id, slug: 'acme', name: 'Team acme', logo: null },
  })
})

test('the overview counts first turns in the language of the prompts, the highest rate first', async () => {
  const app = await testApp()
  const team = await app.team('acme')
  const project = await addProject(app.ctx, team)
  await addScan(app.ctx, project, '2026-03-01T10:00:00.000Z', [
    { engine: 'alpha', promptId: 'custom-1', mentioned: true, position: 1 },
    { engine: 'alpha', promptId: 'custom-2', mentioned: false },
    { engine: 'alpha', promptId: 'custom-3', mentioned: true, position: 4 },
    { engine: 'beta', promptId: 'custom-1', mentioned: true, position: null },
    { engine: 'beta', promptId: 'custom-1', language: 'de', mentioned: false },
    { engine: 'beta', promptId: 'sequence-1', turn: 1, mentioned: false },
    { engine: 'beta', promptId: 'custom-1', isTwin: true, mentioned: false },
  ])
  const { body } = await team.call('GET', `${base}/overview`)
  expect(body.engines).toEqual([
    {
      engine: 'beta',
      checks: 1,
      mentions: 1,
      mentionRate: 1,
      n: 1,
      interval: { low: expect.closeTo(0.2065, 4), high: 1, of: 'window' },
      avgPosition: null,
      comparison: null,
      lastCheckedAt: '2026-03-01T10:00:00.000Z',
    },
    {
      engine: 'alpha',
      checks: 3,
      mentions: 2,
      mentionRate: 0.667,
      n: 3,
      interval: { low: expect.closeTo(0.2077, 4), high: expect.closeTo(0.9385, 4), of: 'window' },
      avgPosition: 2.5,
      comparison: null,
      lastCheckedAt: '2026-03-01T10:00:00.000Z',
    },
  ])
  expect(body.brand).toMatchObject({ checks: 4, mentions: 3, mentionRate: 0.75, n: 4, avgPosition: 2.5 })
})
