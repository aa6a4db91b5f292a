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

test('a day counts each engine, conversations too, and all engines together', async () => {
  const app = await testApp()
  const team = await app.team('acme')
  const project = await addProject(app.ctx, team)
  await addScan(app.ctx, project, '2026-03-01T10:00:00.000Z', [
    { engine: 'beta', promptId: 'custom-1', mentioned: true, position: 2 },
    { engine: 'alpha', promptId: 'custom-1', mentioned: false },
    { engine: 'alpha', promptId: 'sequence-1', turn: 2, mentioned: true, position: 1 },
    { engine: 'alpha', promptId: 'custom-1', language: 'de', mentioned: true },
  ])
  await addScan(app.ctx, project, '2026-03-02T10:00:00.000Z', [
    { engine: 'alpha', promptId: 'custom-1', mentioned: false },
  ])
  const { body } = await team.call('GET', `${base}/timeseries`)
  const interval = { low: expect.closeTo(0.0945, 4), high: expect.closeTo(0.9055, 4), of: 'window' }
  const none = { low: 0, high: expect.closeTo(0.7935, 4), of: 'window' }
  expect(body.points).toEqual([
    { day: '2026-03-01', engine: 'alpha', checks: 2, mentions: 1, avgPosition: 1, n: 2, interval },
    {
      day: '2026-03-01',
      engine: 'beta',
      checks: 1,
      mentions: 1,
      avgPosition: 2,
      n: 1,
      interval: { low: expect.closeTo(0.2065, 4), high: 1, of: 'window' },
    },
    { day: '2026-03-02', engine: 'alpha', checks: 1, mentions: 0, avgPosition: null, n: 1, interval: none },
  ])
  expect(body.brand).toEqual([
    {
      day: '2026-03-01',
      checks: 3,
      mentions: 2,
      avgPosition: 1.5,
      n: 3,
      interval: { low: expect.closeTo(0.2077, 4), high: expect.closeTo(0.9385, 4), of: 'window' },
    },
    { day: '2026-03-02', checks: 1, mentions: 0, avgPosition: null, n: 1, interval: none },
  ])
  expect(body.modelChanges).toEqual([])
})

test('a model that answers in the place of another is told with its day, one that tells no name is not', async () => {
  const app = await testApp()
  const team = await app.team('acme')
  const project = await addProject(app.ctx, team)
  const models = ['alpha-1', null, 'alpha-1', 'alpha-2']
  for (const [day, modelReported] of models.entries())
    await addScan(app.ctx, project, `2026-03-0${day + 1}T10:00:00.000Z`, [
      { engine: 'alpha', promptId: 'custom-1', modelReported },
      { engine: 'beta', promptId: 'custom-1', modelReported: 'beta-1' },
    ])
  const { body } = await team.call('GET', `${base}/timeseries`)
  expect(body.modelChanges).toEqual([{ day: '2026-03-04', engine: 'alpha', from: 'alpha-1', to: 'alpha-2' }])
})
