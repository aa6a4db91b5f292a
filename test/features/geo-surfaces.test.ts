import { afterEach, describe, expect, test } from 'bun:test'
import type { Engine } from '../../src/ai/engines/engine.ts'
import { answers, checks } from '../../src/features/geo/scans/table.ts'
import { testApp } from '../support/app.ts'
import { drain } from '../support/context.ts'
import { type EngineReply, engineServer } from '../support/engine-server.ts'
import { type PageReply, pageServer } from '../support/page-server.ts'
import { addCompetitor, addProject, addPrompt, track } from '../support/tracking.ts'
import { addScan, type Given, planAsking } from '../support/visibility.ts'

const overviews = 'pages/ai-overview'
const servers: { stop(): void }[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.stop()
})

/** A service that asks a model and the AI overviews of one provider. */
async function open(model: EngineReply, page: PageReply, entry: Partial<Engine> = {}) {
  const [engine, pages] = [engineServer(model), pageServer(page)]
  servers.push(engine, pages)
  const overview = pages.engine('dataforseo', 'ai_overview', entry)
  const engines = pages.engines([engine.engine(), overview])
  const app = await testApp({}, { writer: null, small: null }, engines)
  const acme = await app.team('acme')
  return { app, acme, pages, engine }
}

type Service = Awaited<ReturnType<typeof open>>

async function scan({ app, acme }: Service, projectId: string) {
  const { status, body } = await acme.call('POST', `/v1/projects/${projectId}/geo/scans`)
  expect(status).toBe(202)
  await drain(app.ctx)
  return (await acme.call('GET', `/v1/projects/${projectId}/geo/scans/${body.scanId}`)).body.scan
}

const shownFor = (wanted: string, text: string) => (question: string) =>
  question === wanted
    ? { text, references: [{ url: 'https://acme.example/', title: 'Acme' }] }
    : ('nothing' as const)

describe('a scan of a page', () => {
  const tracked = {
    engines: ['test/one', overviews],
    prompts: ['best tools for teams', 'which tool is cheapest'],
    sequences: [['hello', 'and then?']],
    trackWithoutSearch: true,
    languages: ['en'],
  }

  test('stores its answer, and that a page has none, as answers that were paid for', async () => {
    const service = await open('Globex.', shownFor('best tools for teams', 'Acme leads.'))
    const projectId = await track(service.app.ctx, service.acme.id, tracked)
    const ended = await scan(service, projectId)
    expect(ended).toMatchObject({ status: 'completed', checks: { failed: 0 } })
    const stored = await service.app.ctx.db.select().from(checks).orderBy(checks.promptId)
    const own = stored.filter(({ engine }) => engine === overviews)
    expect(own.map(({ shown, mentioned, page, cents }) => ({ shown, mentioned, page, cents }))).toEqual([
      { shown: true, mentioned: true, page: 'dataforseo; US; desktop', cents: expect.closeTo(0.4, 10) },
      { shown: false, mentioned: false, page: 'dataforseo; US; desktop', cents: expect.closeTo(0.4, 10) },
    ])
    // Conversations and questions without a search are not sent to a page.
    expect(service.pages.asked).toHaveLength(2)
    expect(stored.filter(({ engine }) => engine === 'test/one').map(({ page }) => page)).not.toContain(
      own[0]?.page,
    )
  })

  test('asks for the place of the project in the language of each prompt', async () => {
    const service = await open('Globex.', 'nothing')
    const projectId = await track(service.app.ctx, service.acme.id, tracked)
    const path = `/v1/projects/${projectId}/geo/settings`
    const { settings } = (await service.acme.call('GET', path)).body
    const place = { country: 'de', location: 'Berlin,Berlin,Germany', device: 'mobile' }
    const saved = await service.acme.call('PATCH', path, {
      ...settings,
      languages: ['de'],
      promptLanguage: 'de',
      place,
    })
    expect(saved.body.settings.place).toEqual({ ...place, country: 'DE' })
    await scan(service, projectId)
    expect(service.pages.asked[0]?.body[0]).toMatchObject({
      language_code: 'de',
      location_name: 'Berlin,Berlin,Germany',
      device: 'mobile',
    })
    const wrong = await service.acme.call('PATCH', path, { ...settings, place: { country: 'XX' } })
    expect([wrong.status, wrong.body.error]).toEqual([
      400,
      expect.stringContaining('unsupported country "XX"'),
    ])
  })

  test('counts a page that could not be loaded as failed, and never as a page without an answer', async () => {
    const broken = Response.json({ tasks: [{ status_code: 40501, status_message: 'Invalid Field.' }] })
    const service = await open('Globex.', () => broken)
    const projectId = await track(service.app.ctx, service.acme.id, tracked)
    const ended = await scan(service, projectId)
    expect(ended.failures).toMatchObject([{ engine: overviews, failed: 2 }])
    expect(await service.app.ctx.db.$count(checks)).toBe(ended.checks.saved)
  })

  test('is estimated at the price of a page, and later at what pages cost', async () => {
    const service = await open({ text: 'Globex.', cost: 0.01 }, 'nothing')
    const projectId = await track(service.app.ctx, service.acme.id, { ...tracked, engines: [overviews] })
    const estimate = async () =>
      (await service.acme.call('GET', `/v1/projects/${projectId}/geo/scans/estimate`)).body
    expect(await estimate()).toMatchObject({ checks: 2, cents: 5, basis: 'catalog' })
    await scan(service, projectId)
    expect(await estimate()).toMatchObject({ checks: 2, cents: 0.8, basis: 'recorded' })
  })

  test('lists the answer with what was read, and as not shown', async () => {
    const service = await open('Globex.', 'declined')
    const projectId = await track(service.app.ctx, service.acme.id, { ...tracked, engines: [overviews] })
    await scan(service, projectId)
    const path = `/v1/projects/${projectId}/geo/visibility/prompt-results`
    const [summary] = (await service.acme.call('GET', `${path}/summaries`)).body.results
    expect(summary).toMatchObject({ engine: overviews, shown: false, mentioned: false })
    const { result } = (await service.acme.call('GET', `${path}/${summary.id}`)).body
    expect(result).toMatchObject({ shown: false, answer: '', page: 'dataforseo; US; desktop' })
    const history = await service.acme.call(
      'GET',
      `/v1/projects/${projectId}/geo/prompts/${summary.promptId}/history`,
    )
    expect(history.body.checks[0]).toMatchObject({ shown: false })
    expect(await service.app.ctx.db.$count(answers)).toBe(2)
  })
})

describe('figures', () => {
  const base = '/v1/projects/project/geo'
  const window = 'from=2026-02-11&to=2026-02-20'
  const ids = ['1', '2', '3', '4']

  /**
   * Ten daily scans of four prompts. The model names Globex only. Overviews of the first prompt name Acme, those of the
   * second name Globex on odd days and are not shown on even days, and the others are never shown.
   */
  async function startWithScans(pageOf = (_day: number) => 'dataforseo; US; desktop') {
    const service = await open('Globex.', 'nothing')
    const { app, acme } = service
    const project = await addProject(app.ctx, acme)
    await acme.call('PATCH', `${base}/settings`, {
      ...{ companyName: 'Acme', aliases: [], languages: ['en'], engines: ['test/one', overviews] },
      ...{ nonZdrApprovedEngines: [], enforceZdr: false, enabled: false, scanIntervalHours: 24 },
    })
    for (const id of ids) await addPrompt(app.ctx, project, id)
    await addCompetitor(app.ctx, project, 'globex', 'Globex', { domain: 'globex.example' })
    const plan = planAsking(
      ids.map((id) => `custom-${id}`),
      ['test/one', overviews],
    )
    for (let day = 1; day <= 10; day++) {
      const page = pageOf(day)
      const given = ids.flatMap((id): Given[] => {
        const promptId = `custom-${id}`
        const isShown = id === '1' || (id === '2' && day % 2 === 1)
        const named = { mentioned: id === '1', competitorIds: id === '2' ? ['globex'] : [] }
        return [
          { promptId, engine: 'test/one', competitorIds: ['globex'] },
          { promptId, engine: overviews, page, ...(isShown ? named : { shown: false, answer: '' }) },
        ]
      })
      await addScan(app.ctx, project, `2026-02-${String(day + 10)}T10:00:00.000Z`, given, { plan })
    }
    const read = async (path: string) => (await acme.call('GET', `${base}/${path}`)).body
    return { ...service, project, read }
  }

  test('of APIs and of a page are never mixed', async () => {
    const { read } = await startWithScans()
    const overview = await read(`visibility/overview?${window}`)
    expect(overview.surface).toBe('api')
    expect(overview.brand).toMatchObject({
      checks: 40,
      mentions: 0,
      basket: { rate: 0, cells: 4, engines: 1 },
    })
    expect(overview.engines.map(({ engine, surface, checks }: any) => [engine, surface, checks])).toEqual([
      [overviews, overviews, 15],
      ['test/one', 'api', 40],
    ])
    const share = await read(`visibility/competitor-share?${window}`)
    expect([share.own.mentions, share.points[0].mentions]).toEqual([0, 40])
    const days = await read(`visibility/timeseries?${window}`)
    expect(days.brand.map(({ checks }: any) => checks)).toEqual(Array(10).fill(4))
    const measures = await read(`visibility/measures?${window}`)
    expect(measures.measures.find(({ kind }: any) => kind === 'brand').comparison.to).toBeNull()
    expect((await read('visibility/presence')).prompts.map(({ engines }: any) => engines)).toEqual([
      1, 1, 1, 1,
    ])
    expect((await read(`visibility/language-share?${window}`)).points[0].checks).toBe(40)
  })

  test('of a page are over the answers that it showed, and the pages without one are counted', async () => {
    const { read } = await startWithScans()
    const { brand, engines, surface } = await read(`visibility/overview?${window}&surface=${overviews}`)
    expect(surface).toBe(overviews)
    // Prompt 1: 10 of 10 name Acme. Prompt 2: 0 of 5. The other two never show an overview.
    expect(brand).toMatchObject({ checks: 15, mentions: 10, mentionRate: 0.667 })
    expect(brand.basket).toMatchObject({
      rate: 0.5,
      cells: 2,
      filled: 0,
      new: 0,
      notShown: 2,
      missing: [],
      scans: 10,
    })
    // Shown: 10, 5, 0 and 0 of 10 each. V = 10 * (5*5/(10*9)) / 40^2; m = .375*.625/V = 135; Wilson.
    const [page, model] = engines
    expect(page.pages).toMatchObject({
      ...{ asked: 40, shown: 15, rate: 0.375, n: 40 },
      interval: { low: expect.closeTo(0.2979, 4), high: expect.closeTo(0.4591, 4) },
    })
    expect(model.pages).toBeNull()
    const share = await read(`visibility/competitor-share?${window}&surface=${overviews}`)
    // Acme in 10 answers, Globex in 5.
    expect(share.own).toMatchObject({ mentions: 10, share: expect.closeTo(2 / 3, 3) })
    const days = await read(`visibility/timeseries?${window}&surface=${overviews}`)
    expect(days.brand.map(({ checks }: any) => checks)).toEqual([2, 1, 2, 1, 2, 1, 2, 1, 2, 1])
    expect(days.brand.map(({ basket }: any) => [basket.rate, basket.complete])).toEqual(
      Array(10).fill([0.5, true]),
    )
    const sentiment = await read(`sentiment?${window}&surface=${overviews}`)
    expect(sentiment.summary.totalChecks).toBe(15)
  })

  test('of a page have a grade of their own, for which one engine is enough', async () => {
    const { read } = await startWithScans()
    const { evidence } = await read(`visibility/overview?${window}&surface=${overviews}`)
    // Every question was answered, with an overview or without one.
    expect(evidence).toMatchObject({ grade: 'exploratory', engines: 1, prompts: 2, scans: 10, answered: 1 })
  })

  test('a page without an answer is no gap and no change, and another page is no answer to it', async () => {
    const { read, app, project } = await startWithScans()
    app.ctx.clock.now = new Date('2026-02-20T12:00:00.000Z')
    const gapsOf = async (surface: string) =>
      (await read(`gaps?surface=${surface}`)).promptGaps.map(({ id, engines }: any) => [id, engines])
    // The newest overview of prompt 2 that was shown is not its newest answer.
    expect(await gapsOf(overviews)).toEqual([])
    expect((await gapsOf('api')).length).toBe(4)
    const changes = await read('changes')
    expect(changes.events).toEqual([])
    const answerOf = (at: number, given: Partial<Given>, page = 'dataforseo; US; desktop') =>
      addScan(app.ctx, project, `2026-02-2${at}T10:00:00.000Z`, [
        { promptId: 'custom-1', engine: overviews, page, mentioned: true, ...given },
      ])
    const types = async () => (await read('changes')).events.map(({ type }: any) => type)
    const globex = [{ title: null, url: 'https://globex.example/', domain: 'globex.example' }]
    await answerOf(1, { mentioned: false, cited: globex })
    expect(await types()).toEqual(['lost_mention', 'competitor_cited'])
    await answerOf(2, { cited: [] })
    expect(await types()).toEqual(['gained_mention'])
    // Another provider is another page.
    await answerOf(3, { mentioned: false, cited: globex }, 'serpapi; US; desktop')
    expect(await types()).toEqual([])
    // A rescan that shows an overview does not replace the page without one.
    const rescan = [
      { promptId: 'custom-3', engine: overviews, page: 'dataforseo; US; desktop', mentioned: true },
    ]
    await addScan(app.ctx, project, '2026-02-20T11:00:00.000Z', rescan, { cause: 'rescan' })
    const { brand } = await read(`visibility/overview?${window}&surface=${overviews}`)
    expect([brand.checks, brand.basket.notShown]).toEqual([15, 2])
  })

  test('of another provider, place or device are not compared', async () => {
    const { read } = await startWithScans((day) => `dataforseo; ${day > 5 ? 'GB' : 'US'}; desktop`)
    const { engines } = await read(`visibility/overview?from=2026-02-16&to=2026-02-20&surface=${overviews}`)
    expect(engines.find(({ engine }: any) => engine === overviews).comparison).toMatchObject({
      verdict: 'model_changed',
      excludedEngines: [overviews],
    })
  })

  test('of sources and answers are of the named surface, and an unknown one is refused', async () => {
    const { app, acme, project, read } = await startWithScans()
    const cite = (promptId: string, engine: string, page: string | null, host: string): Given => ({
      ...{ promptId, engine, page },
      cited: [{ title: null, url: `https://${host}/`, domain: host }],
    })
    await addScan(app.ctx, project, '2026-02-21T10:00:00.000Z', [
      cite('custom-1', 'test/one', null, 'model.example'),
      cite('custom-1', overviews, 'dataforseo; US; desktop', 'page.example'),
      cite('custom-1', 'gone/page', 'dataforseo; US; desktop', 'gone.example'),
    ])
    const domains = async (query: string) =>
      (await read(`sources${query}`)).domains.map(({ domain }: any) => domain)
    expect(await domains('?surface=api')).toContain('model.example')
    expect(await domains('')).not.toContain('page.example')
    expect(await domains(`?surface=${overviews}`)).toEqual(['page.example'])
    const enginesOf = async (query: string) => [
      ...new Set((await read(`visibility/prompt-results${query}`)).results.map(({ engine }: any) => engine)),
    ]
    expect(await enginesOf(`?surface=${overviews}`)).toEqual([overviews])
    expect(await enginesOf('?surface=api')).toEqual(['test/one'])
    expect((await enginesOf('')).toSorted()).toEqual(['gone/page', overviews, 'test/one'])
    for (const path of ['visibility/overview', 'sources', 'visibility/prompt-results', 'gaps']) {
      const statusOf = async (surface: string) =>
        (await acme.call('GET', `${base}/${path}?surface=${surface}`)).status
      const surfaces = ['api', overviews, 'gone/page', 'test/one', 'nothing']
      expect([path, await Promise.all(surfaces.map(statusOf))]).toEqual([path, [200, 200, 200, 400, 400]])
    }
  })

  test('are over the page if a project asks no API', async () => {
    const { acme, read } = await startWithScans()
    const { settings } = await read('settings')
    const saved = await acme.call('PATCH', `${base}/settings`, { ...settings, engines: [overviews] })
    expect([saved.status, saved.body.error]).toEqual([200, undefined])
    const { surface, brand } = await read(`visibility/overview?${window}`)
    expect([surface, brand.checks]).toEqual([overviews, 15])
  })
})
