import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { atomically } from '../../src/db/client.ts'
import { tallyScan } from '../../src/features/geo/scans/count-answers.ts'
import { checks } from '../../src/features/geo/scans/table.ts'
import { testApp } from '../support/app.ts'
import { planOf, recordStatements } from '../support/query-plan.ts'
import { addCompetitor, addProject, addPrompt } from '../support/tracking.ts'
import { addScan, planAsking } from '../support/visibility.ts'

const base = '/v1/projects/project/geo/visibility'

test('the overview of a project without settings is empty', async () => {
  const app = await testApp()
  const team = await app.team('acme')
  await addProject(app.ctx, team, 'project', false)
  const { status, body } = await team.call('GET', `${base}/overview`)
  expect(status).toBe(200)
  expect(body).toEqual({
    configured: false,
    surface: 'api',
    brand: {
      checks: 0,
      mentions: 0,
      mentionRate: null,
      n: 0,
      interval: null,
      avgPosition: null,
      positionInterval: null,
      comparison: null,
      basket: null,
      lastCheckedAt: null,
    },
    evidence: null,
    engines: [],
    organization: { id: team.id, slug: 'acme', name: 'Team acme', logo: null },
  })
})

test('the overview, time series and share of voice are over one language on request', async () => {
  const app = await testApp()
  const team = await app.team('acme')
  const project = await addProject(app.ctx, team)
  const read = async (path: string) => (await team.call('GET', `${base}/${path}`)).body
  await addScan(app.ctx, project, '2026-03-01T10:00:00.000Z', [
    { engine: 'alpha', promptId: 'custom-1', mentioned: true },
    { engine: 'alpha', promptId: 'custom-2', mentioned: true },
    { engine: 'alpha', promptId: 'custom-1', language: 'de', mentioned: false },
    { engine: 'alpha', promptId: 'custom-2', language: 'de', mentioned: true },
    { engine: 'alpha', promptId: 'custom-3', language: 'de', mentioned: true },
  ])
  const rateOf = async (query: string) => {
    const { brand } = await read(`overview${query}`)
    return [brand.mentions, brand.checks]
  }
  expect([await rateOf(''), await rateOf('?language=de'), await rateOf('?language=en')]).toEqual([
    [2, 2],
    [2, 3],
    [2, 2],
  ])
  const { points } = await read('timeseries?language=de')
  expect(points.map(({ mentions, checks }: Record<string, number>) => [mentions, checks])).toEqual([[2, 3]])
  const mentionsOf = async (query: string) => (await read(`competitor-share${query}`)).own.mentions
  expect([await mentionsOf(''), await mentionsOf('?language=de')]).toEqual([4, 2])
})

test('the overview counts first turns in the prompt language, highest rate first', async () => {
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
      ...{ engine: 'beta', surface: 'api', pages: null },
      checks: 1,
      mentions: 1,
      mentionRate: 1,
      n: 1,
      interval: { low: expect.closeTo(0.2065, 4), high: 1, of: 'window' },
      avgPosition: null,
      positionInterval: null,
      comparison: null,
      basket: expect.anything(),
      lastCheckedAt: '2026-03-01T10:00:00.000Z',
    },
    {
      ...{ engine: 'alpha', surface: 'api', pages: null },
      checks: 3,
      mentions: 2,
      mentionRate: 0.667,
      n: 3,
      interval: { low: expect.closeTo(0.2077, 4), high: expect.closeTo(0.9385, 4), of: 'window' },
      avgPosition: 2.5,
      positionInterval: null,
      comparison: null,
      basket: expect.anything(),
      lastCheckedAt: '2026-03-01T10:00:00.000Z',
    },
  ])
  expect(body.brand).toMatchObject({ checks: 4, mentions: 3, mentionRate: 0.75, n: 4, avgPosition: 2.5 })
})

test('an average position from five answers has an interval, by the variance within its cells', async () => {
  const app = await testApp()
  const team = await app.team('acme')
  const project = await addProject(app.ctx, team)
  const positions = { 'custom-1': [3, 4, 2], 'custom-2': [5, 6], 'custom-3': [3] }
  for (const [index, day] of ['01', '02', '03'].entries())
    await addScan(
      app.ctx,
      project,
      `2026-03-${day}T10:00:00.000Z`,
      Object.entries(positions).flatMap(([promptId, own]) => {
        const position = own[index]
        return position ? [{ engine: 'alpha', promptId, mentioned: true, position }] : []
      }),
    )
  // By hand (statistics.md: Average position), as for these cells in test/statistics/position.test.ts.
  const known = {
    avgPosition: 3.8,
    positionInterval: { low: expect.closeTo(2.8167, 4), high: expect.closeTo(4.85, 4), of: 'window' },
  }
  const { body } = await team.call('GET', `${base}/overview`)
  expect([body.brand, ...body.engines]).toMatchObject([known, known])
  const { body: shares } = await team.call('GET', `${base}/language-share`)
  expect(shares.points).toMatchObject([known])
})

test('a day counts each engine, including conversations, and all engines together', async () => {
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
  expect(body.points).toMatchObject([
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
  expect(body.brand).toMatchObject([
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

test('a new model of an engine is listed with its day; unnamed models are ignored', async () => {
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

/** Two scans on one day each, and one from a month before: the data for the figures below. */
async function startWithAnswers() {
  const app = await testApp()
  const acme = await app.team('acme')
  const project = await addProject(app.ctx, acme)
  await addCompetitor(app.ctx, project, 'c-one', 'One', { synonyms: ['Uno'] })
  await addCompetitor(app.ctx, project, 'c-two', 'Two')
  await addScan(app.ctx, project, '2026-02-20T10:00:00.000Z', [
    { engine: 'alpha', promptId: 'custom-1', mentioned: true, position: 2, sentiment: 'positive' },
    { engine: 'alpha', promptId: 'custom-2', competitorIds: ['c-one'] },
    { engine: 'beta', promptId: 'custom-1', competitorIds: ['c-one', 'c-two'], discovered: ['Zed'] },
    { engine: 'alpha', promptId: 'sequence-1', turn: 1, mentioned: true, position: 1, sentiment: 'neutral' },
    { engine: 'alpha', promptId: 'custom-1', language: 'de', discovered: ['uno', 'ZED'] },
  ])
  await addScan(app.ctx, project, '2026-02-21T10:00:00.000Z', [
    { engine: 'alpha', promptId: 'custom-1', mentioned: true, position: 5, sentiment: 'negative' },
    {
      engine: 'alpha',
      promptId: 'custom-2',
      mentioned: true,
      competitorIds: ['c-one'],
      ownedSourceCited: true,
    },
    { engine: 'beta', promptId: 'custom-1', mentioned: true, position: 1, sentiment: 'positive' },
    { engine: 'alpha', promptId: 'custom-1', language: 'de', mentioned: true, position: 4 },
    { engine: 'gamma', promptId: 'custom-1', isTwin: true, mentioned: true },
  ])
  const read = async (path: string) => {
    const { status, body } = await acme.call('GET', `/v1/projects/project/geo/${path}`)
    expect(status).toBe(200)
    return body
  }
  return { ...app, acme, project, read }
}

/** An interval whose ends are so many places exact. */
const between = (low: number, high: number) => ({
  low: expect.closeTo(low, 4),
  high: expect.closeTo(high, 4),
  of: 'window',
})

test('every figure of the overview matches a manual calculation', async () => {
  const { read } = await startWithAnswers()
  const { brand, engines } = await read('visibility/overview')
  // alpha: custom-1 is named in 2 of 2, custom-2 in 1 of 2. V = (2 x 0 + 2 x 0.5) / 16 = 0.0625, and 0.75 x 0.25 / V = 3
  // is less than 4, so Wilson of 3/4 over 4. Positions 2 and 5.
  expect(engines).toMatchObject([
    { engine: 'alpha', checks: 4, mentions: 3, mentionRate: 0.75, n: 4, avgPosition: 3.5 },
    { engine: 'beta', checks: 2, mentions: 1, mentionRate: 0.5, n: 2, avgPosition: 1 },
  ])
  expect(engines[0].interval).toEqual(between(0.3006, 0.9544))
  expect(engines[1].interval).toEqual(between(0.0945, 0.9055))
  // All: 4 of 6; the mean of 2, 5 and 1 is 2.667. V = (2 x 0.5 + 2 x 0.5) / 36 = 1/18, and (2/9) / V = 4 is less than 6.
  expect(brand).toMatchObject({ checks: 6, mentions: 4, mentionRate: 0.667, n: 6, avgPosition: 2.7 })
  expect(brand.interval).toEqual(between(0.3, 0.9032))
  expect(brand.lastCheckedAt).toBe('2026-02-21T10:00:00.000Z')
})

test('every figure of the time series matches a manual calculation, with conversations, without other languages and twins', async () => {
  const { read } = await startWithAnswers()
  const { points, comparison } = await read('visibility/timeseries')
  expect(comparison).toBeNull()
  expect(points).toMatchObject([
    {
      day: '2026-02-20',
      engine: 'alpha',
      checks: 3,
      mentions: 2,
      avgPosition: 1.5,
      n: 3,
      interval: between(0.2077, 0.9385),
    },
    {
      day: '2026-02-20',
      engine: 'beta',
      checks: 1,
      mentions: 0,
      avgPosition: null,
      n: 1,
      interval: between(0, 0.7935),
    },
    {
      day: '2026-02-21',
      engine: 'alpha',
      checks: 2,
      mentions: 2,
      avgPosition: 5,
      n: 2,
      interval: between(0.3424, 1),
    },
    {
      day: '2026-02-21',
      engine: 'beta',
      checks: 1,
      mentions: 1,
      avgPosition: 1,
      n: 1,
      interval: between(0.2065, 1),
    },
  ])
})

test('every figure of the competitor share matches a manual calculation, in all languages, each brand once per answer', async () => {
  const { read } = await startWithAnswers()
  const { points, timeseries, own } = await read('visibility/competitor-share')
  // One: 20th: two by id, one as "uno"; 21st: one. Zed: two, in whatever case. Two: one. Of the 20th 6 mentions.
  expect(points).toMatchObject([
    {
      brand: 'One',
      competitorId: 'c-one',
      mentions: 4,
      trend: [
        { day: '2026-02-20', value: 0.5 },
        { day: '2026-02-21', value: 1 },
      ],
    },
    {
      brand: 'Zed',
      competitorId: null,
      mentions: 2,
      trend: [
        { day: '2026-02-20', value: 0.333 },
        { day: '2026-02-21', value: 0 },
      ],
      share: null,
    },
    { brand: 'Two', mentions: 1, trend: [{ value: 0.167 }, { value: 0 }] },
  ])
  expect(timeseries).toEqual([
    { brand: 'One', day: '2026-02-20', mentions: 3 },
    { brand: 'One', day: '2026-02-21', mentions: 1 },
    { brand: 'Zed', day: '2026-02-20', mentions: 2 },
    { brand: 'Two', day: '2026-02-20', mentions: 1 },
  ])
  // Own 6 (2 of the 20th, 4 of the 21st), One 4, Two 1: 11 in all.
  expect(own).toMatchObject({ mentions: 6, share: 6 / 11, n: 11, comparison: null })
  expect(points.map(({ share }: { share: number | null }) => share)).toEqual([4 / 11, null, 1 / 11])
})

test('every figure of the language share matches a manual calculation', async () => {
  const { read } = await startWithAnswers()
  const { points } = await read('visibility/language-share')
  expect(points).toMatchObject([
    {
      language: 'en',
      checks: 7,
      mentions: 5,
      mentionRate: 0.714,
      // 2, 1, 5 and 1.
      avgPosition: 2.3,
      trend: [
        { day: '2026-02-20', value: 0.5 },
        { day: '2026-02-21', value: 1 },
      ],
      n: 7,
      comparison: null,
    },
    {
      language: 'de',
      checks: 2,
      mentions: 1,
      mentionRate: 0.5,
      avgPosition: 4,
      trend: [{ value: 0 }, { value: 1 }],
      n: 2,
      interval: between(0.0945, 0.9055),
    },
  ])
})

test('every figure of one brand matches a manual calculation, by its name or a synonym in any case', async () => {
  const { read } = await startWithAnswers()
  const one = await read('visibility/competitors/UNO?from=2026-02-20&to=2026-02-21')
  expect(one.points).toMatchObject([
    { day: '2026-02-20', mentions: 3, checks: 5, n: 5 },
    { day: '2026-02-21', mentions: 1, checks: 4, n: 4 },
  ])
  expect(one.prompts).toMatchObject([
    { promptId: 'custom-1', engine: 'alpha', mentioned: false, position: null },
    { promptId: 'custom-1', engine: 'beta', mentioned: false },
    { promptId: 'custom-2', prompt: 'what about custom-2', engine: 'alpha', mentioned: true },
  ])
  const zed = await read('visibility/competitors/zed')
  expect(zed.points.map(({ mentions }: { mentions: number }) => mentions)).toEqual([2, 0])
  const nobody = await read('visibility/competitors/nobody')
  expect(nobody.prompts).toEqual([])
})

test('a competitor has a rate for the same window, prompts and engines as the brand', async () => {
  const { ctx, team } = await testApp()
  const acme = await team('acme')
  const project = await addProject(ctx, acme)
  await addCompetitor(ctx, project, 'north', 'Northlight')
  for (const id of ['1', '2']) await addPrompt(ctx, project, id)
  const asked = ['custom-1', 'custom-2']
  for (const day of [1, 2, 3, 4]) {
    const answers = asked.flatMap((promptId) =>
      ['alpha', 'beta'].map((engine) => ({
        ...{ engine, promptId, mentioned: engine === 'beta' },
        // One cell always, another one on one of four days.
        competitorIds: promptId === 'custom-1' && (engine === 'alpha' || day === 1) ? ['north'] : [],
      })),
    )
    await addScan(ctx, project, `2026-03-0${day}T10:00:00.000Z`, answers, {
      plan: planAsking(asked, ['alpha', 'beta']),
    })
  }
  const detail = async (range: string) =>
    (await acme.call('GET', `${base}/competitors/northlight?${range}`)).body
  const whole = await detail('from=2026-03-01&to=2026-03-04')
  expect(whole.basket).toMatchObject({ rate: expect.closeTo(1.25 / 4, 10), cells: 4, scans: 4 })
  expect(whole.own).toMatchObject({ rate: 0.5, cells: 4, scans: 4 })
  const { body } = await acme.call('GET', `${base}/overview?from=2026-03-01&to=2026-03-04`)
  expect(whole.own).toEqual(body.brand.basket)
  expect((await detail('from=2026-03-04&to=2026-03-04')).basket).toMatchObject({ rate: 0.25, scans: 1 })
})

test('every figure of the sentiment matches a manual calculation', async () => {
  const { read } = await startWithAnswers()
  const { summary, engines, points, comparison } = await read('sentiment?from=2026-02-21&to=2026-02-21')
  expect(summary).toMatchObject({
    totalChecks: 3,
    mentions: 3,
    positive: 1,
    neutral: 0,
    negative: 1,
    lastCheckedAt: '2026-02-21T10:00:00.000Z',
    score: 50,
    classifiedMentions: 2,
    unknownMentions: 1,
    notMentioned: 0,
    positiveShare: 0.5,
    neutralShare: 0,
    negativeShare: 0.5,
    classificationCoverage: 2 / 3,
  })
  expect(engines).toMatchObject([
    { engine: 'alpha', score: 0 },
    { engine: 'beta', score: 100 },
  ])
  expect(points).toMatchObject([{ day: '2026-02-21', score: 50 }])
  expect(comparison).toMatchObject({
    current: { from: '2026-02-21T00:00:00.000Z', to: '2026-02-22T00:00:00.000Z' },
    previous: { from: '2026-02-20T00:00:00.000Z', to: '2026-02-21T00:00:00.000Z' },
    summary: { totalChecks: 3, mentions: 1, score: 100 },
    delta: -50,
  })
})

test('the newest answer of each prompt and engine is listed, newest first', async () => {
  const { read, ctx, project } = await startWithAnswers()
  await addScan(ctx, project, '2026-02-22T10:00:00.000Z', [
    {
      id: 'newest',
      engine: 'beta',
      promptId: 'custom-1',
      competitorIds: ['c-two'],
      discovered: ['Zed'],
      answer: 'Two, or Zed.',
      excerpt: 'Two',
      queries: ['best tools'],
      cited: [{ title: null, url: 'https://two.test/a', domain: 'two.test' }],
      matches: [{ subject: 'c-two', term: 'Two', start: 0, end: 3, isSure: true }],
    },
  ])
  const { results } = await read('visibility/prompt-results')
  expect(results.map(({ engine, promptId }: Record<string, string>) => [engine, promptId])).toEqual([
    ['beta', 'custom-1'],
    ['alpha', 'custom-2'],
    ['alpha', 'custom-1'],
    ['alpha', 'sequence-1'],
  ])
  expect(results[0]).toMatchObject({
    prompt: 'what about custom-1',
    answer: 'Two, or Zed.',
    mentioned: false,
    position: null,
    sentiment: null,
    competitors: ['Two', 'Zed'],
    excerpt: 'Two',
    searchQueries: ['best tools'],
    sources: [{ title: null, url: 'https://two.test/a', domain: 'two.test' }],
    lastCheckedAt: '2026-02-22T10:00:00.000Z',
  })
  const page = await read('visibility/prompt-results/summaries?page=2&limit=1')
  expect(page).toMatchObject({
    results: [{ engine: 'alpha', promptId: 'custom-2' }],
    pagination: { currentPage: 2, totalPages: 4, totalItems: 4 },
  })
  expect(page.results[0].answer).toBeUndefined()
  for (const filter of ['engine=alpha&promptId=custom-1', 'engine=alpha&promptId=1'])
    expect(await read(`visibility/prompt-results/summaries?${filter}`)).toMatchObject({
      results: [{ engine: 'alpha', promptId: 'custom-1' }],
      pagination: { totalItems: 1 },
    })
  expect(await read('visibility/prompt-results/newest')).toMatchObject({
    result: { id: 'newest', matches: [{ name: 'Two', isOwn: false, start: 0, end: 3 }], truncated: false },
  })
})

test.each([
  ['days=1', ['2026-03-03T12:00:00.000Z', '2026-03-04T11:00:00.000Z']],
  ['from=2026-03-03', ['2026-03-03T00:00:00.000Z', '2026-03-03T12:00:00.000Z', '2026-03-04T11:00:00.000Z']],
  ['from=2026-03-02&to=2026-03-03&days=1', ['2026-03-03T00:00:00.000Z', '2026-03-03T12:00:00.000Z']],
  ['to=2026-03-02&days=1', ['2026-03-03T12:00:00.000Z', '2026-03-04T11:00:00.000Z']],
  [
    'to=2026-03-02',
    [
      ...['2026-01-01T00:00:00.000Z', '2026-03-03T00:00:00.000Z'],
      ...['2026-03-03T12:00:00.000Z', '2026-03-04T11:00:00.000Z'],
    ],
  ],
])('the window %s', async (query, expected) => {
  const app = await testApp()
  const acme = await app.team('acme')
  const project = await addProject(app.ctx, acme)
  const times = [
    '2026-01-01T00:00:00.000Z',
    '2026-03-03T00:00:00.000Z',
    '2026-03-03T12:00:00.000Z',
    '2026-03-04T11:00:00.000Z',
  ]
  for (const time of times) await addScan(app.ctx, project, time, [{ engine: time, promptId: 'custom-1' }])
  const { body } = await acme.call('GET', `${base}/overview?${query}`)
  expect(body.engines.map(({ lastCheckedAt }: { lastCheckedAt: string }) => lastCheckedAt).sort()).toEqual(
    expected,
  )
})

test.each([
  ['days=0', 'days must be an integer from 1 to 365'],
  ['days=366', 'days must be an integer from 1 to 365'],
  ['from=2026-02-30', 'from must be a day such as 2026-03-04'],
  ['to=tomorrow', 'to must be a day such as 2026-03-04'],
  ['from=2026-03-04&to=2026-03-03', 'from must not be after to'],
  [
    'from=2026-03-04&compareFrom=2026-03-01',
    'compareFrom and compareTo must be sent together, and with from',
  ],
  [
    'days=7&compareFrom=2026-01-01&compareTo=2026-01-07',
    'compareFrom and compareTo must be sent together, and with from',
  ],
  ['from=2026-03-04&compareFrom=2026-03-02&compareTo=2026-03-01', 'compareFrom must not be after compareTo'],
  ['from=2026-03-04&compareFrom=2026-03-01&compareTo=2026-03-04', 'compareTo must be before from'],
])('the window %s is refused', async (query, error) => {
  const app = await testApp()
  const acme = await app.team('acme')
  await addProject(app.ctx, acme)
  expect(await acme.call('GET', `${base}/overview?${query}`)).toMatchObject({ status: 400, body: { error } })
})

test('an invalid window is also refused before the settings of a project are saved', async () => {
  const app = await testApp()
  const acme = await app.team('acme')
  await addProject(app.ctx, acme, 'project', false)
  for (const path of ['overview', 'timeseries', 'competitor-share', 'language-share']) {
    const refused = await acme.call('GET', `${base}/${path}?from=2026-02-30`)
    expect([path, refused.status]).toEqual([path, 400])
  }
  expect(await acme.call('GET', `${base}/overview?from=2026-03-04&compareFrom=2026-03-01`)).toMatchObject({
    status: 400,
    body: { error: 'compareFrom and compareTo must be sent together, and with from' },
  })
})

const paths = [
  ...['visibility/overview', 'visibility/timeseries', 'visibility/prompt-results'],
  ...['visibility/prompt-results/summaries', 'visibility/competitor-share', 'visibility/competitors/One'],
  ...['visibility/language-share', 'sentiment', 'sentiment/analysis'],
]

test.each(paths)(
  '%s: another organization sees nothing, and no table that grows is scanned',
  async (path) => {
    const { acme, ctx, team } = await startWithAnswers()
    const address = `/v1/projects/project/geo/${path}`
    const other = await team('other')
    expect(await other.call('GET', address)).toMatchObject({
      status: 404,
      body: { error: 'Project not found' },
    })
    const narrow = await team('narrow', ['briefs.read'])
    expect((await narrow.call('GET', address)).status).toBe(403)
    const sent = recordStatements(ctx.db)
    expect((await acme.call('GET', address)).status).toBe(200)
    const plans = (await Promise.all(sent.map((each) => planOf(ctx.db, each)))).flat()
    expect(plans.filter((line) => /^SCAN (?!wanted)/.test(line))).toEqual([])
  },
)

test('a window is compared with the one before it: a doubled rate is significant', async () => {
  const { ctx, team } = await testApp()
  const acme = await team('acme')
  const project = await addProject(ctx, acme)
  for (let day = 0; day < 10; day++) {
    const at = new Date(Date.parse('2026-02-22T12:00:00.000Z') + day * 86_400_000).toISOString()
    const given = Array.from({ length: 20 }, (_, prompt) => ({
      engine: 'alpha',
      promptId: `custom-${prompt}`,
      mentioned: (prompt * 7 + day * 3) % 20 < (day < 5 ? 6 : 14),
    }))
    await addScan(ctx, project, at, given)
  }
  const { body } = await acme.call('GET', `${base}/overview?from=2026-02-27&to=2026-03-03`)
  expect(body.brand.comparison).toMatchObject({
    from: expect.closeTo(0.3, 10),
    to: expect.closeTo(0.7, 10),
    delta: expect.closeTo(0.4, 10),
    verdict: 'moved',
    excludedEngines: [],
    scansNeeded: 0,
  })
  expect(body.brand.comparison.pValue).toBeLessThan(0.03)
  // Three days of each rate, and the days between them in neither.
  const apart = 'from=2026-03-01&to=2026-03-03&compareFrom=2026-02-22&compareTo=2026-02-24'
  for (const path of ['overview', 'timeseries', 'competitor-share'])
    expect((await acme.call('GET', `${base}/${path}?${apart}`)).status).toBe(200)
  const chosen = await acme.call('GET', `${base}/overview?${apart}`)
  expect(chosen.body.brand).toMatchObject({
    checks: 60,
    comparison: { from: expect.closeTo(0.3, 10), to: expect.closeTo(0.7, 10) },
  })
  const short = await acme.call('GET', `${base}/overview?from=2026-03-02&to=2026-03-03`)
  expect(short.body.brand.comparison).toMatchObject({
    verdict: 'insufficient_data',
    pValue: null,
    scansNeeded: 6,
    lacksBefore: true,
  })
})

test('a later scan fills in answers that the scan before it lacks, and adds none', async () => {
  const { ctx, team } = await testApp()
  const acme = await team('acme')
  const project = await addProject(ctx, acme)
  const answer = (promptId: string, mentioned: boolean) => ({ engine: 'alpha', promptId, mentioned })
  const asked = ['custom-1', 'custom-2', 'custom-3']
  const plan = planAsking(asked, ['alpha'])
  await addScan(ctx, project, '2026-03-01T12:00:00.000Z', [answer('custom-1', false)])
  await addScan(ctx, project, '2026-03-02T12:00:00.000Z', [answer('custom-1', false)], { plan })
  // The first answer counts, whether or not later ones name the brand; an unplanned prompt does not count.
  const retried = [answer('custom-1', true), answer('custom-2', true), answer('custom-4', true)]
  await addScan(ctx, project, '2026-03-02T13:00:00.000Z', retried, { cause: 'retry' })
  await addScan(ctx, project, '2026-03-02T14:00:00.000Z', [answer('custom-2', false)], { cause: 'rescan' })
  // More than a day later, nothing is filled in.
  await addScan(ctx, project, '2026-03-03T13:00:00.000Z', [answer('custom-3', true)], { cause: 'rescan' })
  const { body } = await acme.call('GET', `${base}/overview?from=2026-03-02&to=2026-03-03`)
  expect(body.brand).toMatchObject({ checks: 2, mentions: 1, n: 2, mentionRate: 0.5 })
  // One scan of everything is in each window, and each window lacks four.
  expect(body.brand.comparison).toMatchObject({ verdict: 'insufficient_data', scansNeeded: 8 })
  const { body: latest } = await acme.call('GET', `${base}/prompt-results?from=2026-03-02&to=2026-03-03`)
  expect(latest.results.map(({ promptId, mentioned }: any) => [promptId, mentioned])).toEqual([
    ['custom-3', true],
    ['custom-2', false],
    ['custom-4', true],
    ['custom-1', true],
  ])
})

test('the own share is compared as a share, not as a mention rate', async () => {
  const { ctx, team } = await testApp()
  const acme = await team('acme')
  const project = await addProject(ctx, acme)
  await addCompetitor(ctx, project, 'c-one', 'One')
  for (let day = 0; day < 10; day++) {
    const at = new Date(Date.parse('2026-02-22T12:00:00.000Z') + day * 86_400_000).toISOString()
    const given = Array.from({ length: 20 }, (_, prompt) => ({
      engine: 'alpha',
      promptId: `custom-${prompt}`,
      mentioned: true,
      competitorIds: (prompt * 7 + day * 3) % 20 < (day < 5 ? 2 : 16) ? ['c-one'] : [],
    }))
    await addScan(ctx, project, at, given)
  }
  const { body } = await acme.call('GET', `${base}/competitor-share?from=2026-02-27&to=2026-03-03`)
  expect(body.own.comparison).toMatchObject({
    from: expect.closeTo(20 / 22, 10),
    to: expect.closeTo(20 / 36, 10),
    verdict: 'moved',
  })
})

test('an engine with a changed model is excluded from the comparison', async () => {
  const { ctx, team } = await testApp()
  const acme = await team('acme')
  const project = await addProject(ctx, acme)
  const answers = (modelReported: string) => [
    { engine: 'alpha', promptId: 'custom-1', modelReported },
    { engine: 'beta', promptId: 'custom-1', modelReported: 'same' },
  ]
  await addScan(ctx, project, '2026-03-01T12:00:00.000Z', answers('old'))
  await addScan(ctx, project, '2026-03-02T12:00:00.000Z', answers('new'))
  const { body } = await acme.call('GET', `${base}/overview?from=2026-03-02&to=2026-03-02`)
  const verdicts = body.engines.map(({ engine, comparison }: any) => [engine, comparison.verdict])
  expect(verdicts).toEqual([
    ['alpha', 'model_changed'],
    ['beta', 'insufficient_data'],
  ])
  expect(body.brand.comparison.excludedEngines).toEqual(['alpha'])
})

test('cached results are computed again after a scan ends or answers are rescored', async () => {
  const { ctx, read, project } = await startWithAnswers()
  const paths = ['visibility/overview', 'visibility/overview?days=30', 'visibility/timeseries?days=30']
  const mentions = async () => {
    const all = await Promise.all(paths.map(read))
    return all.map(({ engines, points }) =>
      (engines ?? points).reduce((sum: number, row: { mentions: number }) => sum + row.mentions, 0),
    )
  }
  expect(await mentions()).toEqual([4, 4, 5])
  const sent = recordStatements(ctx.db)
  expect(await mentions()).toEqual([4, 4, 5])
  expect(sent.filter(({ sql }) => /"cells"/.test(sql))).toEqual([])

  const scanId = await addScan(ctx, project, '2026-02-22T10:00:00.000Z', [
    { engine: 'alpha', promptId: 'custom-1', mentioned: true },
  ])
  expect(await mentions()).toEqual([5, 5, 6])
  await ctx.db.update(checks).set({ mentioned: false }).where(eq(checks.scanId, scanId))
  await atomically(ctx.db, await tallyScan(ctx, scanId))
  expect(await mentions()).toEqual([4, 4, 5])
  ctx.clock.advance(18 * 86_400_000)
  expect(await mentions()).toEqual([4, 3, 3])
})

test('an answer names its sources with their owners, and the answer before it of the same engine', async () => {
  const app = await testApp()
  const team = await app.team('acme')
  const project = await addProject(app.ctx, team)
  await addCompetitor(app.ctx, project, 'north', 'Northlight', { domain: 'northlight.example' })
  const source = (domain: string) => ({ title: null, url: `https://${domain}/`, domain })
  const asked = { engine: 'alpha', promptId: 'custom-1' }
  await addScan(app.ctx, project, '2026-03-01T10:00:00.000Z', [
    { ...asked, id: 'first' },
    { ...asked, id: 'other language', language: 'de' },
  ])
  await addScan(app.ctx, project, '2026-03-02T10:00:00.000Z', [
    { ...asked, id: 'second', cited: [source('docs.northlight.example'), source('news.example')] },
    { ...asked, id: 'other-engine', engine: 'beta' },
  ])
  const read = async (id: string) => (await team.call('GET', `${base}/prompt-results/${id}`)).body.result
  expect(await read('second')).toMatchObject({
    previous: { id: 'first', lastCheckedAt: '2026-03-01T10:00:00.000Z' },
    sources: [
      { domain: 'docs.northlight.example', ownership: 'competitor', competitor: 'Northlight' },
      { domain: 'news.example', ownership: 'third_party', competitor: null },
    ],
  })
  expect([(await read('first')).previous, (await read('other-engine')).previous]).toEqual([null, null])
})

test('the share of voice is counted once, and again after a scan and with other competitors', async () => {
  const { ctx, ...app } = await testApp()
  const team = await app.team('acme')
  const project = await addProject(ctx, team)
  await addCompetitor(ctx, project, 'one', 'One')
  const answer = { engine: 'alpha', promptId: 'custom-1', mentioned: true, competitorIds: ['one', 'two'] }
  await addScan(ctx, project, '2026-03-01T10:00:00.000Z', [answer])
  const sent = recordStatements(ctx.db)
  const read = async () => {
    sent.length = 0
    const { body } = await team.call('GET', `${base}/competitor-share`)
    return { share: body.own.share, counted: sent.some(({ sql }) => sql.includes('"cells"')) }
  }
  expect([await read(), await read()]).toEqual([
    { share: 0.5, counted: true },
    { share: 0.5, counted: false },
  ])
  await addScan(ctx, project, '2026-03-02T10:00:00.000Z', [{ ...answer, competitorIds: [] }])
  expect(await read()).toEqual({ share: 2 / 3, counted: true })
  await addCompetitor(ctx, project, 'two', 'Two')
  expect(await read()).toEqual({ share: 0.5, counted: true })
})
