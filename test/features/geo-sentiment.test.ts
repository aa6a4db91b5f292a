import { beforeEach, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { tallies } from '../../src/features/geo/scans/table.ts'
import { type Team, testApp } from '../support/app.ts'
import { planOf, recordStatements } from '../support/query-plan.ts'
import { addProject, type Project } from '../support/tracking.ts'
import { addScan, type Given } from '../support/visibility.ts'

const base = '/v1/projects/project/geo/sentiment'

let app: Awaited<ReturnType<typeof testApp>>
let acme: Team
let project: Project

beforeEach(async () => {
  app = await testApp()
  app.ctx.clock.now = new Date('2026-03-30T12:00:00.000Z')
  acme = await app.team('acme')
  project = await addProject(app.ctx, acme)
})

const get = (path = '', by = acme) => by.call('GET', `${base}${path}`)
const read = async (path = '') => (await get(path)).body
const scan = (day: string, given: Given[]) => addScan(app.ctx, project, `2026-${day}T10:00:00.000Z`, given)
const says = (engine: string, prompt: string, sentiment: Given['sentiment'], more: Partial<Given> = {}) => ({
  engine,
  promptId: `custom-${prompt}`,
  mentioned: true,
  sentiment,
  ...more,
})

const nothing = {
  totalChecks: 0,
  mentions: 0,
  positive: 0,
  neutral: 0,
  negative: 0,
  lastCheckedAt: null,
  score: null,
  n: 0,
  interval: null,
  classifiedMentions: 0,
  unknownMentions: 0,
  notMentioned: 0,
  positiveShare: 0,
  neutralShare: 0,
  negativeShare: 0,
  shareIntervals: null,
  classificationCoverage: 0,
}
const between = (low: number, high: number) => ({
  low: expect.closeTo(low, 4),
  high: expect.closeTo(high, 4),
  of: 'window',
})

test('every figure of a window matches a manual calculation', async () => {
  await scan('03-20', [
    says('alpha', 'a', 'positive'),
    says('alpha', 'b', 'positive'),
    says('beta', 'a', 'neutral'),
    says('beta', 'b', 'negative'),
    says('beta', 'c', null),
    // An answer without a mention is neither positive nor negative.
    says('beta', 'd', 'negative', { mentioned: false }),
  ])
  await scan('02-20', [says('alpha', 'a', 'negative'), says('alpha', 'b', 'positive')])
  const { status, body } = await get()
  expect(status).toBe(200)
  // (2 x 100 + 50) / 4 = 62.5. Residuals from it, of 1: 0.375 twice, -0.125 and -0.625, whose squares have the mean
  // 0.171875, so that the variance of the score is a quarter of that; 0.234375 / 0.04296875 = 5.4545 draws for Wilson. The
  // shares are 2/4, 1/4 and 1/4 of 4 answers, each the only one of its cell.
  const summary = {
    totalChecks: 6,
    mentions: 5,
    positive: 2,
    neutral: 1,
    negative: 1,
    lastCheckedAt: '2026-03-20T10:00:00.000Z',
    score: 62.5,
    n: 4,
    interval: { low: expect.closeTo(25.7876, 2), high: expect.closeTo(88.8815, 2), of: 'window' },
    classifiedMentions: 4,
    unknownMentions: 1,
    notMentioned: 1,
    positiveShare: 0.5,
    neutralShare: 0.25,
    negativeShare: 0.25,
    shareIntervals: {
      positiveShare: between(0.150039, 0.849961),
      neutralShare: between(0.045586, 0.699358),
      negativeShare: between(0.045586, 0.699358),
    },
    classificationCoverage: 0.8,
  }
  expect(body).toMatchObject({ configured: true, summary })
  expect(body.summary).toEqual(summary)
  expect(body.points).toEqual([{ day: '2026-03-20', ...summary }])
  expect(body.engines).toMatchObject([
    { engine: 'alpha', score: 100, n: 2, totalChecks: 2, positiveShare: 1 },
    { engine: 'beta', score: 25, n: 2, totalChecks: 4, mentions: 3, unknownMentions: 1, notMentioned: 1 },
  ])
  expect(body.comparison).toMatchObject({
    current: { from: '2026-03-01T00:00:00.000Z', to: '2026-03-31T00:00:00.000Z' },
    previous: { from: '2026-01-30T00:00:00.000Z', to: '2026-03-01T00:00:00.000Z' },
    summary: { totalChecks: 2, score: 50, positiveShare: 0.5 },
    points: [{ day: '2026-02-20', score: 50 }],
    delta: 12.5,
  })
})

test('answers in one cell are as certain as they are alike', async () => {
  for (const day of ['03-20', '03-21', '03-22', '03-23'])
    await scan(day, [says('alpha', 'a', 'positive'), says('alpha', 'b', 'negative')])
  // There is no variance within a cell: Wilson of 1/2 over 8 answers, if a scan asks each once.
  const { summary } = await read()
  expect(summary).toMatchObject({ score: 50, n: 8, positiveShare: 0.5 })
  expect(summary.shareIntervals.positiveShare).toEqual(between(0.215215, 0.784785))
  expect(summary.interval).toEqual(between(21.5216061, 78.4783939))
})

test('the default window is thirty days in UTC, including today', async () => {
  await scan('03-01', [says('alpha', 'a', 'positive')])
  await scan('03-30', [says('alpha', 'a', 'negative')])
  await addScan(app.ctx, project, '2026-02-28T23:59:59.999Z', [says('alpha', 'a', 'neutral')])
  const days = (body: { points: { day: string }[] }) => body.points.map(({ day }) => day)
  expect(days(await read())).toEqual(['2026-03-01', '2026-03-30'])
  expect(days(await read('?to=2026-03-01'))).toEqual(['2026-03-01', '2026-03-30'])
  expect(days(await read('?from=2026-02-28&to=2026-03-01'))).toEqual(['2026-02-28', '2026-03-01'])
  const week = await read('?days=7')
  expect(days(week)).toEqual(['2026-03-30'])
  expect(week.comparison).toMatchObject({
    current: { from: '2026-03-23T12:00:00.000Z', to: '2026-03-30T12:00:00.000Z' },
    previous: { from: '2026-03-16T12:00:00.000Z', to: '2026-03-23T12:00:00.000Z' },
    summary: nothing,
    points: [],
    delta: null,
  })
  const refused = { status: 400, body: { error: 'to must be a day such as 2026-03-04' } }
  expect(await get('?to=2026-02-30')).toMatchObject(refused)
  expect(await get('/evidence?to=2026-02-30')).toMatchObject(refused)
})

test('later turns, other languages and answers without search do not count', async () => {
  await scan('03-20', [
    says('alpha', 'a', 'positive', { turn: 1 }),
    says('beta', 'a', 'positive', { language: 'de' }),
    says('alpha', 'b', 'positive', { isTwin: true }),
  ])
  const body = await read()
  expect([body.summary, body.engines, body.points]).toEqual([nothing, [], []])
  expect((await read('/evidence')).items).toEqual([])
})

test('a project without settings has no sentiment', async () => {
  await addProject(app.ctx, acme, 'bare', false)
  const bare = async (path: string) => (await acme.call('GET', `/v1/projects/bare/geo/sentiment${path}`)).body
  const organization = { id: acme.id, slug: 'acme', name: 'Team acme', logo: null }
  const empty = { configured: false, organization }
  expect(await bare('')).toEqual({ ...empty, summary: nothing, engines: [], points: [], comparison: null })
  expect(await bare('/evidence')).toEqual({ ...empty, items: [], nextCursor: null })
})

test('an analysis is unavailable, and is not started', async () => {
  expect(await read('/analysis')).toEqual({
    configured: true,
    status: 'unavailable',
    result: null,
    message: 'This server does not sort claims into themes.',
    organization: { id: acme.id, slug: 'acme', name: 'Team acme', logo: null },
  })
})

test('evidence lists the answers whose sentiment counts, newest first', async () => {
  await scan('02-20', [says('alpha', 'a', 'positive')])
  await scan('03-20', [
    says('alpha', 'a', 'positive', { id: 'one', position: 2, excerpt: 'Acme is good.' }),
    says('beta', 'a', 'negative', { id: 'two' }),
    says('beta', 'b', null),
    says('beta', 'c', 'neutral', { mentioned: false }),
  ])
  await scan('03-21', [says('alpha', 'a', 'neutral', { id: 'three' })])
  // Answers of a running scan do not count yet.
  await scan('03-22', [says('alpha', 'a', 'neutral', { id: 'running' })])
  await app.ctx.db.delete(tallies).where(eq(tallies.scanId, 'scan-2026-03-22T10:00:00.000Z'))
  const { items, nextCursor } = await read('/evidence')
  expect(items.map(({ checkId }: { checkId: string }) => checkId)).toEqual(['three', 'two', 'one'])
  expect(items[2]).toEqual({
    checkId: 'one',
    promptId: 'custom-a',
    engine: 'alpha',
    prompt: 'what about custom-a',
    sentiment: 'positive',
    position: 2,
    excerpt: 'Acme is good.',
    capturedAt: '2026-03-20T10:00:00.000Z',
  })
  expect(nextCursor).toBeNull()
})

test('a scan that ends in a window is in it with all its answers', async () => {
  const at = (time: string) => ({ capturedAt: new Date(time) })
  await scan('03-01', [
    says('alpha', 'a', 'positive', { id: 'before midnight', ...at('2026-02-28T23:59:00.000Z') }),
    says('alpha', 'b', 'positive', { id: 'after midnight', ...at('2026-03-01T00:01:00.000Z') }),
  ])
  const ids = async (query: string) =>
    (await read(`/evidence${query}`)).items.map(({ checkId }: { checkId: string }) => checkId)
  expect(await ids('')).toEqual(['after midnight', 'before midnight'])
  expect((await read()).summary.totalChecks).toBe(2)
  expect(await ids('?from=2026-02-01&to=2026-02-28')).toEqual([])
})

test('pages of evidence continue without a gap, in the window of the first page', async () => {
  const given = Array.from({ length: 30 }, (_, number) =>
    says('alpha', `p${number}`, 'positive', { id: `check-${10 + number}` }),
  )
  await scan('03-24', given)
  const first = await read('/evidence?days=7')
  expect(first.items).toHaveLength(25)
  expect(first.items[0].checkId).toBe('check-39')
  // A week later, the window of a new list has moved.
  app.ctx.clock.advance(5 * 86_400_000)
  expect((await read('/evidence?days=7')).items).toEqual([])
  const second = await read(`/evidence?days=7&cursor=${first.nextCursor}`)
  expect(second.items.map(({ checkId }: { checkId: string }) => checkId)).toEqual([
    'check-14',
    'check-13',
    'check-12',
    'check-11',
    'check-10',
  ])
  expect(second.nextCursor).toBeNull()
})

test('an invalid cursor, or one of another project or window, is refused', async () => {
  await scan(
    '03-24',
    Array.from({ length: 26 }, (_, number) => says('alpha', `p${number}`, 'positive')),
  )
  const { nextCursor: cursor } = await read('/evidence')
  expect((await read(`/evidence?cursor=${cursor}`)).items).toHaveLength(1)
  await addProject(app.ctx, acme, 'second')
  const refused = {
    status: 400,
    body: { error: 'cursor must be from the same project and window' },
  }
  expect(await acme.call('GET', `/v1/projects/second/geo/sentiment/evidence?cursor=${cursor}`)).toMatchObject(
    refused,
  )
  expect(await get(`/evidence?days=7&cursor=${cursor}`)).toMatchObject(refused)
  expect(await get(`/evidence?from=2026-03-01&to=2026-03-30&cursor=${cursor}`)).toMatchObject(refused)
  expect(await get('/evidence?cursor=nonsense')).toMatchObject(refused)
  const asked = JSON.stringify(['project', null, null, null])
  const far = { asked, from: 9e15, to: null, capturedAt: 0, id: 'x' }
  const forged = Buffer.from(JSON.stringify(far)).toString('base64url')
  expect(await get(`/evidence?cursor=${forged}`)).toMatchObject(refused)
})

test.each(['', '/analysis', '/evidence'])(
  '%s: a key of another organization, and one without the scope, see nothing',
  async (path) => {
    const other = await app.team('other')
    const hidden = { status: 404, body: { error: 'Project not found' } }
    expect(await get(path, other)).toMatchObject(hidden)
    const narrow = await app.team('narrow', ['briefs.read'])
    expect((await get(path, narrow)).status).toBe(403)
  },
)

test('evidence is read in index order, without a table scan', async () => {
  await scan('03-24', [says('alpha', 'a', 'positive')])
  const sent = recordStatements(app.ctx.db)
  expect((await read('/evidence')).items).toHaveLength(1)
  const plans = (await Promise.all(sent.map((each) => planOf(app.ctx.db, each)))).flat()
  expect(plans.filter((line) => /^(SCAN|USE TEMP B-TREE)/.test(line))).toEqual([])
  expect(plans).toContain(
    'SEARCH geo_checks USING INDEX geo_checks_newest (project_id=? AND captured_at>? AND captured_at<?)',
  )
})
