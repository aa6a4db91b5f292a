import { beforeEach, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { visibilityMoves } from '../../src/features/geo/visibility/table.ts'
import { noteMoves } from '../../src/features/notifications/note-moves.ts'
import { testApp } from '../support/app.ts'
import { recordStatements } from '../support/query-plan.ts'
import { addCompetitor, addProject, addPrompt } from '../support/tracking.ts'
import { addScan, planAsking } from '../support/visibility.ts'

const reads = '/v1/projects/project/geo/visibility'
const day = 86_400_000
const dayAt = (at: number) => new Date(Date.parse('2026-01-01T12:00:00.000Z') + at * day).toISOString()

let app: Awaited<ReturnType<typeof testApp>>
let acme: Awaited<ReturnType<typeof app.team>>
let project: Awaited<ReturnType<typeof addProject>>
const asked = Array.from({ length: 8 }, (_, number) => `custom-${number}`)
beforeEach(async () => {
  app = await testApp()
  acme = await app.team('acme')
  project = await addProject(app.ctx, acme)
  for (const id of asked) await addPrompt(app.ctx, project, id.replace('custom-', ''))
  await addCompetitor(app.ctx, project, 'c-one', 'One')
})

/** Scans once a day; each engine names the brand in so many of ten answers, and the competitor in four. */
async function scan(from: number, to: number, shares: Record<string, number>, of: object = {}) {
  for (let at = from; at <= to; at++) {
    const answers = asked.flatMap((promptId, number) =>
      Object.entries(shares).map(([engine, share]) => ({
        ...{ engine, promptId, mentioned: (number * 7 + at * 3) % 10 < share, ...of },
        competitorIds: (number * 3 + at * 7) % 10 < 4 ? ['c-one'] : [],
      })),
    )
    await addScan(app.ctx, project, dayAt(at), answers, { plan: planAsking(asked, Object.keys(shares)) })
  }
  await noteMoves(app.ctx, AbortSignal.timeout(60_000))
}

const range = (from: number, to: number) => `from=${dayAt(from).slice(0, 10)}&to=${dayAt(to).slice(0, 10)}`
const readOverview = async (query: string) =>
  (await acme.call('GET', `${reads}/overview?${query}`)).body as any

test('a confirmed change is the same in the overview, compared rates, mail and reports, and lasts until one in the other direction', async () => {
  await scan(0, 19, { alpha: 3, beta: 3 })
  expect((await readOverview(range(10, 19))).brand.comparison.confirmed).toBeNull()
  await scan(20, 29, { alpha: 9, beta: 3 })
  const { brand, engines } = await readOverview(range(20, 29))
  const rise = {
    ...{ direction: 'up', size: expect.closeTo(0.3, 1) },
    ...{ since: dayAt(20), at: dayAt(29) },
  }
  expect(brand.comparison).toMatchObject({ verdict: 'moved', confirmed: rise })
  expect(engines.map(({ engine, comparison }: any) => [engine, comparison.confirmed?.since ?? null])).toEqual(
    [
      ['alpha', dayAt(20)],
      ['beta', null],
    ],
  )
  const { body } = await acme.call('GET', `${reads}/measures?${range(20, 29)}`)
  expect(
    body.measures.map(({ kind, id, comparison }: any) => [kind, id, comparison.confirmed?.direction]),
  ).toEqual(
    expect.arrayContaining([
      ['engine', 'alpha', 'up'],
      ['brand', '', 'up'],
      ['competitor', 'c-one', undefined],
    ]),
  )
  expect(body.measures[0].id).toBe('alpha')

  // Two windows after the change show nothing, and were not there when it was confirmed.
  await scan(30, 44, { alpha: 9, beta: 3 })
  expect((await readOverview(range(38, 44))).brand.comparison).toMatchObject({
    verdict: 'within_noise',
    confirmed: null,
  })
  expect((await readOverview(range(37, 44))).brand.comparison).toMatchObject({
    verdict: 'within_noise',
    confirmed: rise,
  })
  expect((await readOverview(range(0, 19))).brand.comparison.confirmed).toBeNull()
  await scan(45, 55, { alpha: 1, beta: 1 })
  expect((await readOverview(range(45, 55))).brand.comparison.confirmed).toMatchObject({
    direction: 'down',
    since: dayAt(45),
  })
})

test('a filtered rate and one in another language have no confirmed change', async () => {
  await scan(0, 19, { alpha: 3 })
  await scan(20, 29, { alpha: 9 })
  expect((await readOverview(range(20, 29))).brand.comparison.confirmed).not.toBeNull()
  for (const filter of ['branded=all', 'intent=other', 'tag=one', 'language=de']) {
    const { brand } = await readOverview(`${range(20, 29)}&${filter}`)
    expect([filter, brand.comparison?.confirmed ?? null]).toEqual([filter, null])
  }
})

test('a change of the model is no change of the rate', async () => {
  await scan(0, 19, { alpha: 3, beta: 3 }, { modelReported: 'one' })
  await scan(20, 29, { alpha: 9, beta: 9 }, { modelReported: 'two' })
  const [stored] = await app.ctx.db.select().from(visibilityMoves)
  expect([stored?.scanId, stored?.alerts]).toEqual([`scan-${dayAt(29)}`, []])
})

test('a project that is deleted while it is tested does not prevent the tests of the others', async () => {
  const other = await addProject(app.ctx, acme, 'other')
  await addScan(app.ctx, other, dayAt(1), [{ engine: 'alpha', promptId: 'custom-1' }])
  await app.ctx.db.run(sql`create trigger gone before insert on visibility_moves when new.project_id = 'project'
    begin delete from projects where id = 'project'; end`)
  await scan(0, 0, { alpha: 3 })
  const stored = await app.ctx.db.select({ projectId: visibilityMoves.projectId }).from(visibilityMoves)
  expect(stored).toEqual([{ projectId: 'other' }])
})

test('a project that cannot be tested does not prevent the tests of the others', async () => {
  const other = await addProject(app.ctx, acme, 'other')
  await addScan(app.ctx, other, dayAt(1), [{ engine: 'alpha', promptId: 'custom-1' }])
  await app.ctx.db.run(sql`create trigger broken before insert on visibility_moves when new.project_id = 'project'
    begin select raise(abort, 'broken'); end`)
  await scan(0, 0, { alpha: 3 })
  const stored = await app.ctx.db.select({ projectId: visibilityMoves.projectId }).from(visibilityMoves)
  expect(stored).toEqual([{ projectId: 'other' }])
})

test('a rate is tested on the scans since its last change began, so that a change is stored once', async () => {
  await scan(0, 19, { alpha: 3 })
  await scan(20, 29, { alpha: 9 })
  const [first] = await app.ctx.db.select().from(visibilityMoves)
  for (let at = 30; at < 40; at++) await scan(at, at, { alpha: 9 })
  const [last] = await app.ctx.db.select().from(visibilityMoves)
  expect(first?.alerts.length).toBeGreaterThan(0)
  expect([last?.alerts, last?.scanId]).toEqual([first?.alerts as never, `scan-${dayAt(39)}`])
})

test.each([
  ['a change that began before the last message of an earlier version is not reported again', 28, false],
  ['a change that began after the last message of an earlier version is reported', 10, true],
] as const)('%s', async (_, lastMessage, isReported) => {
  await scan(0, 19, { alpha: 3 })
  await scan(20, 28, { alpha: 9 })
  // Earlier versions stored the message, but no change.
  const movedAt = new Date(dayAt(lastMessage))
  await app.ctx.db.update(visibilityMoves).set({ alerts: [], title: 'Earlier', movedAt })
  await scan(29, 29, { alpha: 9 })
  const [upgraded] = await app.ctx.db.select().from(visibilityMoves)
  expect(upgraded?.alerts).toContainEqual(
    expect.objectContaining({ kind: 'brand', since: Date.parse(dayAt(20)) }),
  )
  expect(upgraded?.title !== 'Earlier').toBe(isReported)
})

test('changes of removed tags, engines and competitors are dropped at the next test', async () => {
  await scan(0, 19, { alpha: 3 })
  const alert = { id: 'alpha', direction: 'up' as const, size: 0.1, since: 1, at: 2 }
  const stored = [
    { ...alert, kind: 'engine' as const },
    { ...alert, kind: 'engine' as const, id: 'gone' },
    { ...alert, kind: 'competitor' as const, id: 'c-one' },
    { ...alert, kind: 'competitor' as const, id: 'c-gone' },
    { ...alert, kind: 'tag' as const, id: 'kept' },
    { ...alert, kind: 'tag' as const, id: 'gone' },
  ]
  await app.ctx.db.update(visibilityMoves).set({ alerts: stored })
  await app.ctx.db.run(sql`update geo_prompts set tags = '["kept"]' where id = '1'`)
  await scan(20, 20, { alpha: 3 })
  const [{ alerts } = { alerts: [] }] = await app.ctx.db.select().from(visibilityMoves)
  expect(alerts.map(({ kind, id }) => `${kind} ${id}`)).toEqual([
    'engine alpha',
    'competitor c-one',
    'tag kept',
  ])
})

test('the projects are not read again until another scan ends, unless a test failed', async () => {
  await scan(0, 1, { alpha: 3 })
  const sent = recordStatements(app.ctx.db)
  const reads = () => sent.filter(({ sql }) => sql.includes('left join visibility_moves')).length
  const look = () => noteMoves(app.ctx, AbortSignal.timeout(60_000))
  await look()
  expect(reads()).toBe(0)
  await scan(2, 2, { alpha: 3 })
  expect(reads()).toBe(1)
  await app.ctx.db.run(sql`create trigger broken before update on visibility_moves
    begin select raise(abort, 'broken'); end`)
  await scan(3, 3, { alpha: 3 })
  await app.ctx.db.run(sql`drop trigger broken`)
  await look()
  await look()
  expect(reads()).toBe(3)
  const [stored] = await app.ctx.db.select().from(visibilityMoves)
  expect(stored?.scanId).toBe(`scan-${dayAt(3)}`)
})
