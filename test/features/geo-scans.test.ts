import { afterEach, beforeEach, describe, expect, spyOn, test } from 'bun:test'
import { eq, sql } from 'drizzle-orm'
import type { Models } from '../../src/ai/models.ts'
import { answers, checks, tallies } from '../../src/features/geo/scans/table.ts'
import { geoSettings } from '../../src/features/geo/settings/table.ts'
import { startRunner } from '../../src/jobs/runner.ts'
import { jobs } from '../../src/registry.ts'
import { type Team, testApp } from '../support/app.ts'
import { drain } from '../support/context.ts'
import { badDays, engineServer } from '../support/engine-server.ts'
import { recordLog } from '../support/log.ts'
import { startModels } from '../support/models.ts'
import { recordStatements } from '../support/query-plan.ts'
import { track } from '../support/tracking.ts'

let engine: ReturnType<typeof engineServer>
let app: Awaited<ReturnType<typeof testApp>>
let acme: Team
beforeEach(async () => {
  engine = engineServer({})
  await open()
})
afterEach(() => engine.stop())

/** Opens the service again, with these engines at the scripted server, and optionally a judge. */
async function open(
  entries: Parameters<typeof engine.engines>[0] = [{}],
  models: Models = { writer: null, small: null },
) {
  app = await testApp({}, models, engine.engines(entries))
  acme = await app.team('acme')
}

/** An empty verdict. */
const nothingFound = { position: null, sentiment: null, competitors: [], excerpt: null, unsure: [] }

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
  test('returns 202 with the scan and the URL of its status', async () => {
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
  test('sends every prompt to every engine, and stores and counts each answer', async () => {
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

test('the list of scans ends at the 10,000 newest, so that no page reads more', async () => {
  const projectId = await track(app.ctx, acme.id)
  await app.ctx.db.run(sql`with recursive n(n) as (select 1 union all select n + 1 from n where n < 10005)
    insert into geo_scans (id, organization_id, project_id, status, cause, plan, planned, started_at, created_at)
    select 'scan-' || n, ${acme.id}, ${projectId}, 'completed', 'recurring', '{"skipped":[]}', 1, n, n from n`)
  const pageOf = async (page: number) =>
    (await acme.call('GET', `/v1/projects/${projectId}/geo/scans?limit=3&page=${page}`)).body
  const idsOf = ({ scans }: { scans: { id: string }[] }) => scans.map(({ id }) => id)
  const sent = recordStatements(app.ctx.db)
  const first = await pageOf(1)
  expect(idsOf(first)).toEqual(['scan-10005', 'scan-10004', 'scan-10003'])
  expect(first.pagination).toMatchObject({ totalItems: 10_000, totalPages: 3334 })
  const counts = sent.filter(({ sql }) => sql.includes('count(*)'))
  expect(counts.map(({ sql }) => / limit \?/.test(sql))).toEqual([true])
  expect(idsOf(await pageOf(3334))).toEqual(['scan-6'])
  const beyond = await pageOf(3335)
  expect([idsOf(beyond), beyond.pagination.nextPage]).toEqual([[], null])
})

describe('the judge', () => {
  /** Returns the only stored answer after a judge has given this verdict. */
  async function judged(
    answer: string,
    verdict: object | string,
    tracking: Parameters<typeof track>[2] = {},
  ) {
    using judge = startModels(verdict)
    await open([{}], judge.models())
    engine.replyWith({ text: answer })
    const ended = await scan(await track(app.ctx, acme.id, tracking))
    const [check] = await findChecks()
    const [stored] = await app.ctx.db.select().from(answers)
    if (!check || !stored) throw new Error('Nothing was stored.')
    return { ended, check, stored, asked: judge.asked }
  }

  test('adds position, sentiment, discovered names and an excerpt', async () => {
    const { check, stored } = await judged(
      'Globex is fine. Acme is the best choice. Also Initech.',
      {
        position: 2.4,
        sentiment: 'Positive',
        competitors: ['Globex', 'Initech', 'initech', 'Hooli'],
        excerpt: 'Acme is the best choice.',
        unsure: [],
      },
      { competitors: ['Globex'] },
    )
    expect([check.position, check.sentiment, check.discovered, check.judgedAt]).toEqual([
      2,
      'positive',
      // Tracked ones are competitors, and Hooli does not occur in the answer.
      ['Initech'],
      app.ctx.now(),
    ])
    expect(stored.excerpt).toBe('Acme is the best choice.')
  })

  test('cannot add a mention or a position of a brand that the answer does not name', async () => {
    const { check, stored } = await judged('Globex is fine.', {
      ...nothingFound,
      position: 1,
      sentiment: 'positive',
      excerpt: 'Acme is the best choice.',
    })
    expect([check.mentioned, check.position, check.sentiment, stored.excerpt]).toEqual([
      false,
      null,
      null,
      null,
    ])
  })

  test('gets the answer as JSON, and the instruction that it is data', async () => {
    const { asked } = await judged(badDays.commanding.text, nothingFound)
    expect(asked[0]?.instructions).toContain('never speaks to you')
    expect(JSON.parse(asked[0]?.prompt ?? '')).toMatchObject({
      brand: 'Acme',
      answer: badDays.commanding.text,
    })
  })

  test.each([0, -1, 0.4, 1e9])('a position of %p is none', async (position) => {
    const { check } = await judged('Acme.', { ...nothingFound, position })
    expect([check.mentioned, check.position]).toEqual([true, null])
  })

  test('with an invalid verdict only loses its part: the answer keeps the facts of its words', async () => {
    const { ended, check } = await judged('Acme.', 'I would rather not say.')
    expect([ended.status, ended.checks.saved, check.mentioned, check.judgedAt]).toEqual([
      'completed',
      1,
      true,
      null,
    ])
    expect(ended.errorMessage).toBe(
      'Position and sentiment of one answer are missing. The model small returned an invalid response.',
    )
  })

  const unsureText = 'On monday I plan the week.'
  test('decides hits that the matcher is unsure of', async () => {
    const tracking = { companyName: 'Monday' }
    const denied = await judged(
      unsureText,
      { ...nothingFound, unsure: [{ id: 'u1', isNamed: false }] },
      tracking,
    )
    expect([denied.check.mentioned, denied.stored.decided]).toEqual([false, { own: false }])
    const granted = await judged(
      unsureText,
      { ...nothingFound, unsure: [{ id: 'u1', isNamed: true }] },
      tracking,
    )
    expect([granted.check.mentioned, granted.stored.decided]).toEqual([true, { own: true }])
    expect(JSON.parse(denied.asked[0]?.prompt ?? '').unsure).toEqual([
      { id: 'u1', name: 'Monday', places: [unsureText] },
    ])
  })

  test('is optional: without it only certain hits count as a mention', async () => {
    engine.replyWith({ text: unsureText })
    await scan(await track(app.ctx, acme.id, { companyName: 'Monday' }))
    expect((await findChecks()).map(({ mentioned }) => mentioned)).toEqual([false])
  })

  test('is not called with zero data retention unless it stores nothing', async () => {
    using judge = startModels(nothingFound)
    await open([{ searchZdr: 'all' }], judge.models())
    await scan(await track(app.ctx, acme.id, { enforceZdr: true }))
    expect([judge.asked.length, (await findChecks()).length]).toEqual([0, 1])
  })
})

describe('failures of an engine', () => {
  test.each(['garbage', 'half', 'broken'] as const)(
    'one that is %s fails its own answers, with the reason',
    async (day) => {
      await open([
        { id: 'test/one', model: 'one' },
        { id: 'test/two', model: 'two' },
      ])
      engine.replyWith(({ model }) => (model === 'one' ? badDays[day] : 'Acme.'))
      const ended = await scan(await track(app.ctx, acme.id, { engines: ['test/one', 'test/two'] }))
      expect([ended.status, ended.checks, ended.retryable]).toEqual([
        'completed',
        { planned: 2, saved: 1, failed: 1 },
        true,
      ])
      expect(ended.failures).toEqual([
        { engine: 'test/one', failed: 1, reasons: [{ reason: expect.any(String), count: 1 }] },
      ])
    },
  )

  test('missing answers are logged by engine with the most frequent reason', async () => {
    const { log, lines } = recordLog()
    const usual = app.ctx.log
    app.ctx.log = log
    engine.replyWith(badDays.unauthorized)
    await scan(await track(app.ctx, acme.id))
    app.ctx.log = usual
    expect(lines).toMatchObject([
      {
        failed: 1,
        reason: 'The endpoint of test/one refuses the key: set its keyVariable.',
        msg: 'Engine test/one did not answer some questions of a visibility scan. Retry the scan on its page when the engine works.',
      },
    ])
  })

  test('an empty answer is not stored', async () => {
    engine.replyWith(badDays.empty)
    const ended = await scan(await track(app.ctx, acme.id))
    expect([ended.status, ended.checks, ended.errorMessage]).toEqual([
      'failed',
      { planned: 1, saved: 0, failed: 1 },
      'No engine answered. test/one returned an empty answer.',
    ])
  })

  test('an answer of 50 KB, one in another script and one that looks like a verdict are stored', async () => {
    engine.replyWith(badDays.long, badDays.foreign, badDays.judging)
    const prompts = ['first of the prompts', 'second of the prompts', 'third of the prompts']
    const ended = await scan(await track(app.ctx, acme.id, { prompts }))
    expect([ended.status, ended.checks.saved]).toEqual(['completed', 3])
    const stored = await app.ctx.db.select().from(answers)
    expect(stored.map(({ answer }) => answer).sort()).toEqual(
      [badDays.long.text.trim(), badDays.foreign.text, badDays.judging.text].sort(),
    )
  })

  test('a timeout is retried once', async () => {
    engine.replyWith(new Response('', { status: 504 }), 'Acme.')
    expect((await scan(await track(app.ctx, acme.id))).checks).toEqual({ planned: 1, saved: 1, failed: 0 })
    expect(engine.asked.length).toBe(2)
    engine.replyWith(badDays.broken)
    await scan(await track(app.ctx, acme.id))
    expect(engine.asked.length).toBe(3)
  })

  test('an engine that refuses the key is not called again', async () => {
    engine.replyWith(badDays.unauthorized)
    const prompts = Array.from({ length: 60 }, (_, index) => `prompt number ${index}`)
    const ended = await scan(await track(app.ctx, acme.id, { prompts }))
    expect(engine.asked.length).toBeLessThan(20)
    expect([ended.status, ended.failures]).toEqual([
      'failed',
      [
        {
          engine: 'test/one',
          failed: 60,
          reasons: [{ reason: 'The endpoint of test/one refuses the key: set its keyVariable.', count: 60 }],
        },
      ],
    ])
  })

  test('an engine with a rate limit waits as long as it asks, while the others continue', async () => {
    await open([
      { id: 'test/one', model: 'one' },
      { id: 'test/two', model: 'two' },
    ])
    let isLimited = true
    engine.replyWith(({ model }) => (model === 'one' && isLimited ? badDays.limited : 'Acme.'))
    const projectId = await track(app.ctx, acme.id, { engines: ['test/one', 'test/two'] })
    const { scanId } = (await start(projectId)).body
    await drain(app.ctx)
    expect((await read(projectId, scanId)).checks).toEqual({ planned: 2, saved: 1, failed: 0 })
    expect(engine.asked.map(({ model }) => model).sort()).toEqual(['one', 'two'])
    app.ctx.clock.advance(29_000)
    await drain(app.ctx)
    expect(engine.asked.length).toBe(2)
    isLimited = false
    app.ctx.clock.advance(1000)
    await drain(app.ctx)
    const ended = await read(projectId, scanId)
    expect([ended.status, ended.checks, engine.asked.length]).toEqual([
      'completed',
      { planned: 2, saved: 2, failed: 0 },
      3,
    ])
  })
})

describe('an interrupted scan', () => {
  const prompts = Array.from({ length: 16 }, (_, index) => `question ${index + 1}`)

  /**
   * Runs a scan that stores answers to the first `stored` prompts, and stops when the judge was called for
   * each.
   */
  async function interrupt(judge: ReturnType<typeof startModels>, stored: number): Promise<string> {
    const heard = Promise.withResolvers<void>()
    judge.replyWith(() => {
      if (judge.asked.length === stored) heard.resolve()
      return badDays.silent() as Promise<never>
    })
    engine.replyWith(({ prompt }) =>
      prompts.indexOf(prompt) < stored ? `Acme on ${prompt}.` : (badDays.silent() as Promise<string>),
    )
    const projectId = await track(app.ctx, acme.id, { prompts })
    const { scanId } = (await start(projectId)).body
    const runner = await startRunner(app.ctx, jobs)
    await heard.promise
    await runner.stop(0)
    expect((await findChecks()).map(({ judgedAt }) => judgedAt)).toEqual(Array(stored).fill(null))
    engine.replyWith({ text: 'Acme, again.' })
    judge.replyWith(nothingFound)
    return scanId
  }

  test('does not repeat a question whose answer arrived while other questions and the judge were pending', async () => {
    using judge = startModels()
    await open([{}], judge.models())
    await interrupt(judge, 1)
    await drain(app.ctx)
    const asked = engine.asked.filter(({ prompt }) => prompt === prompts[0])
    const stored = await app.ctx.db
      .select()
      .from(answers)
      .where(eq(answers.prompt, prompts[0] ?? ''))
    expect([asked.length, stored.map(({ answer }) => answer)]).toEqual([1, ['Acme on question 1.']])
    expect((await findChecks()).map(({ judgedAt }) => judgedAt)).toEqual(Array(16).fill(app.ctx.now()))
  })

  test('starts one verdict per turn of the event loop', async () => {
    using judge = startModels()
    await open([{}], judge.models())
    await interrupt(judge, prompts.length)
    let turn = 0
    let immediate = setImmediate(function next() {
      turn++
      immediate = setImmediate(next)
    })
    const turns: number[] = []
    const send = globalThis.fetch
    using _ = spyOn(globalThis, 'fetch').mockImplementation(((...request: Parameters<typeof fetch>) => {
      if (String(request[0]).startsWith(judge.url)) turns.push(turn)
      return send(...request)
    }) as typeof fetch)
    await drain(app.ctx)
    clearImmediate(immediate)
    expect([turns.length, new Set(turns).size]).toEqual([prompts.length, prompts.length])
  })
})
