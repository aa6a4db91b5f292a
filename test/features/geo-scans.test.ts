import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { answers, checks, tallies } from '../../src/features/geo/scans/table.ts'
import { geoSettings } from '../../src/features/geo/settings/table.ts'
import { type Team, testApp } from '../support/app.ts'
import { drain } from '../support/context.ts'
import { engineServer } from '../support/engine-server.ts'
import { track } from '../support/tracking.ts'

let engine: ReturnType<typeof engineServer>
let app: Awaited<ReturnType<typeof testApp>>
let acme: Team
beforeEach(async () => {
  engine = engineServer({})
  await open()
})
afterEach(() => engine.stop())

/** Opens the service anew, with these engines, each asked at the scripted server. */
async function open(entries: Parameters<typeof engine.engines>[0] = [{}]) {
  app = await testApp({}, { writer: null, small: null }, engine.engines(entries))
  acme = await app.team('acme')
}

const start = (projectId: string, by = acme) => by.call('POST', `/v1/projects/${projectId}/geo/scans`)
const read = async (projectId: string, scanId: string) =>
  (await acme.call('GET', `/v1/projects/${projectId}/geo/scans/${scanId}`)).body.scan
const findChecks = () => app.ctx.db.select().from(checks).orderBy(checks.promptId, checks.engine, checks.turn)

/** Starts a scan and runs it to its end. */
async function scan(projectId: string) {
  const started = await start(projectId)
  expect([started.status, started.body.error]).toEqual([202, undefined])
  await drain(app.ctx)
  return read(projectId, started.body.scanId)
}

describe('POST scans', () => {
  test('answers 202 with the scan, and where to look how far it is', async () => {
    const projectId = await track(app.ctx, acme.id)
    const { status, headers, body } = await start(projectId)
    const statusUrl = `/v1/projects/${projectId}/geo/scans/${body.scanId}`
    expect([status, headers.get('location'), body.statusUrl]).toEqual([202, statusUrl, statusUrl])
    expect(await read(projectId, body.scanId)).toEqual({
      id: body.scanId,
      projectId,
      status: 'running',
      cause: 'manual',
      retryOf: null,
      checks: { planned: 1, saved: 0, failed: 0 },
      failures: [],
      skipped: [],
      errorMessage: null,
      retryable: false,
      startedAt: app.ctx.now().toISOString(),
      finishedAt: null,
      createdAt: app.ctx.now().toISOString(),
    })
  })
})

describe('a scan', () => {
  test('puts every prompt to every engine, stores each answer with its facts and counts it', async () => {
    await open([{ id: 'test/one' }, { id: 'test/two', search: { supported: false, body: {} } }])
    const projectId = await track(app.ctx, acme.id, {
      engines: ['test/one', 'test/two'],
      prompts: ['best tools for teams', 'which tool is cheapest'],
      competitors: ['Globex'],
    })
    engine.replyWith({ text: 'Globex is cheap, and Acme is good.' })
    const ended = await scan(projectId)
    expect([ended.status, ended.checks, ended.finishedAt]).toEqual([
      'completed',
      { planned: 4, saved: 4, failed: 0 },
      app.ctx.now().toISOString(),
    ])
    const stored = await findChecks()
    expect(stored.map(({ promptId, engine }) => [promptId, engine])).toEqual([
      [`custom-p1-${projectId}`, 'test/one'],
      [`custom-p1-${projectId}`, 'test/two'],
      [`custom-p2-${projectId}`, 'test/one'],
      [`custom-p2-${projectId}`, 'test/two'],
    ])
    expect(stored.map(({ mentioned, competitorIds }) => [mentioned, competitorIds])).toEqual(
      Array(4).fill([true, [`globex-${projectId}`]]),
    )
    const [answer] = await app.ctx.db
      .select()
      .from(answers)
      .where(eq(answers.checkId, stored[0]?.id ?? ''))
    expect(answer).toMatchObject({
      prompt: 'best tools for teams',
      answer: 'Globex is cheap, and Acme is good.',
    })
    expect(await app.ctx.db.$count(tallies)).toBe(2)
    const [settings] = await app.ctx.db.select().from(geoSettings)
    expect([settings?.scanId, settings?.scanStartedAt, settings?.lastScanAt]).toEqual([
      null,
      null,
      app.ctx.now(),
    ])
  })
})
