import { beforeEach, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { competitors } from '../../src/features/geo/competitors/table.ts'
import { scans } from '../../src/features/geo/scans/table.ts'
import { type Team, testApp } from '../support/app.ts'
import { planOf, recordStatements } from '../support/query-plan.ts'
import { addCompetitor, addProject, type Project } from '../support/tracking.ts'
import { addScan, type Given } from '../support/visibility.ts'

const path = '/v1/projects/project/geo/changes'
const monday = '2026-03-02T10:00:00.000Z'
const tuesday = '2026-03-03T10:00:00.000Z'
const wednesday = '2026-03-04T10:00:00.000Z'

let app: Awaited<ReturnType<typeof testApp>>
let acme: Team
let project: Project

beforeEach(async () => {
  app = await testApp()
  acme = await app.team('acme')
  project = await addProject(app.ctx, acme)
  await addCompetitor(app.ctx, project, 'c-one', 'One', { synonyms: ['Uno'], domain: 'one.example' })
  await addCompetitor(app.ctx, project, 'c-two', 'Two')
})

const read = async () => (await acme.call('GET', path)).body
const scan = (at: string, given: Given[], row: Parameters<typeof addScan>[4] = {}) =>
  addScan(app.ctx, project, at, given, row)

type Standing = Omit<Partial<Given>, 'engine' | 'promptId'>
/** Two scans of one question, each with an answer. */
const compare = async (before: Standing, after: Standing) => {
  const question = { engine: 'alpha', promptId: 'custom-a' }
  await scan(monday, [{ ...question, ...before }])
  await scan(tuesday, [{ ...question, ...after }])
  const { events, summary } = await read()
  return { types: events.map(({ type }: { type: string }) => type), events, summary }
}
const none = {
  gained: 0,
  lost: 0,
  positionImproved: 0,
  positionDropped: 0,
  citationsAdded: 0,
  citationsRemoved: 0,
}
const source = (url: string) => ({ title: null, url, domain: new URL(url).hostname })

test('every field of a change between the last two completed scans', async () => {
  await scan('2026-03-01T10:00:00.000Z', [{ engine: 'alpha', promptId: 'custom-a', mentioned: false }])
  await scan(monday, [{ engine: 'alpha', promptId: 'custom-a', mentioned: true, position: 2 }])
  await scan(tuesday, [{ id: 'check', engine: 'alpha', promptId: 'custom-a', competitorIds: ['c-one'] }])
  const { status, body } = await acme.call('GET', path)
  expect(status).toBe(200)
  expect(body).toEqual({
    configured: true,
    previousScan: { id: `scan-${monday}`, finishedAt: monday },
    currentScan: { id: `scan-${tuesday}`, finishedAt: tuesday },
    summary: { ...none, lost: 1 },
    events: [
      {
        type: 'competitor_displaced',
        engine: 'alpha',
        promptId: 'custom-a',
        prompt: 'what about custom-a',
        checkId: 'check',
        mentioned: false,
        previousPosition: 2,
        currentPosition: null,
        competitors: ['One'],
      },
    ],
    organization: { id: acme.id, slug: 'acme', name: 'Team acme', logo: null },
  })
})

test('a new mention is a gained mention', async () => {
  const { types, summary } = await compare({ mentioned: false }, { mentioned: true, position: 1 })
  expect([types, summary]).toEqual([['gained_mention'], { ...none, gained: 1 }])
})

test('a mention is lost, or displaced by competitors if the answer names any, tracked or not', async () => {
  const lost = await compare({ mentioned: true, competitorIds: ['c-two'] }, { mentioned: false })
  expect([lost.types, lost.summary]).toEqual([['lost_mention'], { ...none, lost: 1 }])
  await scan(wednesday, [{ engine: 'alpha', promptId: 'custom-a', mentioned: true }])
  await scan('2026-03-05T10:00:00.000Z', [
    { engine: 'alpha', promptId: 'custom-a', competitorIds: ['c-two'], discovered: ['UNO', 'Zed'] },
  ])
  expect(await read()).toMatchObject({
    summary: { ...none, lost: 1 },
    events: [{ type: 'competitor_displaced', mentioned: false, competitors: ['Two', 'One', 'Zed'] }],
  })
})

test('a smaller position is an improvement', async () => {
  const { types, summary } = await compare(
    { mentioned: true, position: 3 },
    { mentioned: true, position: 1, competitorIds: ['c-one'] },
  )
  expect([types, summary]).toEqual([['position_improved'], { ...none, positionImproved: 1 }])
})

test('a larger position is a drop, with the competitors that were not named before', async () => {
  const first = { mentioned: true, position: 1, competitorIds: ['c-one'] }
  const dropped = await compare(first, { ...first, position: 2 })
  expect([dropped.types, dropped.summary]).toEqual([['position_dropped'], { ...none, positionDropped: 1 }])
  await scan(wednesday, [
    { engine: 'alpha', promptId: 'custom-a', ...first, position: 3, competitorIds: ['c-one', 'c-two'] },
  ])
  expect(await read()).toMatchObject({
    summary: { ...none, positionDropped: 1 },
    events: [{ type: 'competitor_displaced', mentioned: true, competitors: ['Two'] }],
  })
})

test('a mention with an unknown position on either side has no position change', async () => {
  const { types } = await compare({ mentioned: true, position: null }, { mentioned: true, position: 4 })
  expect(types).toEqual([])
})

test('a source of the brand is added and removed', async () => {
  const added = await compare({}, { ownedSourceCited: true })
  expect([added.types, added.summary]).toEqual([['citation_added'], { ...none, citationsAdded: 1 }])
  await scan(wednesday, [{ engine: 'alpha', promptId: 'custom-a' }])
  expect(await read()).toMatchObject({
    summary: { ...none, citationsRemoved: 1 },
    events: [{ type: 'citation_removed' }],
  })
})

test('a competitor is newly cited once the answer cites its site or a subdomain', async () => {
  const [own, below] = [source('https://one.example/a'), source('https://docs.one.example/b')]
  const others = [source('https://someone.example/'), source('https://one.example.org/')]
  const { events, summary } = await compare({ cited: others }, { cited: [...others, below] })
  expect([summary, events]).toMatchObject([none, [{ type: 'competitor_cited', competitors: ['One'] }]])
  await scan(wednesday, [{ engine: 'alpha', promptId: 'custom-a', cited: [own], consulted: others }])
  expect((await read()).events).toEqual([])
})

test('an answer that was replaced cites nothing', async () => {
  const answer = { engine: 'alpha', promptId: 'custom-a' }
  await compare({}, { cited: [source('https://one.example/a')] })
  expect((await read()).events).toMatchObject([{ type: 'competitor_cited' }])
  await scan(wednesday, [answer], { cause: 'rescan' })
  expect((await read()).events).toEqual([])
})

test('new citations of competitors are listed up to forty, by engine and prompt', async () => {
  const ask = (cited: Given['cited']) =>
    ['beta', 'alpha', 'gamma'].flatMap((engine) =>
      Array.from({ length: 25 }, (_, number) => ({ engine, promptId: `p${10 + number}`, cited })),
    )
  await scan(monday, ask([]))
  await scan(tuesday, ask([source('https://one.example/a')]))
  const { events } = await read()
  const told = events.map(({ engine, promptId }: Record<string, string>) => `${engine} ${promptId}`)
  expect([told.length, told[0], told[24], told[25], told[39]]).toEqual([
    40,
    'alpha p10',
    'alpha p34',
    'beta p10',
    'beta p24',
  ])
})

test('consulted sources and untracked sites are not citations', async () => {
  const one = source('https://one.example/a')
  expect((await compare({}, { consulted: [one] })).types).toEqual([])
  await app.ctx.db.update(competitors).set({ domain: null }).where(eq(competitors.id, 'c-one'))
  await scan(wednesday, [{ engine: 'alpha', promptId: 'custom-a', cited: [one] }])
  expect((await read()).events).toEqual([])
})

test('an engine without earlier answers is new, and its answers are not compared', async () => {
  await scan(monday, [{ engine: 'alpha', promptId: 'custom-a' }])
  await scan(tuesday, [
    { engine: 'alpha', promptId: 'custom-a' },
    { engine: 'alpha', promptId: 'custom-b', mentioned: true },
    { engine: 'beta', promptId: 'custom-a', mentioned: true },
    { engine: 'beta', promptId: 'custom-b', mentioned: true },
  ])
  const empty = { promptId: null, prompt: null, checkId: null, mentioned: null }
  const positions = { previousPosition: null, currentPosition: null }
  expect(await read()).toMatchObject({
    summary: none,
    events: [{ type: 'new_engine', engine: 'beta', ...empty, ...positions, competitors: [] }],
  })
})

test('losses come first, then gains, positions, citations and new engines; then by engine and prompt', async () => {
  const at = (engine: string, promptId: string, standing: Standing = {}): Given => ({
    engine,
    promptId,
    ...standing,
  })
  const named = { mentioned: true, position: 2 }
  await scan(monday, [
    at('alpha', 'a', named),
    at('alpha', 'b', named),
    at('alpha', 'c'),
    at('beta', 'a', named),
    at('beta', 'b', named),
    at('beta', 'c'),
    at('beta', 'd', { ownedSourceCited: true }),
  ])
  await scan(tuesday, [
    at('aaa', 'a'),
    at('alpha', 'a', { mentioned: true, position: 1 }),
    at('alpha', 'b', { mentioned: true, position: 3, discovered: ['Zed'] }),
    at('alpha', 'c', { mentioned: true, ownedSourceCited: true }),
    at('beta', 'a'),
    at('beta', 'b', { mentioned: true, position: 9 }),
    at('beta', 'c', named),
    at('beta', 'd', { cited: [source('https://one.example/')] }),
  ])
  const { events, summary } = await read()
  expect(
    events.map(({ type, engine, promptId }: Record<string, string>) => [type, engine, promptId]),
  ).toEqual([
    ['competitor_displaced', 'alpha', 'b'],
    ['lost_mention', 'beta', 'a'],
    ['gained_mention', 'alpha', 'c'],
    ['gained_mention', 'beta', 'c'],
    ['position_improved', 'alpha', 'a'],
    ['position_dropped', 'beta', 'b'],
    ['citation_added', 'alpha', 'c'],
    ['citation_removed', 'beta', 'd'],
    ['competitor_cited', 'beta', 'd'],
    ['new_engine', 'aaa', null],
  ])
  expect(summary).toEqual({
    gained: 2,
    lost: 1,
    positionImproved: 1,
    positionDropped: 2,
    citationsAdded: 1,
    citationsRemoved: 1,
  })
})

test('forty changes are listed, and all are counted', async () => {
  const given = Array.from({ length: 45 }, (_, number) => ({ engine: 'alpha', promptId: `p${10 + number}` }))
  await scan(monday, given)
  await scan(
    tuesday,
    given.map((each) => ({ ...each, mentioned: true })),
  )
  const { events, summary } = await read()
  expect([events.length, events[39].promptId, summary.gained]).toEqual([40, 'p49', 45])
})

test('turns of conversations, other languages and answers without search cause no changes', async () => {
  const given = [
    { engine: 'alpha', promptId: 'sequence-s', turn: 1 },
    { engine: 'alpha', promptId: 'custom-a', language: 'de' },
    { engine: 'alpha', promptId: 'custom-a', isTwin: true },
  ]
  const kept = { engine: 'alpha', promptId: 'custom-b' }
  await scan(monday, [...given, kept])
  await scan(tuesday, [...given.map((each) => ({ ...each, mentioned: true })), kept])
  expect(await read()).toMatchObject({ summary: none, events: [] })
})

test('failed and running scans are not compared; a retry or a rescan counts with the scan before', async () => {
  const answer = (mentioned: boolean, engine = 'alpha') => [{ engine, promptId: 'custom-a', mentioned }]
  await scan(monday, answer(false))
  await scan(tuesday, answer(true, 'beta'), { cause: 'rescan' })
  await scan(wednesday, [...answer(false), ...answer(true, 'beta')])
  const ids = { previousScan: { id: `scan-${monday}` }, currentScan: { id: `scan-${wednesday}` } }
  expect(await read()).toMatchObject({ ...ids, events: [] })
  await scan('2026-03-05T10:00:00.000Z', answer(true), { status: 'failed' })
  expect(await read()).toMatchObject({ ...ids, events: [] })
  const later = await scan('2026-03-06T10:00:00.000Z', [{ ...answer(true)[0], id: 'later' }] as Given[], {
    cause: 'rescan',
  })
  expect(await read()).toMatchObject({ ...ids, events: [{ type: 'gained_mention', checkId: 'later' }] })
  // A retry of everything counts as a full scan.
  await app.ctx.db.update(scans).set({ cause: 'retry' }).where(eq(scans.id, later))
  expect(await read()).toMatchObject({
    previousScan: ids.currentScan,
    currentScan: { id: later },
    events: [{ type: 'gained_mention', checkId: 'later' }],
  })
})

test('without two scans, or without settings, there are no changes', async () => {
  expect(await read()).toMatchObject({ configured: true, previousScan: null, currentScan: null, events: [] })
  await scan(monday, [{ engine: 'alpha', promptId: 'custom-a' }])
  const currentScan = { id: `scan-${monday}`, finishedAt: monday }
  expect(await read()).toMatchObject({ configured: true, previousScan: null, currentScan, summary: none })
  await addProject(app.ctx, acme, 'bare', false)
  const bare = (await acme.call('GET', '/v1/projects/bare/geo/changes')).body
  expect(bare).toMatchObject({ configured: false, previousScan: null, currentScan: null, events: [] })
})

test('a key of another organization, and one without the scope, get nothing', async () => {
  const other = await app.team('other')
  expect(await other.call('GET', path)).toMatchObject({ status: 404, body: { error: 'Project not found' } })
  const narrow = await app.team('narrow', ['briefs.read'])
  expect((await narrow.call('GET', path)).status).toBe(403)
})

test('reading changes scans no growing table', async () => {
  await compare({ mentioned: true }, { cited: [source('https://one.example/a')] })
  const sent = recordStatements(app.ctx.db)
  expect((await read()).events).toHaveLength(2)
  const plans = (await Promise.all(sent.map((each) => planOf(app.ctx.db, each)))).flat()
  expect(plans.filter((line) => /^SCAN (?!.*VIRTUAL TABLE)/.test(line))).toEqual([])
  const once = 'SEARCH geo_checks USING INDEX geo_checks_once (scan_id=? AND engine=?'
  expect(plans.filter((line) => line.startsWith(once)).length).toBe(3)
})
