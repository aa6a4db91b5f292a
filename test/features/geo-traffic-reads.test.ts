import { beforeEach, describe, expect, spyOn, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { geoSettings } from '../../src/features/geo/settings/table.ts'
import { dayNumber } from '../../src/features/geo/traffic/classes.ts'
import { foldVisits } from '../../src/features/geo/traffic/fold.ts'
import { deleteHost, deleteSites } from '../../src/features/geo/traffic/forget.ts'
import { addToJourneys, type JourneyCount } from '../../src/features/geo/traffic/group-visits.ts'
import { sweepTraffic } from '../../src/features/geo/traffic/job.ts'
import { secondDigits } from '../../src/features/geo/traffic/line-keys.ts'
import { importVisits } from '../../src/features/geo/traffic/store-import.ts'
import { classify } from '../../src/traffic/classify.ts'
import { drain } from '../support/context.ts'
import { planOf, recordStatements } from '../support/query-plan.ts'
import { gptBot, trafficApp } from '../support/traffic.ts'

let app: Awaited<ReturnType<typeof trafficApp>>
beforeEach(async () => {
  app = await trafficApp()
})

const signal = new AbortController().signal
const fold = () => foldVisits(app.ctx, signal)

/** A signal that interrupts where it is checked after this many times. */
function interruptedAfter(checks: number) {
  let left = checks
  const throwIfAborted = () => {
    if (left-- === 0) throw new Error('interrupted')
  }
  return Object.assign(new AbortController().signal, { throwIfAborted })
}

/** A fold in batches of two visits that is interrupted; false if it was. */
async function foldInPart(checks: number) {
  return await foldVisits(app.ctx, interruptedAfter(checks), 2).then(
    () => true,
    () => false,
  )
}

async function sweep() {
  await app.ctx.db.batch([sweepTraffic.insert(app.ctx, {})])
  await drain(app.ctx)
}

const siteId = async () =>
  (await app.ctx.db.all<{ id: number }>(sql`select id from traffic_sites`))[0]?.id ?? 0

const agents = { gpt: gptBot, user: 'ChatGPT-User/1.0', search: 'OAI-SearchBot/1.0' }
const hour = 3_600_000
const day = 24 * hour

type Given = {
  host?: string
  path?: string
  agent?: keyof typeof agents | 'person'
  hoursAgo?: number
  status?: number | null
  journey?: number | null
  isContradicted?: boolean
  /** Visits that belong to no project are shown in the oldest one. */
  isWithoutProject?: boolean
}

let lines = 0
/** Stores visits as an import does, at any time in the past. */
async function add(...given: Given[]) {
  const visits = given.map(({ host = 'acme.com', path = '/docs', agent = 'gpt', hoursAgo = 1, ...more }) => {
    const url = `https://${host}${path}`
    const referer = agent === 'person' ? 'https://chatgpt.com/' : null
    const userAgent =
      agent === 'person' ? 'Mozilla/5.0 (Macintosh) Version/26.0 Safari/605.1.15' : agents[agent]
    const {
      vendor: _,
      wantsMarkdown,
      ...visitor
    } = classify({ url, userAgent, referer, accept: null, signals: null })
    const journey = more.journey ?? null
    return {
      key: (++lines).toString(16).padStart(32, '0'),
      visit: {
        organizationId: app.acme.id,
        projectId: more.isWithoutProject ? null : app.projectId,
        visitor,
        at: new Date(app.ctx.now().getTime() - hoursAgo * hour),
        host,
        path,
        userAgent,
        referrer: null,
        journey: journey === null ? null : Uint8Array.from([0, 0, 0, 0, 0, 0, 0, journey]),
        country: null,
        method: null,
        status: more.status ?? null,
        verdict: more.isContradicted ? ('contradicted' as const) : ('unknown' as const),
        wantsMarkdown,
      },
    }
  })
  return await importVisits(app.ctx, visits)
}

/** Every read, with the roll-ups in any state. */
const readAll = async (window = '') => ({
  overview: await app.read(`overview${window}`),
  pages: await app.read(`pages${window || '?'}&limit=500`),
  journeys: await app.read(`journeys${window || '?'}&limit=100`),
})

describe('the overview', () => {
  test('of a new project is empty', async () => {
    expect(await app.read('overview')).toMatchObject({
      configured: true,
      totals: {
        ...{ crawler: 0, cited: 0, aiReferral: 0, conversions: null },
        ...{ contradicted: 0, unknown: 0, aiReferralTagged: 0 },
      },
      previousConversions: null,
      sources: [],
      points: [],
    })
  })

  test('counts visits by source and day, those for a user also as cited, and compares windows', async () => {
    await add({ path: '/a' }, { path: '/a' }, { path: '/b', agent: 'user', hoursAgo: 30 })
    await add({ agent: 'person', path: '/price' }, { isContradicted: true }, { hoursAgo: 40 * 24 })
    const { totals, sources, points } = await app.read('overview')
    expect(totals).toMatchObject({ crawler: 3, cited: 1, aiReferral: 1, contradicted: 1 })
    expect(sources).toEqual([
      {
        source: 'gptbot',
        visitorType: 'crawler',
        agent: 'GPTBot',
        category: 'training-crawler',
        confidence: 'verified',
        visits: 2,
        previousVisits: 1,
        markdownVisits: 0,
        paths: 1,
        lastSeenAt: '2026-03-04T11:00:00.000Z',
        verification: { verified: 0, unknown: 2, contradicted: 1 },
      },
      expect.objectContaining({
        source: 'chatgpt',
        visitorType: 'ai_referral',
        category: 'assistant-referral',
      }),
      expect.objectContaining({ source: 'chatgpt-user', visits: 1, previousVisits: 0 }),
    ])
    expect(points).toEqual([
      { day: '2026-03-03', visitorType: 'crawler', source: 'chatgpt-user', visits: 1 },
      { day: '2026-03-04', visitorType: 'ai_referral', source: 'chatgpt', visits: 1 },
      { day: '2026-03-04', visitorType: 'crawler', source: 'gptbot', visits: 2 },
    ])
  })

  test('counts referrals to conversion paths, whatever their spelling', async () => {
    const { ctx, projectId } = app
    await ctx.db.insert(geoSettings).values({
      ...{
        projectId,
        id: 's',
        companyName: 'Acme',
        aliases: [],
        domains: [],
        languages: ['en'],
        engines: [],
      },
      ...{ conversionPaths: ['/sign up', '/'], nonZdrApprovedEngines: [], pausedAutoPromptIds: [] },
      ...{ removedAutoPromptIds: [], enforceZdr: false, enabled: false, scanIntervalHours: 24 },
      ...{ createdAt: ctx.now(), updatedAt: ctx.now() },
    })
    for (const path of ['/sign%20up', '/sign%20up/', '/sign%20up/now', '/', '/sign%20upper', '/docs'])
      await add({ agent: 'person', path })
    await add({ agent: 'gpt', path: '/' })
    const { totals, previousConversions } = await app.read('overview')
    expect([totals.conversions, previousConversions]).toEqual([4, 0])
  })
})

describe('the log', () => {
  test('lists the newest visits of the wanted types, purposes and host', async () => {
    await add({ path: '/1' }, { path: '/2', agent: 'user', hoursAgo: 2 })
    await add(
      { path: '/3', agent: 'person', hoursAgo: 3 },
      { path: '/4', host: 'docs.acme.com', hoursAgo: 4 },
    )
    const paths = async (query: string) =>
      (await app.read(`log?${query}`)).log.map(({ path }: { path: string }) => path)
    expect(await paths('')).toEqual(['/1', '/2', '/3', '/4'])
    expect(await paths('limit=1')).toEqual(['/1'])
    expect(await paths('visitorTypes=ai_referral')).toEqual(['/3'])
    expect(await paths('visitorTypes=crawler,ai_referral')).toEqual(['/1', '/2', '/3', '/4'])
    expect(await paths('categories=assistant-browse,search-index')).toEqual(['/2'])
    expect(await paths('host=Docs.acme.com')).toEqual(['/4'])
    expect(await paths('host=other.test')).toEqual([])
  })

  test.each([
    ['visitorTypes=human', 'visitorTypes must be one of crawler, ai_referral'],
    [
      'categories=assistant-referral',
      'categories must be one of training-crawler, search-index, assistant-browse',
    ],
    ['visitorTypes=crawler,crawler,crawler,crawler', 'Expected at most 3 items'],
    ['limit=201', 'limit must be an integer from 1 to 200'],
  ])('refuses %s', async (query, error) => {
    const { status, body } = await app.acme.call(
      'GET',
      `/v1/projects/${app.projectId}/geo/traffic/log?${query}`,
    )
    expect([status, body.error]).toEqual([400, error])
  })
})

test('journeys list their visits, newest activity first, and one journey its visits in order', async () => {
  await add({ journey: 1, path: '/a', hoursAgo: 3 }, { journey: 1, path: '/b', hoursAgo: 2 })
  await fold()
  await add({ journey: 2, path: '/c', hoursAgo: 1 }, { journey: 2, path: '/b', hoursAgo: 0.9 })
  await add({ journey: 1, path: '/a', hoursAgo: 2.5, status: 404 })
  const { journeys } = await app.read('journeys')
  const second = { journeyId: 'f_0000000000000002', distinctPaths: 2, samplePaths: ['/c', '/b'] }
  expect(journeys).toEqual([
    expect.objectContaining(second),
    {
      journeyId: 'f_0000000000000001',
      source: 'gptbot',
      visitorType: 'crawler',
      pages: 3,
      distinctPaths: 2,
      firstSeenAt: '2026-03-04T09:00:00.000Z',
      lastSeenAt: '2026-03-04T10:00:00.000Z',
      samplePaths: ['/a', '/b'],
      entryPath: '/a',
    },
  ])
  await fold()
  expect((await app.read('journeys')).journeys[0]).toMatchObject(second)
  const { events } = await app.read('journeys/f_0000000000000001')
  expect(events.map(({ path, status }: { path: string; status: number }) => [path, status])).toEqual([
    ['/a', null],
    ['/a', 404],
    ['/b', null],
  ])
  expect((await app.read('journeys/f_ffffffffffffffff')).events).toEqual([])
})

test('pages are counted by source, most visits first, with the answers that failed', async () => {
  await add(
    { path: '/a' },
    { path: '/a', status: 404 },
    { path: '/a', hoursAgo: 33 * 24 },
    { path: '/b', agent: 'person' },
  )
  await add({ path: '/c', host: 'docs.acme.com' })
  const { pages } = await app.read('pages')
  expect(pages[0]).toEqual({
    ...{ host: 'acme.com', path: '/a', source: 'gptbot', visitorType: 'crawler', visits: 2 },
    ...{ previousVisits: 1, failed: 1, lastSeenAt: '2026-03-04T11:00:00.000Z' },
  })
  const paths = async (query: string) =>
    (await app.read(`pages?${query}`)).pages.map(({ path }: { path: string }) => path)
  expect(await paths('visitorType=ai_referral')).toEqual(['/b'])
  expect(await paths('host=docs.acme.com')).toEqual(['/c'])
  expect(await paths('limit=1')).toEqual(['/a'])
})

test('pages of a host are found below many busier pages of another one', async () => {
  const busy = Array.from({ length: 1_100 }, (_, index) => ({ path: `/${index % 550}` }))
  await add(...busy, { path: '/rare', host: 'docs.acme.com' })
  const { pages } = await app.read('pages?host=docs.acme.com')
  expect(pages).toMatchObject([{ path: '/rare', visits: 1 }])
  expect((await app.read('pages?host=acme.com&limit=500')).pages).toHaveLength(500)
})

test('pages with failed requests are found below many busier pages, most failures first', async () => {
  const busy = Array.from({ length: 1_100 }, (_, index) => ({ path: `/${index % 550}` }))
  await add(...busy, { path: '/once', status: 500 }, ...Array(2).fill({ path: '/twice', status: 404 }))
  const { pages } = await app.read('pages?failed=true&limit=500')
  expect(pages.map(({ path, failed }: any) => [path, failed])).toEqual([
    ['/twice', 2],
    ['/once', 1],
  ])
  expect((await app.read('pages?failed=false&limit=500')).pages).toHaveLength(500)
})

test('visits without a project are shown in the oldest project alone', async () => {
  await add({})
  await app.ctx.db.run(sql`update traffic_sites set project_id = ''`)
  expect((await app.read('overview')).totals.crawler).toBe(1)
  app.ctx.clock.advance(1000)
  const other = await app.acme.call('POST', '/v1/projects', { name: 'Newer' })
  const path = `/v1/projects/${other.body.project.id}/geo/traffic/overview`
  expect((await app.acme.call('GET', path)).body.totals.crawler).toBe(0)
})

test('an import of the same lines adds nothing', async () => {
  expect(await add({}, { path: '/b' })).toBe(2)
  lines -= 2
  expect(await add({}, { path: '/b' }, { path: '/c' })).toBe(1)
  expect((await app.read('overview')).totals.crawler).toBe(3)
})

describe('roll-ups', () => {
  const given = fc.record({
    host: fc.constantFrom('acme.com', 'docs.acme.com'),
    path: fc.constantFrom('/', '/a', '/b', '/c'),
    agent: fc.constantFrom('gpt' as const, 'user' as const, 'person' as const),
    hoursAgo: fc.integer({ min: 0, max: 65 * 24 }),
    status: fc.constantFrom(null, 200, 404),
    journey: fc.constantFrom(null, 1, 2, 3),
    isContradicted: fc.boolean(),
  })
  const step = fc.oneof(
    fc.array(given, { minLength: 1, maxLength: 8 }),
    fc.constant('fold' as const),
    fc.constant('part of a fold' as const),
    fc.constant('sweep' as const),
  )

  test('answer as a plain count of the visits does, in any order of imports, folds and sweeps', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
        app = await trafficApp()
        const all: Given[] = []
        for (const each of steps) {
          if (each === 'fold') await fold()
          else if (each === 'part of a fold') await foldInPart(2)
          else if (each === 'sweep') await sweep()
          else {
            await add(...each)
            all.push(...each)
          }
        }
        const now = app.ctx.now().getTime()
        const first = Math.floor(now / day) - 30
        const inWindow = all.filter(({ hoursAgo = 0 }) => Math.floor((now - hoursAgo * hour) / day) >= first)
        const counted = inWindow.filter(({ isContradicted }) => !isContradicted)
        const count = (rows: Given[], of: (visit: Given) => string) =>
          Object.fromEntries([...Map.groupBy(rows, of)].map(([key, group]) => [key, group.length]))
        const { overview, pages, journeys } = await readAll()
        expect(overview.totals).toMatchObject({
          crawler: counted.filter(({ agent }) => agent !== 'person').length,
          aiReferral: counted.filter(({ agent }) => agent === 'person').length,
          contradicted: inWindow.length - counted.length,
        })
        const sources = { gptbot: 'gpt', 'chatgpt-user': 'user', chatgpt: 'person' }
        const pathsOf = (agent: string) =>
          new Set(counted.filter((visit) => visit.agent === agent).map(({ host, path }) => `${host}${path}`))
            .size
        for (const { source, paths } of overview.sources)
          expect(paths).toBe(pathsOf(sources[source as keyof typeof sources]))
        const pageKey = (host: string, path: string, source: string) => `${host}${path} ${source}`
        const sourceOf = (agent: string | undefined) =>
          Object.entries(sources).find(([, name]) => name === agent)?.[0] ?? ''
        expect(
          Object.fromEntries(
            pages.pages.map((page: { host: string; path: string; source: string; visits: number }) => [
              pageKey(page.host, page.path, page.source),
              page.visits,
            ]),
          ),
        ).toEqual(count(counted, ({ host = '', path = '', agent }) => pageKey(host, path, sourceOf(agent))))
        const lasting = all.filter(({ isContradicted, journey }) => !isContradicted && journey !== null)
        const active = lasting.filter(({ journey }) =>
          lasting.some((visit) => visit.journey === journey && inWindow.includes(visit)),
        )
        expect(
          Object.fromEntries(
            journeys.journeys.map(({ journeyId, pages }: { journeyId: string; pages: number }) => [
              journeyId,
              pages,
            ]),
          ),
        ).toEqual(count(active, ({ journey }) => `f_000000000000000${journey}`))
      }),
      { numRuns: 6 },
    )
  })

  test('count each visit once when a fold of several sites is interrupted, and by the next fold', async () => {
    const days = async () =>
      await app.ctx.db.all(sql`select site, day, visitor, visits, hex(pages) as pages from traffic_days`)
    const visits = [
      {},
      { path: '/b', journey: 1 },
      { agent: 'user' as const },
      {},
      { path: '/b', journey: 1 },
    ]
    await add(...visits, ...visits.map((visit) => ({ ...visit, isWithoutProject: true })))
    const all = await readAll()
    expect(all.overview.totals.crawler).toBe(10)
    for (let checks = 1; !(await foldInPart(checks)); ) {
      expect(await readAll()).toEqual(all)
      // The next one begins where this one ended.
      await add({ agent: 'person', path: `/${checks++}`, hoursAgo: 70 * 24 })
    }
    expect(await readAll()).toEqual(all)
    await fold()
    const folded = await days()
    await fold()
    expect(await days()).toEqual(folded)
    expect(await readAll()).toEqual(all)
    expect(await app.ctx.db.all(sql`select id from traffic_cursor`)).toEqual([{ id: 1 }])
  })

  test('count each visit once when two processes fold at the same time', async () => {
    const visits = [{}, { path: '/b' }, {}, { agent: 'user' as const }]
    await add(...visits, ...visits.map((visit) => ({ ...visit, isWithoutProject: true })))
    const all = await readAll()
    await Promise.all([2, 3, 4].map((rows) => foldVisits(app.ctx, signal, rows)))
    await fold()
    expect(await readAll()).toEqual(all)
  })

  test('get visits that arrive during a fold with the next one, however long they keep arriving', async () => {
    const { $client: client } = app.ctx.db
    const batch = client.batch.bind(client)
    let folds = 0
    client.batch = (async (statements: { sql?: string }[], mode: 'write') => {
      const results = await batch(statements as never, mode)
      const isFold = statements.some(({ sql }) => sql?.includes('insert into traffic_days'))
      if (isFold && ++folds < 5) await add({ path: `/${folds}` })
      return results
    }) as typeof client.batch
    await add({}, { path: '/b' })
    await fold()
    expect(folds).toBe(1)
    await fold()
    const [counted] = await app.ctx.db.all(sql`select sum(visits) as visits from traffic_days`)
    expect([folds, counted]).toEqual([2, { visits: 3 }])
    expect((await app.read('overview')).totals.crawler).toBe(4)
  })

  test('are written with a pause after each batch, as long as the batch took', async () => {
    await add({}, { path: '/b' }, {}, { agent: 'user' as const }, { agent: 'user' as const })
    const sleep = spyOn(Bun, 'sleep')
    try {
      await foldVisits(app.ctx, signal, 2)
      const pauses = sleep.mock.calls.map(([milliseconds]) => Number(milliseconds))
      expect(pauses).toHaveLength(3)
      for (const pause of pauses) expect(pause).toBeGreaterThan(0)
    } finally {
      sleep.mockRestore()
    }
  })

  test('stay when single visits are deleted after their retention', async () => {
    await add({ path: '/a', hoursAgo: 24 * 100, journey: 1 }, { path: '/b', hoursAgo: 1 })
    const site = await siteId()
    const line = (daysAgo: number) =>
      Buffer.from(secondDigits(Math.floor(app.ctx.now().getTime() / 1000) - daysAgo * 86_400), 'hex')
    for (const daysAgo of [801, 799])
      await app.ctx.db.run(sql`insert into traffic_lines values (${site}, ${line(daysAgo)})`)
    const today = dayNumber(app.ctx.now())
    for (const day of [today - 91, today - 90])
      await app.ctx.db.run(sql`insert into traffic_proofs values (${site}, 1, ${day}, 1, 2)`)
    await sweep()
    expect((await app.read('log')).total).toBe(1)
    expect(await app.ctx.db.all(sql`select * from traffic_journeys`)).toEqual([])
    expect(await app.ctx.db.all(sql`select hex(key) as key from traffic_lines`)).toEqual([
      { key: line(799).toString('hex').toUpperCase() },
    ])
    expect(await app.ctx.db.all(sql`select day from traffic_proofs`)).toEqual([{ day: today - 90 }])
    const { totals } = await app.read('overview?days=200')
    expect(totals.crawler).toBe(2)
    expect((await app.read('pages?days=200')).pages).toHaveLength(2)
  })

  test('lose a host that is forgotten, and nothing else', async () => {
    await add({ path: '/a', host: 'docs.acme.com', journey: 1 }, { path: '/a', journey: 1 }, { path: '/b' })
    await fold()
    await add({ path: '/c', host: 'docs.acme.com' })
    expect(await deleteHost(app.ctx, await siteId(), 'docs.acme.com', signal)).toBe(true)
    const { overview, pages, journeys } = await readAll()
    expect(overview.totals.crawler).toBe(2)
    expect(pages.pages.map(({ host }: { host: string }) => host)).toEqual(['acme.com', 'acme.com'])
    expect(journeys.journeys).toMatchObject([{ pages: 1, distinctPaths: 1 }])
    expect(
      await app.ctx.db.all(sql`select text from traffic_texts where text like 'docs.acme.com%'`),
    ).toEqual([])
  })

  test('lose the rest of a host when its interrupted deletion is repeated', async () => {
    await add({ host: 'docs.acme.com', path: '/a', journey: 1 }, { path: '/b' })
    await fold()
    // Interrupted at each place where it checks the signal, until none is left.
    let result: boolean | null = null
    for (let checks = 0; result === null; checks++)
      result = await deleteHost(app.ctx, await siteId(), 'docs.acme.com', interruptedAfter(checks)).catch(
        () => null,
      )
    expect(result).toBe(true)
    const { overview, pages, journeys } = await readAll()
    expect([overview.totals.crawler, pages.pages.length, journeys.journeys]).toEqual([1, 1, []])
    expect(
      await app.ctx.db.all(sql`select text from traffic_texts where text like 'docs.acme.com%'`),
    ).toEqual([])
  })

  const expectNothing = async () => {
    const counted = ['days', 'journeys', 'top_pages', 'proofs']
    for (const table of ['sites', 'events', 'texts', 'text_days', 'lines', ...counted])
      expect(await app.ctx.db.all(sql.raw(`select 1 from traffic_${table}`))).toEqual([])
  }

  test('of a deleted project are deleted with its visits', async () => {
    await add({ journey: 1 })
    await fold()
    const site = await siteId()
    await app.ctx.db.run(sql`insert into traffic_lines values (${site}, x'01')`)
    await app.ctx.db.run(sql`insert into traffic_proofs values (${site}, 1, 20000, 1, 2)`)
    await app.ctx.db.run(sql`update traffic_sites set project_id = 'gone'`)
    await sweep()
    await expectNothing()
  })

  test('are deleted by the sweep after their deletion was interrupted', async () => {
    await add({ journey: 1 })
    await fold()
    await expect(deleteSites(app.ctx, [await siteId()], AbortSignal.abort())).rejects.toThrow()
    await sweep()
    await expectNothing()
  })
})

test('many visits that are not counted yet are read in slices, each once', async () => {
  const visits = Array.from({ length: 500 }, (_, index) => ({ path: `/${index % 7}`, journey: 1 }))
  for (let times = 0; times < 3; times++)
    await add(...visits, ...visits.map((visit) => ({ ...visit, isWithoutProject: true })))
  const read = async () => {
    const { overview, pages, journeys } = await readAll()
    const counted = pages.pages.reduce((sum: number, { visits }: { visits: number }) => sum + visits, 0)
    return [overview.totals.crawler, counted, journeys.journeys.map(({ pages }: { pages: number }) => pages)]
  }
  const sent = recordStatements(app.ctx.db)
  expect(await read()).toEqual([3_000, 3_000, [1_500, 1_500]])
  expect(sent.filter(({ sql }) => /from traffic_events where id > \?/.test(sql))).toHaveLength(9)
  // One site is in the roll-ups up to its 1,200th visit, and the other one is not.
  await foldVisits(app.ctx, interruptedAfter(2), 1_200).catch(() => null)
  expect(await read()).toEqual([3_000, 3_000, [1_500, 1_500]])
})

test('the visits of a journey are added to its pages, not copied with them for each visit', () => {
  const visit = { site: 1, visitor: 1, at: 0, journey: '01', status: 200, verdict: 0, markdown: 0 }
  const journeys = new Map<string, JourneyCount>()
  addToJourneys(journeys, [{ ...visit, id: 1, page: 1 }])
  const pages = [...journeys.values()][0]?.pages
  addToJourneys(journeys, [{ ...visit, id: 2, page: 2 }])
  expect([...journeys.values()]).toMatchObject([{ visits: 2, pages: new Set([1, 2]) }])
  expect([...journeys.values()][0]?.pages).toBe(pages as Set<number>)
})

test('visits that are not counted yet are found by their ids, not in the whole log', async () => {
  await add({ journey: 1 })
  const sent = recordStatements(app.ctx.db)
  for (const path of ['overview', 'pages', 'journeys']) await app.read(path)
  const tails = sent.filter(({ sql }) => /traffic_events/.test(sql) && /traffic_cursor/.test(sql))
  const plans = await Promise.all(tails.map((statement) => planOf(app.ctx.db, statement)))
  expect(plans).toHaveLength(9)
  // The largest id is the last row of the table.
  for (const plan of plans)
    expect(plan.join('\n')).toMatch(
      /traffic_events USING INTEGER PRIMARY KEY|SUBQUERY \d+\nSEARCH traffic_events$/,
    )
})

test('no read scans visits or counts', async () => {
  await add({ journey: 1 }, { agent: 'person' })
  await fold()
  const sent = recordStatements(app.ctx.db)
  for (const path of [
    'overview',
    'pages',
    'pages?host=acme.com',
    'log',
    'log?host=acme.com',
    'journeys',
    'journeys/f_0000000000000001',
  ])
    await app.read(path)
  await add({ hoursAgo: 2 })
  await app.visit()
  await sweep()
  const plans = await Promise.all(
    sent.filter(({ sql }) => /traffic_/.test(sql)).map((statement) => planOf(app.ctx.db, statement)),
  )
  // Lists that the statement itself has, and tables with a row for each project, day or vendor.
  const small =
    /VIRTUAL TABLE|^SCAN (traffic_(cursor|salts|sites|text_days|ranges)|numbered|added|newest|constant|CONSTANT ROW|\()/
  const scans = plans.flat().filter((line) => line.startsWith('SCAN') && !small.test(line))
  expect(new Set(scans)).toEqual(new Set())
})
