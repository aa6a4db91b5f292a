import { beforeEach, expect, test } from 'bun:test'
import { builtIn } from '../../src/ai/engines/built-in.ts'
import type { Engine } from '../../src/ai/engines/engine.ts'
import { createEngines } from '../../src/ai/engines/engines.ts'
import { type Team, testApp } from '../support/app.ts'
import { addProject, type Project } from '../support/tracking.ts'
import { addScan } from '../support/visibility.ts'

let app: Awaited<ReturnType<typeof testApp>>
let acme: Team
let project: Project

const engine = (id: string, supported: boolean): Engine => ({
  ...(builtIn[0] as Engine),
  id,
  search: { supported, body: {} },
})

beforeEach(async () => {
  app = await testApp()
  app.ctx.engines = createEngines(app.ctx.config, [engine('web', true), engine('mind', false)])
  app.ctx.clock.now = new Date('2026-03-10T12:00:00.000Z')
  acme = await app.team('acme')
  project = await addProject(app.ctx, acme)
})

const read = async (by = acme) =>
  (await by.call('GET', `/v1/projects/${project.id}/geo/visibility/presence`)).body
const scan = (day: string, given: Parameters<typeof addScan>[3]) =>
  addScan(app.ctx, project, `2026-${day}T09:00:00.000Z`, given)

test('a brand is named without search, only with search, or not at all, by the newest answer of each engine', async () => {
  await scan('03-08', [
    { promptId: 'custom-a', engine: 'web', mentioned: true },
    { promptId: 'custom-a', engine: 'mind', mentioned: true },
    { promptId: 'custom-c', engine: 'web', mentioned: true },
  ])
  await scan('03-09', [
    { promptId: 'custom-a', engine: 'mind', mentioned: false },
    { promptId: 'custom-b', engine: 'mind', mentioned: true },
    { promptId: 'custom-b', engine: 'web', mentioned: false },
    { promptId: 'custom-c', engine: 'web', mentioned: false },
  ])
  expect((await read()).prompts).toEqual([
    { promptId: 'custom-a', presence: 'search', engines: 2, mentioned: 1 },
    { promptId: 'custom-b', presence: 'knowledge', engines: 2, mentioned: 1 },
    { promptId: 'custom-c', presence: 'absent', engines: 1, mentioned: 0 },
  ])
})

test('an engine that is also asked without search counts once', async () => {
  await scan('03-09', [
    { promptId: 'custom-a', engine: 'web', mentioned: false },
    { promptId: 'custom-a', engine: 'web', mentioned: true, isTwin: true },
  ])
  expect((await read()).prompts).toEqual([
    { promptId: 'custom-a', presence: 'knowledge', engines: 1, mentioned: 1 },
  ])
})

test('later turns, other languages and answers older than thirty days do not count', async () => {
  await scan('02-01', [{ promptId: 'custom-a', engine: 'web', mentioned: true }])
  await scan('03-09', [
    { promptId: 'sequence-s', engine: 'web', mentioned: true, turn: 1 },
    { promptId: 'custom-a', engine: 'web', mentioned: true, language: 'de' },
  ])
  expect(await read()).toMatchObject({ configured: true, prompts: [] })
})

test('a project without settings, or of another organization, has no presence', async () => {
  const bare = await addProject(app.ctx, acme, 'bare', false)
  const path = `/v1/projects/${bare.id}/geo/visibility/presence`
  expect((await acme.call('GET', path)).body).toMatchObject({ configured: false, prompts: [] })
  const other = await app.team('other')
  expect((await other.call('GET', path)).status).toBe(404)
})
