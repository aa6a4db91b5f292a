import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import type { Models } from '../../src/ai/models.ts'
import { autoPromptIds } from '../../src/features/geo/prompts/auto-prompts.ts'
import { answers, checks } from '../../src/features/geo/scans/table.ts'
import { geoSettings } from '../../src/features/geo/settings/table.ts'
import { type Answer, type Team, testApp } from '../support/app.ts'
import { beforeNextBatch } from '../support/batches.ts'
import { drain } from '../support/context.ts'
import { badDays, engineServer } from '../support/engine-server.ts'
import { startModels } from '../support/models.ts'
import { planOf, recordStatements } from '../support/query-plan.ts'
import { track } from '../support/tracking.ts'

const noModels: Models = { writer: null, small: null }
const minute = 60_000

let engine: ReturnType<typeof engineServer>
let app: Awaited<ReturnType<typeof testApp>>
let acme: Team
beforeEach(async () => {
  engine = engineServer('Acme.')
  await open()
})
afterEach(() => engine.stop())

async function open(
  entries: Parameters<typeof engine.engines>[0] = [{}],
  models: Models = noModels,
  keys: Record<string, string> = {},
) {
  app = await testApp({}, models, engine.engines(entries, keys))
  acme = await app.team('acme')
}

const post = (projectId: string, path: string, by = acme) =>
  by.call('POST', `/v1/projects/${projectId}/geo/${path}`)
const get = (projectId: string, path: string) => acme.call('GET', `/v1/projects/${projectId}/geo/${path}`)
const readScan = async (projectId: string, id: string) => (await get(projectId, `scans/${id}`)).body.scan
const tell = ({ status, body }: Answer) => [status, body.error]
const estimate = async (projectId: string) => (await get(projectId, 'scans/estimate')).body
const readChecks = () => app.ctx.db.select().from(checks).orderBy(checks.engine, checks.promptId, checks.turn)

async function scan(projectId: string, path = 'scans') {
  const started = await post(projectId, path)
  expect(tell(started)).toEqual([202, undefined])
  await drain(app.ctx)
  return readScan(projectId, started.body.scanId)
}

/** A small model that translates into German, and returns an empty verdict as a judge. */
const startGerman = () =>
  startModels(({ instructions, prompt }) =>
    instructions.includes('German')
      ? { prompts: JSON.parse(prompt).prompts.map((each: string) => `DE ${each}`) }
      : { position: null, sentiment: null, competitors: [], excerpt: null, unsure: [] },
  )

const six = Array.from({ length: 6 }, (_, index) => `prompt number ${index + 1}`)
const plain = { supported: false, body: {} }

describe('the questions of a scan', () => {
  test('are as many as in the contract, and as in the estimate', async () => {
    using small = startGerman()
    await open([{ id: 'test/one' }, { id: 'test/two', search: plain }], small.models())
    const projectId = await track(app.ctx, acme.id, {
      engines: ['test/one', 'test/two'],
      languages: ['en', 'de'],
      prompts: six,
      sequences: [['which tools are there', 'and which is cheapest']],
    })
    // Prompts x engines, extra languages x the first five x engines, and turns x engines that search.
    const planned = 6 * 2 + 5 * 2 + 2
    expect((await estimate(projectId)).checks).toBe(planned)
    expect((await scan(projectId)).checks).toEqual({ planned, saved: planned, failed: 0 })
  })

  test('are sent to searching engines with search, and also without while that is tracked', async () => {
    await open([
      { id: 'test/one', search: { supported: true, body: { web: true } } },
      { id: 'test/two', search: plain },
    ])
    const projectId = await track(app.ctx, acme.id, {
      engines: ['test/one', 'test/two'],
      trackWithoutSearch: true,
    })
    expect((await scan(projectId)).checks.saved).toBe(3)
    expect((await readChecks()).map(({ engine, isTwin }) => [engine, isTwin]).sort()).toEqual([
      ['test/one', false],
      ['test/one', true],
      ['test/two', false],
    ])
    expect(engine.asked.map(({ body }) => body.web === true).sort()).toEqual([false, false, true])
  })

  test('begin with auto prompts, without paused and removed ones', async () => {
    const projectId = await track(app.ctx, acme.id, {
      removedAutoPromptIds: autoPromptIds.filter((id) => id !== 'top-list' && id !== 'comparison'),
      pausedAutoPromptIds: ['top-list'],
    })
    await scan(projectId)
    expect((await readChecks()).map(({ promptId }) => promptId)).toEqual([
      'comparison',
      `custom-p1-${projectId}`,
    ])
    expect(engine.asked[0]?.prompt).toStartWith('compare the leading products')
    const alone = await scan(projectId, 'prompts/top-list/rescan')
    expect([alone.cause, alone.checks.saved]).toEqual(['rescan', 1])
  })

  test('go to one engine after the other, so that none gets a burst', async () => {
    await open([
      { id: 'test/one', model: 'one' },
      { id: 'test/two', model: 'two' },
    ])
    // No answer comes before the first eight questions have arrived; in which order they arrive is up to the network.
    const { promise: arrived, resolve } = Promise.withResolvers<void>()
    let count = 0
    engine.replyWith(async () => {
      if (++count === 8) resolve()
      await arrived
      return 'Acme.'
    })
    await scan(await track(app.ctx, acme.id, { engines: ['test/one', 'test/two'], prompts: six }))
    const models = engine.asked.slice(0, 8).map(({ model }) => model)
    expect(models.sort()).toEqual([...Array(4).fill('one'), ...Array(4).fill('two')])
  })

  test('are limited to eight at a time', async () => {
    let now = 0
    let most = 0
    engine.replyWith(async () => {
      most = Math.max(most, ++now)
      await new Promise((resolve) => setTimeout(resolve, 5))
      now--
      return 'Acme.'
    })
    const prompts = Array.from({ length: 30 }, (_, index) => `prompt number ${index}`)
    await scan(await track(app.ctx, acme.id, { prompts }))
    expect(most).toBe(8)
  })
})

describe('skipped engines have a reason', () => {
  test('without a key, outside the catalog, and with data retention', async () => {
    await open([
      { id: 'test/one', searchZdr: 'all' },
      { id: 'test/closed', keyVariable: 'CLOSED_KEY' },
      { id: 'test/keeps', searchZdr: 'none' },
      { id: 'test/approved', searchZdr: 'none' },
    ])
    const projectId = await track(app.ctx, acme.id, {
      engines: ['test/one', 'test/closed', 'test/gone', 'test/keeps', 'test/approved'],
      enforceZdr: true,
      nonZdrApprovedEngines: ['test/approved'],
    })
    const ended = await scan(projectId)
    expect([ended.status, ended.skipped]).toEqual([
      'completed',
      [
        { engine: 'test/closed', language: null, reason: 'It is not set up: set CLOSED_KEY.' },
        { engine: 'test/gone', language: null, reason: 'It is no longer in the engine catalog.' },
        {
          engine: 'test/keeps',
          language: null,
          reason: 'It stores questions, and this project requires zero data retention.',
        },
      ],
    ])
    expect((await readChecks()).map(({ engine, zdrEnforced }) => [engine, zdrEnforced])).toEqual([
      ['test/approved', false],
      ['test/one', true],
    ])
  })

  test('without engines, questions or settings a scan is refused, but the rate limit is charged', async () => {
    const closed = await track(app.ctx, acme.id, { engines: ['test/gone'] })
    const empty = await track(app.ctx, acme.id, { prompts: [] })
    const bare = await track(app.ctx, acme.id)
    await app.ctx.db.delete(geoSettings).where(eq(geoSettings.projectId, bare))
    expect(tell(await post(closed, 'scans'))).toEqual([
      400,
      'None of the tracked engines can be asked. test/gone: It is no longer in the engine catalog.',
    ])
    expect(tell(await post(empty, 'scans'))).toEqual([
      400,
      'There is nothing to ask: add a prompt, or enable one',
    ])
    expect(tell(await post(bare, 'scans'))).toEqual([
      404,
      'Visibility is not set up for this project: save its settings first',
    ])
    expect(tell(await post(Bun.randomUUIDv7(), 'scans'))).toEqual([404, 'Project not found'])
    expect((await post(empty, 'scans')).status).toBe(400)
    const { status, headers } = await post(empty, 'scans')
    expect([status, headers.get('ratelimit-limit')]).toEqual([429, '4'])
  })

  test('an engine that leaves the catalog during a scan only fails its own answers', async () => {
    const projectId = await track(app.ctx, acme.id, { engines: ['test/one'], prompts: six })
    const { scanId } = (await post(projectId, 'scans')).body
    app.ctx.engines = engine.engines([{ id: 'test/other' }])
    await drain(app.ctx)
    expect((await readScan(projectId, scanId)).failures).toEqual([
      {
        engine: 'test/one',
        failed: 6,
        reasons: [{ reason: 'It is no longer in the engine catalog.', count: 6 }],
      },
    ])
  })
})

describe('other languages', () => {
  const german = { languages: ['en', 'de'], prompts: six }

  test('get the first five prompts, translated once', async () => {
    using small = startGerman()
    await open([{}], small.models())
    await scan(await track(app.ctx, acme.id, german))
    const stored = await app.ctx.db.select().from(answers)
    expect(
      stored
        .map(({ prompt }) => prompt)
        .filter((prompt) => prompt.startsWith('DE'))
        .sort(),
    ).toEqual(six.slice(0, 5).map((prompt) => `DE ${prompt}`))
    expect((await readChecks()).filter(({ language }) => language === 'de').length).toBe(5)
    expect(small.asked.filter(({ instructions }) => instructions.includes('German')).length).toBe(1)
  })

  test('are skipped with a reason without a model that translates', async () => {
    const ended = await scan(await track(app.ctx, acme.id, german))
    expect([ended.checks.planned, ended.skipped]).toEqual([
      6,
      [
        {
          engine: null,
          language: 'de',
          reason: 'Translating prompts needs a model: set SMALL_MODEL or WRITER_MODEL.',
        },
      ],
    ])
  })

  test('fail with the reason if the translator does not return one translation per prompt', async () => {
    using small = startModels({ prompts: ['nur eine'] })
    await open([{}], small.models())
    const ended = await scan(await track(app.ctx, acme.id, german))
    expect([ended.status, ended.checks, ended.failures[0]?.reasons]).toEqual([
      'completed',
      { planned: 11, saved: 6, failed: 5 },
      [
        {
          reason:
            'The prompts could not be translated into German. The model small did not return one translation per prompt.',
          count: 5,
        },
      ],
    ])
  })
})

describe('a conversation', () => {
  const talk = ['which tools are there', 'which is cheapest', 'and which is best']
  const talking = { prompts: [], sequences: [talk] }

  test('sends every turn with the previous ones, and numbers its turns from 1', async () => {
    engine.replyWith(({ turns }) => `Answer ${(turns.length + 1) / 2}.`)
    const ended = await scan(await track(app.ctx, acme.id, talking))
    expect(ended.checks).toEqual({ planned: 3, saved: 3, failed: 0 })
    expect((await readChecks()).map(({ turn }) => turn)).toEqual([1, 2, 3])
    expect(engine.asked.map(({ turns }) => turns)).toEqual([
      [talk[0]],
      [talk[0], 'Answer 1.', talk[1]],
      [talk[0], 'Answer 1.', talk[1], 'Answer 2.', talk[2]],
    ] as string[][])
  })

  test('drops a turn with an empty answer, and all later ones', async () => {
    engine.replyWith('Acme.', badDays.empty)
    const ended = await scan(await track(app.ctx, acme.id, talking))
    expect([ended.checks, ended.failures[0]?.failed]).toEqual([{ planned: 3, saved: 1, failed: 2 }, 2])
    expect(engine.asked.length).toBe(2)
  })

  test('takes at most seven minutes per engine', async () => {
    engine.replyWith(() => {
      app.ctx.clock.advance(4 * minute)
      return 'Acme.'
    })
    const ended = await scan(await track(app.ctx, acme.id, talking))
    expect([ended.checks.saved, ended.failures[0]?.reasons[0]?.reason]).toEqual([
      2,
      'The conversation took longer than seven minutes.',
    ])
  })

  const play = async (projectId: string) => {
    let isAnswered = false
    const answer = post(projectId, `sequences/s1-${projectId}/run`).finally(() => {
      isAnswered = true
    })
    while (!isAnswered) {
      await drain(app.ctx)
      await new Promise(setImmediate)
    }
    return answer
  }

  test('is played immediately with every engine that searches, in its own scan', async () => {
    await open([{ id: 'test/one' }, { id: 'test/two', search: plain }])
    const projectId = await track(app.ctx, acme.id, { ...talking, engines: ['test/one', 'test/two'] })
    const { status, body } = await play(projectId)
    expect([status, body.checks, body.mentions, body.engines]).toEqual([200, 3, 3, ['test/one']])
    const [only] = (await get(projectId, 'scans')).body.scans
    expect([only.cause, only.status]).toEqual(['sequence', 'completed'])
    const [settings] = await app.ctx.db.select().from(geoSettings)
    expect([settings?.scanId, settings?.lastScanAt]).toEqual([null, null])
  })

  test('runs in parallel to the scan that holds the slot, and does not change it', async () => {
    const held = { scanId: 'other', scanStartedAt: app.ctx.now() }
    const projectId = await track(app.ctx, acme.id, { ...talking, ...held })
    expect((await play(projectId)).status).toBe(200)
    const [settings] = await app.ctx.db.select().from(geoSettings)
    expect([settings?.scanId, settings?.scanStartedAt]).toEqual([held.scanId, held.scanStartedAt])
  })

  test('without answers is 400; one that takes four minutes is 409 and continues', async () => {
    engine.replyWith(badDays.broken)
    const projectId = await track(app.ctx, acme.id, talking)
    expect(tell(await play(projectId))).toEqual([
      400,
      'No engine answered. The endpoint of test/one returned status 500.',
    ])
    engine.replyWith('Acme.')
    const sent = recordStatements(app.ctx.db)
    const waiting = post(projectId, `sequences/s1-${projectId}/run`)
    // The clock starts when the server reads whether the scan has ended.
    const indexOf = (text: string) => sent.findLastIndex(({ sql }) => sql.includes(text))
    const hasBegun = () =>
      indexOf('insert into "geo_scans"') >= 0 &&
      indexOf('from "geo_scans" where "geo_scans"."id"') > indexOf('insert into "geo_scans"')
    while (!hasBegun()) await Bun.sleep(1)
    app.ctx.clock.advance(4 * minute)
    expect(tell(await waiting)).toEqual([
      409,
      'The conversation is still in progress: wait for its scan to end',
    ])
    await drain(app.ctx)
    expect((await get(projectId, 'scans')).body.scans.map(({ status }: any) => status)).toEqual([
      'completed',
      'failed',
    ])
  })

  test('with Prefer: respond-async is 202 with its scan', async () => {
    const projectId = await track(app.ctx, acme.id, talking)
    const path = `/v1/projects/${projectId}/geo/sequences/s1-${projectId}/run`
    const { status, body } = await acme.call('POST', path, undefined, { prefer: 'respond-async' })
    expect([status, body.statusUrl]).toEqual([202, `/v1/projects/${projectId}/geo/scans/${body.scanId}`])
    await drain(app.ctx)
    expect((await acme.call('GET', body.statusUrl)).body.scan).toMatchObject({ status: 'completed' })
  })

  test('without a searching engine is 400; an unknown one is 404', async () => {
    await open([{ id: 'test/one', search: plain }])
    const projectId = await track(app.ctx, acme.id, talking)
    expect(tell(await post(projectId, `sequences/s1-${projectId}/run`))).toEqual([
      400,
      'There is nothing to ask: conversations need an engine that searches the web',
    ])
    expect(tell(await post(projectId, 'sequences/unknown/run'))).toEqual([404, 'Conversation not found'])
  })
})

describe('POST scans/{id}/retry', () => {
  const nothingMissing = 'Every question of this scan has an answer: there is nothing to retry'

  test('asks only failed questions, in its own scan', async () => {
    engine.replyWith(({ prompt }) => (prompt === six[2] ? badDays.broken : 'Acme.'))
    const projectId = await track(app.ctx, acme.id, { prompts: six })
    const first = await scan(projectId)
    expect([first.checks, first.retryable]).toEqual([{ planned: 6, saved: 5, failed: 1 }, true])
    engine.replyWith('Acme.')
    const asked = engine.asked.length
    const again = await scan(projectId, `scans/${first.id}/retry`)
    expect([again.status, again.cause, again.retryOf, again.checks]).toEqual([
      ...['completed', 'retry', first.id],
      { planned: 1, saved: 1, failed: 0 },
    ])
    expect(engine.asked.slice(asked).map(({ prompt }) => prompt)).toEqual([six[2]] as string[])
    // For both scans: all questions have answers now.
    for (const id of [again.id, first.id])
      expect(tell(await post(projectId, `scans/${id}/retry`))).toEqual([409, nothingMissing])
    expect(engine.asked).toHaveLength(asked + 1)
  })

  test('also asks what failed in an earlier retry, and pays for no question twice', async () => {
    engine.replyWith(({ prompt }) => ([six[2], six[4]].includes(prompt) ? badDays.broken : 'Acme.'))
    const projectId = await track(app.ctx, acme.id, { prompts: six })
    const first = await scan(projectId)
    engine.replyWith(({ prompt }) => (prompt === six[4] ? badDays.broken : 'Acme.'))
    const second = await scan(projectId, `scans/${first.id}/retry`)
    expect(second.checks).toEqual({ planned: 2, saved: 1, failed: 1 })
    engine.replyWith('Acme.')
    const asked = engine.asked.length
    const third = await scan(projectId, `scans/${first.id}/retry`)
    expect(third.checks).toEqual({ planned: 1, saved: 1, failed: 0 })
    expect(engine.asked.slice(asked).map(({ prompt }) => prompt)).toEqual([six[4]] as string[])
    expect(tell(await post(projectId, `scans/${second.id}/retry`))).toEqual([409, nothingMissing])
  })

  test('twice at once runs once', async () => {
    engine.replyWith(({ prompt }) => (prompt === six[2] ? badDays.broken : 'Acme.'))
    const projectId = await track(app.ctx, acme.id, { prompts: six })
    const first = await scan(projectId)
    engine.replyWith('Acme.')
    const asked = engine.asked.length
    const path = `scans/${first.id}/retry`
    const answered = await Promise.all([post(projectId, path), post(projectId, path)])
    expect(answered.map(({ status }) => status).sort()).toEqual([202, 409])
    expect(tell(await post(projectId, path))).toEqual([409, 'A retry of this scan is still running'])
    await drain(app.ctx)
    expect(engine.asked).toHaveLength(asked + 1)
  })

  test('asks nothing if another retry has run meanwhile', async () => {
    engine.replyWith(({ prompt }) => (prompt === six[2] ? badDays.broken : 'Acme.'))
    const projectId = await track(app.ctx, acme.id, { prompts: six })
    const first = await scan(projectId)
    engine.replyWith('Acme.')
    const asked = engine.asked.length
    const path = `scans/${first.id}/retry`
    beforeNextBatch(app.ctx, 'geo_scans', () => scan(projectId, path))
    expect((await post(projectId, path)).status).toBe(409)
    await drain(app.ctx)
    expect(engine.asked).toHaveLength(asked + 1)
  })

  test('finds answers by an index', async () => {
    const sent = recordStatements(app.ctx.db)
    const projectId = await track(app.ctx, acme.id)
    const first = await scan(projectId)
    sent.length = 0
    await post(projectId, `scans/${first.id}/retry`)
    const walked = sent.filter(({ sql }) => sql.includes('recursive'))
    expect(walked).toHaveLength(2)
    for (const statement of walked) {
      const plan = (await planOf(app.ctx.db, { ...statement, sql: statement.sql.trim() })).join('\n')
      expect(plan).toContain('USING INDEX geo_scans_retries (retry_of=?)')
      expect(plan).not.toMatch(/SCAN (?:geo_|scan)/)
    }
  })

  test('is refused while the scan runs, and for an unknown scan', async () => {
    const projectId = await track(app.ctx, acme.id)
    const { scanId } = (await post(projectId, 'scans')).body
    expect(tell(await post(projectId, `scans/${scanId}/retry`))).toEqual([409, 'This scan is still running'])
    expect(tell(await post(projectId, 'scans/unknown/retry'))).toEqual([404, 'Scan not found'])
  })

  test('uses the rate limit of scans', async () => {
    const projectId = await track(app.ctx, acme.id)
    const first = await scan(projectId)
    const answer = await post(projectId, `scans/${first.id}/retry`)
    expect(answer.headers.get('ratelimit-remaining')).toBe('2')
  })

  test('skips an engine that may store data if the settings forbid that by now', async () => {
    engine.replyWith(badDays.broken)
    const projectId = await track(app.ctx, acme.id)
    const first = await scan(projectId)
    await app.ctx.db.update(geoSettings).set({ enforceZdr: true })
    expect((await post(projectId, `scans/${first.id}/retry`)).status).toBe(400)
  })
})

describe('POST prompts/{id}/rescan', () => {
  test('sends one prompt to all engines, by either form of its id, and does not count as a due scan', async () => {
    const projectId = await track(app.ctx, acme.id, { prompts: six })
    for (const id of [`p2-${projectId}`, `custom-p2-${projectId}`]) {
      const ended = await scan(projectId, `prompts/${id}/rescan`)
      expect([ended.cause, ended.checks.saved]).toEqual(['rescan', 1])
    }
    expect(engine.asked.map(({ prompt }) => prompt)).toEqual([six[1], six[1]] as string[])
    const [settings] = await app.ctx.db.select().from(geoSettings)
    expect(settings?.lastScanAt).toBeNull()
  })

  test('refuses other prompts, and is limited to 20 an hour', async () => {
    const projectId = await track(app.ctx, acme.id)
    expect(tell(await post(projectId, 'prompts/unknown/rescan'))).toEqual([404, 'Prompt not found'])
    const { headers } = await post(projectId, `prompts/p1-${projectId}/rescan`)
    expect([headers.get('ratelimit-limit'), headers.get('ratelimit-remaining')]).toEqual(['20', '19'])
  })
})

describe('GET scans/estimate', () => {
  test("uses the catalog first, and the engine's own answers later", async () => {
    const projectId = await track(app.ctx, acme.id, { prompts: six })
    const first = await estimate(projectId)
    expect([first.basis, first.checks, first.searches]).toEqual(['catalog', 6, 6])
    // 8,000 tokens at 1 $ and 800 at 4 $ a million, and a search at 1 cent.
    expect(first.cents).toBeCloseTo(6 * (0.8 + 0.32 + 1), 5)
    engine.replyWith({ tokens: { input: 100, output: 50, reasoning: 0 }, queries: ['a', 'b'], cost: 0.03 })
    await scan(projectId)
    const second = await estimate(projectId)
    expect([second.basis, second.tokens, second.searches, second.cents]).toEqual([
      'recorded',
      { input: 600, output: 300 },
      6,
      18,
    ])
  })

  test('says why there are no questions', async () => {
    const projectId = await track(app.ctx, acme.id, { prompts: [] })
    expect(await estimate(projectId)).toMatchObject({
      checks: 0,
      cents: 0,
      nothingToAsk: 'There is nothing to ask: add a prompt, or enable one',
    })
  })
})

test('scans are listed in pages, newest first', async () => {
  const projectId = await track(app.ctx, acme.id)
  for (let count = 0; count < 3; count++) {
    await scan(projectId)
    app.ctx.clock.advance(minute)
  }
  const { body } = await get(projectId, 'scans?page=1&limit=2')
  expect(body.scans.map(({ startedAt }: any) => startedAt)).toEqual(
    body.scans
      .map(({ startedAt }: any) => startedAt)
      .toSorted()
      .toReversed(),
  )
  expect([body.scans.length, body.pagination.totalItems, body.pagination.nextPage]).toEqual([2, 3, 2])
})
