import { beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { briefs } from '../../src/features/geo/briefs/table.ts'
import { geoSettings } from '../../src/features/geo/settings/table.ts'
import { posts } from '../../src/features/posts/table.ts'
import { type SignedInPerson, type Team, testApp } from '../support/app.ts'
import { document } from '../support/articles.ts'
import { addArticlePost } from '../support/planning.ts'
import { planOf, recordStatements } from '../support/query-plan.ts'
import { addProject, addPrompt, type Project } from '../support/tracking.ts'
import { addScan, type Given, planAsking } from '../support/visibility.ts'

const engines = ['alpha', 'beta', 'gamma', 'delta']
const day = 86_400_000
const approvedAt = new Date('2026-03-01T12:00:00.000Z')
const completedAt = new Date('2026-03-01T13:00:00.000Z')

let app: Awaited<ReturnType<typeof testApp>>
let team: Team
let person: SignedInPerson
let project: Project

beforeEach(async () => {
  app = await testApp()
  app.ctx.clock.now = new Date('2026-03-20T00:00:00.000Z')
  team = await app.team('acme')
  person = await team.person('member')
  project = await addProject(app.ctx, team)
  await addPrompt(app.ctx, project, 'p1')
})

/** A brief with an article for the prompt of a gap, which was published when it was completed. */
async function addBrief(changes: Partial<typeof briefs.$inferInsert> = {}) {
  const row = {
    id: 'brief',
    organizationId: team.id,
    projectId: project.id,
    topic: 'what about p1',
    workingTitle: 'About p1',
    status: 'completed' as const,
    sourceKind: 'gap' as const,
    sourceId: 'p1',
    postId: `post-${changes.id ?? 'brief'}`,
    runId: 'run',
    competitorIds: [],
    createdAt: approvedAt,
    updatedAt: completedAt,
    approvedAt,
    completedAt,
    document,
    evidence: { claims: [] },
    ...changes,
  }
  if (row.postId === `post-${row.id}`) await addPublished(row.postId)
  await app.ctx.db.insert(briefs).values(row)
  return row.id
}

/** A post that was published with the article. */
async function addPublished(id: string) {
  await addArticlePost(app.ctx, team, id)
  await app.ctx.db
    .update(posts)
    .set({ status: 'published', publishedAt: completedAt })
    .where(eq(posts.id, id))
}

/** Answers of a scan to the prompt. The first `named` engines name the brand. */
const answer = (named: number, changes: Partial<Given> = {}): Given[] =>
  engines.map((engine, index) => ({ promptId: 'custom-p1', engine, mentioned: index < named, ...changes }))

/** Scans at a regular interval, the last one some days before the approval of the brief. */
async function scanBefore(counts: number[], every = 1, changes: Partial<Given> = {}) {
  for (const [index, named] of counts.entries()) {
    const at = approvedAt.getTime() - (counts.length - index) * every * day
    await addScan(app.ctx, project, new Date(at).toISOString(), answer(named, changes))
  }
}
async function scanAfter(counts: number[], changes: Partial<Given> = {}) {
  for (const [index, named] of counts.entries()) {
    const at = completedAt.getTime() + (index + 1) * day
    await addScan(app.ctx, project, new Date(at).toISOString(), answer(named, changes))
  }
}

async function readOutcome(id = 'brief') {
  const { status, body } = await team.call('GET', `/v1/projects/${project.id}/geo/briefs/${id}`)
  expect(status).toBe(200)
  return body.outcome
}

describe('an article that changed the answers', () => {
  test('reports the change, the rates before and after, and their intervals', async () => {
    await addBrief()
    await scanBefore([0, 1, 0, 0, 1, 0, 0])
    await scanAfter([3, 4, 3, 4, 3, 3, 4])
    expect(await readOutcome()).toEqual({
      published: true,
      closed: true,
      verdict: 'moved',
      before: {
        rate: 2 / 28,
        n: 28,
        interval: { low: expect.any(Number), high: expect.any(Number), of: 'window' },
      },
      after: {
        rate: 24 / 28,
        n: 28,
        interval: { low: expect.any(Number), high: expect.any(Number), of: 'window' },
      },
      delta: 22 / 28,
      scansAfter: 7,
      scansNeeded: 0,
      // Seven scans are too few before the article, and there is nothing to compare with.
      effect: expect.objectContaining({ state: 'no_baseline', size: null, scans: 7, nextLook: 7 }),
      at: '2026-03-08T13:00:00.000Z',
    })
    const { before, after } = await readOutcome()
    expect(before.interval.high).toBeLessThan(after.interval.low)
  })

  test('can close the gap with the first scan, without statistical significance', async () => {
    await addBrief()
    await scanBefore([0, 0, 0, 0, 0])
    expect(await readOutcome()).toBeNull()
    await scanAfter([3])
    expect(await readOutcome()).toMatchObject({
      closed: true,
      verdict: 'insufficient_data',
      before: { rate: 0, n: 20 },
      after: { rate: 0.75, n: 4 },
      scansAfter: 1,
      scansNeeded: 4,
    })
  })

  test('without earlier answers has nothing to compare', async () => {
    await addBrief()
    await scanAfter([4, 4, 4, 4, 4])
    expect(await readOutcome()).toMatchObject({
      closed: true,
      verdict: 'insufficient_data',
      before: { rate: null, n: 0, interval: null },
      delta: null,
      scansNeeded: null,
    })
  })
})

describe('an article that is not public', () => {
  const publish = (status: 'draft' | 'published') =>
    person.call('PATCH', '/v1/posts/post', { status }).then(({ status }) => expect(status).toBe(200))

  test('has no outcome, however the answers changed, until its post is public', async () => {
    await addArticlePost(app.ctx, team)
    await addBrief({ postId: 'post' })
    await scanBefore([0, 0, 0, 0, 0])
    await scanAfter([3, 3, 3, 3, 3])
    expect(await readOutcome()).toBeNull()
    await publish('published')
    // Every scan so far is before the publication.
    expect(await readOutcome()).toBeNull()
    await addScan(app.ctx, project, '2026-03-21T00:00:00.000Z', answer(3))
    expect(await readOutcome()).toMatchObject({ published: true, before: { n: 40 }, after: { n: 4 } })
    await publish('draft')
    expect(await readOutcome()).toBeNull()
  })
})

test('an article with too few scans before it never gets an outcome', async () => {
  await addBrief()
  await scanBefore([0, 1, 0, 0])
  await scanAfter([3, 4, 3, 4, 3, 3, 4])
  expect(await readOutcome()).toMatchObject({ verdict: 'insufficient_data', scansNeeded: null })
})

describe('an article that did not change the answers', () => {
  test('gets no credit for noise', async () => {
    await addBrief()
    await scanBefore([1, 2, 1, 1, 2, 1, 1])
    await scanAfter([2, 1, 2, 2, 1, 2, 1])
    expect(await readOutcome()).toMatchObject({
      closed: false,
      verdict: 'within_noise',
      before: { rate: expect.closeTo(9 / 28, 12), n: 28 },
      after: { rate: expect.closeTo(11 / 28, 12), n: 28 },
      scansAfter: 7,
      scansNeeded: 0,
    })
  })

  test('gets no credit for a single scan without a gap', async () => {
    await addBrief()
    await scanBefore([1, 2, 1, 1, 2, 1, 1])
    await scanAfter([1, 1, 2, 1, 1, 3])
    expect(await readOutcome()).toMatchObject({ closed: true, verdict: 'within_noise' })
  })

  test('gets no credit for changed engines', async () => {
    await addBrief()
    await scanBefore([0, 1, 0, 0, 1], 1, { modelReported: 'small-1' })
    await scanAfter([4, 4, 3, 4, 4], { modelReported: 'large-2' })
    expect(await readOutcome()).toMatchObject({ closed: true, verdict: 'model_changed', delta: null })
  })

  test('with half of the engines has not closed the gap', async () => {
    await addBrief()
    await scanAfter([2])
    expect(await readOutcome()).toMatchObject({ closed: false })
  })
})

describe('an outcome counts', () => {
  test('only first turns with search to its prompt, and scans up to the publication as before', async () => {
    await addBrief()
    await scanBefore([1])
    await addScan(app.ctx, project, '2026-03-01T12:30:00.000Z', answer(4))
    await addScan(app.ctx, project, '2026-03-02T00:00:00.000Z', [
      ...answer(3),
      ...answer(0, { promptId: 'custom-p2' }),
      ...answer(0, { isTwin: true }),
      ...answer(0, { turn: 1 }),
    ])
    expect(await readOutcome()).toMatchObject({
      before: { n: 8 },
      after: { rate: 0.75, n: 4 },
      scansAfter: 1,
    })
  })

  test('a prompt by either of its ids, and an auto prompt', async () => {
    await addBrief({ id: 'prefixed', sourceKind: 'prompt', sourceId: 'custom-p1' })
    await addBrief({ id: 'computed', sourceId: 'best-tools' })
    await addScan(app.ctx, project, '2026-03-02T00:00:00.000Z', [
      ...answer(3),
      ...answer(1, { promptId: 'best-tools' }),
    ])
    expect(await readOutcome('prefixed')).toMatchObject({ after: { rate: 0.75, n: 4 } })
    expect(await readOutcome('computed')).toMatchObject({ after: { rate: 0.25, n: 4 } })
  })

  test('30 days before the publication, or 90 if these have too few scans', async () => {
    await addBrief()
    await scanBefore([1, 0, 1, 0, 1, 0, 1, 0, 1, 0], 7)
    await scanAfter([1, 1, 0, 1, 1])
    expect(await readOutcome()).toMatchObject({ verdict: 'within_noise', before: { rate: 5 / 40, n: 40 } })
    await addBrief({ id: 'daily', sourceId: 'p2' })
    for (let ago = 45; ago > 0; ago--)
      await addScan(
        app.ctx,
        project,
        new Date(approvedAt.getTime() - ago * day).toISOString(),
        answer(0, { promptId: 'custom-p2' }),
        { id: `daily-${ago}` },
      )
    await addScan(app.ctx, project, '2026-03-02T00:00:00.000Z', answer(0, { promptId: 'custom-p2' }))
    expect(await readOutcome('daily')).toMatchObject({ before: { rate: 0, n: 29 * 4 } })
  })

  test('90 days after the article, so that old outcomes do not change, except for its effect, which counts scans', async () => {
    await addBrief()
    await scanAfter([3])
    const outcome = await readOutcome()
    await addScan(app.ctx, project, '2026-06-01T00:00:00.000Z', answer(0))
    expect(await readOutcome()).toEqual({ ...outcome, effect: { ...outcome.effect, scans: 2, nextLook: 12 } })
  })

  test.each([
    ['one that is not written', { status: 'failed' as const, completedAt: null }],
    ['one of no prompt', { sourceKind: 'manual' as const, sourceId: null }],
    ['one of a search', { sourceKind: 'search_console' as const, sourceId: 's1' }],
  ])('%s has no outcome', async (_, changes) => {
    await addBrief(changes)
    await scanAfter([3])
    expect(await readOutcome()).toBeNull()
  })

  test('nothing without settings', async () => {
    const bare = await addProject(app.ctx, team, 'bare', false)
    await addBrief({ projectId: bare.id })
    const { body } = await team.call('GET', '/v1/projects/bare/geo/briefs/brief')
    expect(body.outcome).toBeNull()
  })
})

describe('the outcomes of many briefs', () => {
  const list = () => person.call('GET', `/api/app/projects/${project.id}/briefs/outcomes`)

  test('are read together, for briefs that have one', async () => {
    await addBrief()
    await addBrief({ id: 'other', sourceId: 'p2' })
    await addBrief({ id: 'silent', sourceId: 'p3' })
    await addBrief({ id: 'draft', sourceId: 'p1', status: 'draft', completedAt: null })
    await addScan(app.ctx, project, '2026-03-02T00:00:00.000Z', [
      ...answer(3),
      ...answer(1, { promptId: 'custom-p2' }),
    ])
    const { status, body } = await list()
    expect(status).toBe(200)
    const outcomes = new Map(body.outcomes.map((each: any) => [each.briefId, each.outcome]))
    expect([...outcomes.keys()].sort()).toEqual(['brief', 'other'])
    expect(outcomes.get('brief')).toEqual(await readOutcome('brief'))
    expect(outcomes.get('other')).toEqual(await readOutcome('other'))
  })

  test('are computed again when a scan ends', async () => {
    await addBrief()
    await scanAfter([3])
    expect((await list()).body.outcomes[0].outcome).toMatchObject({ closed: true, scansAfter: 1 })
    await addScan(app.ctx, project, '2026-03-09T00:00:00.000Z', answer(1))
    expect((await list()).body.outcomes[0].outcome).toMatchObject({ closed: false, scansAfter: 2 })
  })

  test('read the briefs newest first, by the index', async () => {
    await addBrief()
    const sent = recordStatements(app.ctx.db)
    await list()
    const found = sent.find(({ sql }) => sql.includes('"geo_briefs"') && sql.includes('limit'))
    expect(found && (await planOf(app.ctx.db, found))).toEqual([
      'SEARCH geo_briefs USING INDEX geo_briefs_newest (project_id=?)',
    ])
  })

  test('are those of the last 180 days if scans are daily', async () => {
    await addBrief()
    await scanAfter([3])
    app.ctx.clock.now = new Date('2026-09-30T00:00:00.000Z')
    person = await team.person('member', 'late')
    expect((await list()).body.outcomes).toEqual([])
    expect(await readOutcome()).toMatchObject({ closed: true })
  })

  test('exclude other organizations', async () => {
    const stranger = await (await app.team('other')).person('owner', 'stranger')
    const { status } = await stranger.call('GET', `/api/app/projects/${project.id}/briefs/outcomes`)
    expect(status).toBe(404)
  })
})

describe('the effect of an article', () => {
  /** Nine more prompts, asked in the same scans. */
  const others = Array.from({ length: 9 }, (_, index) => `q${index}`)

  /**
   * Regular scans around the publication, daily by default: named by the first `own` engines for the prompt of the
   * article, and by the first `other` ones for the others.
   */
  async function scanDaily(
    scans: number,
    own: (scan: number) => number,
    other: (scan: number) => number,
    everyDays = 1,
  ) {
    for (const id of others) await addPrompt(app.ctx, project, id)
    const asked = ['p1', ...others].map((id) => `custom-${id}`)
    for (let number = -12; number < scans; number++) {
      const at = completedAt.getTime() + number * everyDays * day + (number < 0 ? -3_600_000 : 3_600_000)
      const given = [
        ...answer(own(number)),
        ...others.flatMap((id) => answer(other(number), { promptId: `custom-${id}` })),
      ]
      await addScan(app.ctx, project, new Date(at).toISOString(), given, { plan: planAsking(asked, engines) })
    }
  }

  test('is what its prompt changed more than prompts without an article, read after 14 scans', async () => {
    await addBrief()
    await scanDaily(
      14,
      (number) => (number < 0 ? 0 : 4),
      () => 1,
    )
    const { effect } = await readOutcome()
    expect(effect).toMatchObject({ state: 'moved', size: 1, controls: 9, scans: 14, nextLook: 14 })
    expect(effect.visible).toBeGreaterThan(0)
  })

  test('has the figures of the reading that found it, if a later one found none', async () => {
    await addBrief()
    await scanDaily(
      56,
      (number) => (number < 0 ? 1 : number < 14 ? 4 : 0),
      () => 1,
    )
    const { effect } = await readOutcome()
    expect(effect).toMatchObject({ state: 'moved', size: 0.75, scans: 56, nextLook: null })
    expect(effect.interval.low).toBeGreaterThan(0)
  })

  test('is read for the last time after 20 scans that are 30 days apart', async () => {
    await addBrief()
    await app.ctx.db.update(geoSettings).set({ scanIntervalHours: 720 })
    await scanDaily(
      20,
      (number) => (number < 0 ? 0 : 4),
      () => 1,
      30,
    )
    expect((await readOutcome()).effect).toMatchObject({ state: 'moved', scans: 20, nextLook: null })
    // The list has it too, more than 180 days after the article.
    app.ctx.clock.now = new Date(completedAt.getTime() + 601 * day)
    person = await team.person('member', 'late')
    const { body } = await person.call('GET', `/api/app/projects/${project.id}/briefs/outcomes`)
    expect(body.outcomes).toEqual([{ briefId: 'brief', outcome: await readOutcome() }])
  })

  test('is read after 56 scans however late, the same in the list as on its page with a later article', async () => {
    await addBrief()
    await scanDaily(
      60,
      (number) => (number < 28 ? 1 : 4),
      () => 1,
      2,
    )
    app.ctx.clock.now = new Date(completedAt.getTime() + 116 * day)
    person = await team.person('member', 'late')
    const alone = (await readOutcome()).effect
    await addBrief({ id: 'later', sourceId: 'q0' })
    const publishedAt = new Date(completedAt.getTime() + 110 * day)
    await app.ctx.db.update(posts).set({ publishedAt }).where(eq(posts.id, 'post-later'))
    const { body } = await person.call('GET', `/api/app/projects/${project.id}/briefs/outcomes`)
    const listed = body.outcomes.find(({ briefId }: any) => briefId === 'brief').outcome.effect
    // Every second daily scan was missed: the last reading is after 112 days.
    expect([alone.scans, alone.nextLook]).toEqual([56, null])
    expect([listed.scans, listed.nextLook]).toEqual([56, null])
    expect(listed).toEqual((await readOutcome()).effect)
  })

  test('of a brief with a variant is the mean change of both prompts, and the variant is nothing to compare with', async () => {
    await addBrief({ variantPromptIds: ['q0'] })
    // Named by 0, then by 4 engines for its own prompt; by 0, then by 2 for the variant; by 1 for the others.
    for (const id of others) await addPrompt(app.ctx, project, id)
    const asked = ['p1', ...others].map((id) => `custom-${id}`)
    for (let number = -12; number < 14; number++) {
      const at = completedAt.getTime() + number * day + (number < 0 ? -3_600_000 : 3_600_000)
      const given = [
        ...answer(number < 0 ? 0 : 4),
        ...answer(number < 0 ? 0 : 2, { promptId: 'custom-q0' }),
        ...others.slice(1).flatMap((id) => answer(1, { promptId: `custom-${id}` })),
      ]
      await addScan(app.ctx, project, new Date(at).toISOString(), given, { plan: planAsking(asked, engines) })
    }
    const { effect, before, after, closed } = await readOutcome()
    expect(effect).toMatchObject({ state: 'moved', size: 0.75, controls: 8, scans: 14 })
    expect([before.rate, before.n, after.rate, after.n]).toEqual([0, 96, 0.75, 112])
    // The gap is that of its own prompt.
    expect(closed).toBeTrue()
  })

  test('shows rates before and after over what was answered on both sides, each prompt and engine alike', async () => {
    await addBrief({ variantPromptIds: ['q0', 'q1'] })
    // Nothing changed: q0 was tracked two scans before the publication, and q1 only since then.
    for (let number = -6; number < 6; number++) {
      const at = completedAt.getTime() + number * day + (number < 0 ? -3_600_000 : 3_600_000)
      await addScan(app.ctx, project, new Date(at).toISOString(), [
        ...answer(0),
        ...(number < -2 ? [] : answer(4, { promptId: 'custom-q0' })),
        ...(number < 0 ? [] : answer(4, { promptId: 'custom-q1' })),
      ])
    }
    const { before, after, delta } = await readOutcome()
    expect([before.rate, after.rate, delta]).toEqual([0.5, 0.5, 0])
    expect([before.n, after.n]).toEqual([32, 48])
  })

  test('of another article is not compared with the variants of a public one', async () => {
    await addBrief()
    await addBrief({ id: 'other', sourceId: 'q0', variantPromptIds: ['q1'] })
    await scanDaily(
      14,
      (number) => (number < 0 ? 0 : 4),
      () => 1,
    )
    expect((await readOutcome()).effect).toMatchObject({ state: 'no_controls', controls: 7 })
  })

  test('is none if every prompt changed alike', async () => {
    await addBrief()
    await scanDaily(
      14,
      (number) => (number < 0 ? 0 : 4),
      (number) => (number < 0 ? 0 : 4),
    )
    const outcome = await readOutcome()
    // Before and after alone would be a success.
    expect(outcome.verdict).toBe('moved')
    expect(outcome.effect).toMatchObject({ state: 'not_moved', size: 0 })
  })

  test('is not read between the fixed numbers of scans', async () => {
    await addBrief()
    await scanDaily(
      13,
      (number) => (number < 0 ? 0 : 4),
      () => 1,
    )
    expect((await readOutcome()).effect).toMatchObject({ state: 'measuring', size: null, nextLook: 1 })
  })

  test('needs eight prompts that have no article and do not name the brand', async () => {
    await addBrief()
    for (const id of ['q0', 'q1']) await addBrief({ id, sourceId: id })
    await scanDaily(
      14,
      (number) => (number < 0 ? 0 : 4),
      () => 1,
    )
    expect((await readOutcome()).effect).toMatchObject({ state: 'no_controls', size: null, controls: 7 })
  })

  test('is forecast for a draft: which rise would be visible after which number of scans', async () => {
    await addBrief({ id: 'draft', status: 'draft', postId: null, completedAt: null })
    await scanDaily(
      0,
      () => 1,
      () => 1,
    )
    app.ctx.clock.now = completedAt
    const read = async () => (await team.call('GET', `/v1/projects/${project.id}/geo/briefs/draft`)).body
    const { forecast, outcome } = await read()
    expect(outcome).toBeNull()
    expect(forecast).toMatchObject({ engines: 4, prompts: 1, controls: 9, scanIntervalHours: 24 })
    expect(forecast.looks.map(({ scans }: any) => scans)).toEqual([14, 28, 56])
    const [first, second, third] = forecast.looks.map(({ rise }: any) => rise)
    expect(first > second && second > third && third > 0).toBeTrue()
  })

  test('is forecast to be visible earlier with a variant', async () => {
    const draft = { status: 'draft' as const, postId: null, completedAt: null }
    await addBrief({ id: 'one', ...draft })
    await addBrief({ id: 'two', ...draft, sourceKind: 'prompt', variantPromptIds: ['q0'] })
    await scanDaily(
      0,
      () => 1,
      () => 1,
    )
    app.ctx.clock.now = completedAt
    const read = async (id: string) =>
      (await team.call('GET', `/v1/projects/${project.id}/geo/briefs/${id}`)).body.forecast
    const [one, two] = [await read('one'), await read('two')]
    expect([one.prompts, one.controls, two.prompts, two.controls]).toEqual([1, 9, 2, 8])
    for (const [index, { rise }] of two.looks.entries()) expect(rise).toBeLessThan(one.looks[index].rise)
  })

  test('is not forecast with fewer than ten scans', async () => {
    await addBrief({ id: 'draft', status: 'draft', postId: null, completedAt: null })
    await scanBefore([1, 1, 1])
    const { body } = await team.call('GET', `/v1/projects/${project.id}/geo/briefs/draft`)
    expect(body.forecast).toBeNull()
  })
})
