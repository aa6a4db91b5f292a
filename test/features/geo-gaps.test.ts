import { describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { projects } from '../../src/features/geo/projects/table.ts'
import { prompts, suggestions } from '../../src/features/geo/prompts/table.ts'
import { geoSettings } from '../../src/features/geo/settings/table.ts'
import { posts } from '../../src/features/posts/table.ts'
import { testApp } from '../support/app.ts'
import type { TestContext } from '../support/context.ts'
import { addArticlePost, addBrief, briefDocument } from '../support/planning.ts'
import { planOf, recordStatements } from '../support/query-plan.ts'
import { addCompetitor, addProject, addPrompt } from '../support/tracking.ts'
import { addScan, type Given } from '../support/visibility.ts'

const path = '/v1/projects/project/geo/gaps'
const today = '2026-03-04T10:00:00.000Z'
const later = '2026-03-04T11:00:00.000Z'
const yesterday = '2026-03-03T10:00:00.000Z'

async function start(...promptIds: string[]) {
  const app = await testApp()
  const acme = await app.team('acme')
  const project = await addProject(app.ctx, acme)
  const engines = ['alpha', 'beta', 'gamma', ...Array.from({ length: 9 }, (_, number) => `e${number}`)]
  await app.ctx.db.update(geoSettings).set({ engines })
  for (const id of promptIds) await addPrompt(app.ctx, project, id)
  await addCompetitor(app.ctx, project, 'c-one', 'One', { synonyms: ['Uno'] })
  await addCompetitor(app.ctx, project, 'c-two', 'Two')
  const gaps = async () => (await acme.call('GET', path)).body
  return {
    ...app,
    acme,
    project,
    gaps,
    scan: (at: string, given: Given[]) => addScan(app.ctx, project, at, given),
  }
}

const ids = ({ promptGaps }: { promptGaps: { id: string }[] }) => promptGaps.map(({ id }) => id)

test('every figure of a gap matches a manual calculation', async () => {
  const { acme, scan } = await start('a', 'b')
  await scan(yesterday, [
    { engine: 'alpha', promptId: 'custom-a', mentioned: true },
    { engine: 'beta', promptId: 'custom-a', mentioned: false },
    { engine: 'gamma', promptId: 'custom-a', mentioned: false },
  ])
  await scan(today, [
    { engine: 'alpha', promptId: 'custom-a', mentioned: true, competitorIds: ['c-two'] },
    {
      engine: 'beta',
      promptId: 'custom-a',
      mentioned: false,
      competitorIds: ['c-one', 'c-two'],
      discovered: ['Zed'],
    },
    { engine: 'gamma', promptId: 'custom-a', mentioned: false, competitorIds: ['c-two'] },
    { engine: 'alpha', promptId: 'custom-b', mentioned: false },
    { engine: 'beta', promptId: 'custom-b', mentioned: false },
  ])
  // a: 1 of 3 engines names the brand, 2 competitors, 3 engines: (1 - 1/3) x 2 x 3 = 4. In 30 days 2 of 6 answers do, in
  // the cells 2/2, 0/2 and 0/2: no variance within them, so Wilson of 1/3 over 6 is 0.0968 to 0.7000, and the opportunity
  // lies between 0.3 x 6 and 0.9032 x 6. b: no competitor is named, so there is nothing to win.
  const wilson = { low: 0.09676946642, high: 0.7000036 }
  const { status, body } = await acme.call('GET', path)
  expect(status).toBe(200)
  expect(body).toEqual({
    promptGaps: [
      {
        id: 'a',
        prompt: 'what about a',
        title: null,
        engines: ['beta', 'gamma'],
        mentionedEngines: ['alpha'],
        competitors: ['Two', 'One'],
        discoveredCompetitors: ['Zed'],
        ownMentionRate: 1 / 3,
        engineCoverage: 3,
        opportunity: expect.closeTo(4, 10),
        opportunityInterval: {
          low: expect.closeTo((1 - wilson.high) * 6, 4),
          high: expect.closeTo((1 - wilson.low) * 6, 4),
        },
        confident: false,
        won: false,
        rate: 1 / 3,
        n: 6,
        interval: { low: expect.closeTo(wilson.low, 4), high: expect.closeTo(wilson.high, 4), of: 'window' },
        trend: [
          {
            ...{ day: '2026-03-03', rate: 1 / 3, n: 6 },
            interval: {
              low: expect.closeTo(wilson.low, 4),
              high: expect.closeTo(wilson.high, 4),
              of: 'window',
            },
          },
        ],
        tags: [],
        branded: false,
        brief: null,
      },
      {
        id: 'b',
        prompt: 'what about b',
        title: null,
        engines: ['alpha', 'beta'],
        mentionedEngines: [],
        competitors: [],
        discoveredCompetitors: [],
        ownMentionRate: 0,
        engineCoverage: 2,
        opportunity: 0,
        opportunityInterval: { low: 0, high: 0 },
        confident: false,
        won: false,
        rate: 0,
        n: 2,
        interval: { low: 0, high: expect.closeTo(0.6576, 4), of: 'window' },
        trend: [
          {
            ...{ day: '2026-03-03', rate: 0, n: 2 },
            interval: { low: 0, high: expect.closeTo(0.6576, 4), of: 'window' },
          },
        ],
        tags: [],
        branded: false,
        brief: null,
      },
    ],
    wonGaps: [],
    searchGaps: [],
    hasScanData: true,
    truncated: false,
    checksConsidered: 5,
    organization: { id: acme.id, slug: 'acme', name: 'Team acme', logo: null },
  })
})

test('rule 1: the newest scan with an answer counts, within 30 days, with first turns only', async () => {
  const { ctx, scan, gaps } = await start('a', 'old')
  await scan('2026-02-02T11:59:59.999Z', [{ engine: 'alpha', promptId: 'custom-old' }])
  expect(await gaps()).toMatchObject({ promptGaps: [], hasScanData: false, checksConsidered: 0 })
  await scan('2026-02-02T12:00:00.000Z', [{ engine: 'alpha', promptId: 'custom-a' }])
  expect(ids(await gaps())).toEqual(['a'])
  await scan(yesterday, [{ engine: 'alpha', promptId: 'custom-a', mentioned: true }])
  expect(await gaps()).toMatchObject({ promptGaps: [], hasScanData: true, checksConsidered: 1 })
  await scan(today, [
    { engine: 'alpha', promptId: 'sequence-s', turn: 1 },
    { engine: 'alpha', promptId: 'custom-a', turn: 1 },
    { engine: 'alpha', promptId: 'custom-a', isTwin: true },
  ])
  expect(await gaps()).toMatchObject({ promptGaps: [], checksConsidered: 1 })
  ctx.clock.advance(40 * 86_400_000)
  expect(await gaps()).toMatchObject({ promptGaps: [], hasScanData: false, checksConsidered: 0 })
})

test('rule 1: within a scan the prompt language wins, then the newest answer, then the larger id', async () => {
  const { scan, gaps } = await start('a', 'b', 'c')
  const at = (second: number) => new Date(Date.parse(today) + second * 1000)
  const foreign = { engine: 'alpha', mentioned: true }
  await scan(today, [
    { engine: 'alpha', promptId: 'custom-a', mentioned: false, capturedAt: at(0) },
    { ...foreign, promptId: 'custom-a', language: 'de', capturedAt: at(5) },
    { ...foreign, promptId: 'custom-b', language: 'de', capturedAt: at(2), mentioned: false },
    { ...foreign, promptId: 'custom-b', language: 'fr', capturedAt: at(1) },
    { ...foreign, promptId: 'custom-c', language: 'de', id: 'x-2', mentioned: false },
    { ...foreign, promptId: 'custom-c', language: 'fr', id: 'x-1' },
  ])
  expect(await gaps()).toMatchObject({ checksConsidered: 3 })
  expect(ids(await gaps())).toEqual(['a', 'b', 'c'])
})

test('rule 1: at most 400 answers are considered, in order of prompt and engine', async () => {
  const { scan, gaps, ctx, acme, project } = await start()
  const given: Given[] = []
  for (let number = 0; number < 51; number++) {
    const id = `p${String(number).padStart(2, '0')}`
    await addPrompt(ctx, project, id)
    for (let engine = 0; engine < 8; engine++) given.push({ engine: `e${engine}`, promptId: `custom-${id}` })
  }
  await scan(yesterday, given.slice(0, 400))
  expect(await gaps()).toMatchObject({ truncated: false, checksConsidered: 400 })
  await scan(today, given)
  const { promptGaps, truncated, checksConsidered } = await gaps()
  expect([truncated, checksConsidered, promptGaps.length]).toEqual([true, 400, 50])
  expect(promptGaps.map(({ id }: { id: string }) => id)).not.toContain('p50')
  const { body: all } = await acme.call('GET', '/v1/projects/project/geo/gaps?limit=all')
  expect([all.truncated, all.checksConsidered, all.promptGaps.length]).toEqual([false, 408, 51])
  // A prompt with only some of its answers would look more or less open than it is.
  await scan(later, [{ engine: 'e8', promptId: 'custom-p00' }])
  expect(await gaps()).toMatchObject({ truncated: true, checksConsidered: 393 })
}, 300_000)

test('engines that are no longer tracked do not count', async () => {
  const { ctx, scan, gaps } = await start('a', 'b')
  const named = { promptId: 'custom-a', mentioned: true }
  await scan(today, [
    { engine: 'alpha', promptId: 'custom-a' },
    { engine: 'beta', ...named },
    { engine: 'gamma', ...named },
    { engine: 'gamma', promptId: 'custom-b' },
  ])
  expect(ids(await gaps())).toEqual(['b'])
  await ctx.db.update(geoSettings).set({ engines: ['alpha', 'beta'] })
  expect(await gaps()).toMatchObject({
    ...{ checksConsidered: 2, hasScanData: true },
    promptGaps: [{ id: 'a', engines: ['alpha'], mentionedEngines: ['beta'], rate: 0.5, n: 2 }],
  })
})

test('the trend of a gap is its rate in each part of the window that has answers', async () => {
  const { scan, gaps } = await start('a')
  const named = { engine: 'alpha', promptId: 'custom-a', mentioned: true }
  await scan('2026-02-15T10:00:00.000Z', [named, { engine: 'beta', promptId: 'custom-a' }])
  await scan('2026-02-24T10:00:00.000Z', [named, { ...named, engine: 'beta' }])
  await scan(today, [{ ...named, mentioned: false }])
  const [{ rate, n, trend }] = (await gaps()).promptGaps
  expect([rate, n]).toEqual([3 / 5, 5])
  expect(trend).toMatchObject([
    { day: '2026-02-11', rate: 0.5, n: 2, interval: { low: expect.closeTo(0.0945, 4) } },
    { day: '2026-02-21', rate: 1, n: 2, interval: { low: expect.closeTo(0.3424, 4), high: 1 } },
    { day: '2026-03-03', rate: 0, n: 1, interval: { low: 0, high: expect.closeTo(0.7935, 4) } },
  ])
})

test('gaps of one language are over its answers, and a gap has the tags of its prompt', async () => {
  const { ctx, acme, scan } = await start('a')
  await ctx.db.update(prompts).set({ prompt: 'is Acme any good', tags: ['blue'] })
  await scan(today, [
    { engine: 'alpha', promptId: 'custom-a', mentioned: true },
    { engine: 'alpha', promptId: 'custom-a', language: 'de' },
  ])
  const { body: all } = await acme.call('GET', path)
  expect(all.promptGaps).toEqual([])
  const { body } = await acme.call('GET', `${path}?language=de`)
  expect(body.promptGaps).toMatchObject([{ id: 'a', rate: 0, n: 1, tags: ['blue'], branded: true }])
})

test('rule 3: a prompt is a gap if half of the engines leave the brand out', async () => {
  const { scan, gaps } = await start('half', 'less')
  await scan(today, [
    { engine: 'alpha', promptId: 'custom-half', mentioned: true },
    { engine: 'beta', promptId: 'custom-half' },
    { engine: 'alpha', promptId: 'custom-less', mentioned: true },
    { engine: 'beta', promptId: 'custom-less', mentioned: true },
    { engine: 'gamma', promptId: 'custom-less' },
  ])
  expect(ids(await gaps())).toEqual(['half'])
})

test('rule 4: only tracked competitors count, by name or synonym, and renames apply', async () => {
  const { scan, gaps } = await start('a')
  await scan(today, [
    {
      engine: 'alpha',
      promptId: 'custom-a',
      competitorIds: ['c-one', 'c-gone'],
      discovered: ['UNO ', 'Zed', 'zed'],
    },
    { engine: 'beta', promptId: 'custom-a', discovered: ['two'] },
  ])
  expect((await gaps()).promptGaps).toMatchObject([
    { competitors: ['One', 'Two'], discoveredCompetitors: ['Zed'], opportunity: 4 },
  ])
})

test('rule 5: the best opportunity comes first, then the lower mention rate, then the id', async () => {
  const { scan, gaps } = await start('a', 'b', 'c', 'd')
  const both = { competitorIds: ['c-one'] }
  await scan(today, [
    { engine: 'alpha', promptId: 'custom-b', ...both },
    { engine: 'alpha', promptId: 'custom-a', ...both },
    // (1 - 1/2) x 1 x 2 = 1, as of one engine that leaves the brand out.
    { engine: 'alpha', promptId: 'custom-c', mentioned: true, ...both },
    { engine: 'beta', promptId: 'custom-c' },
    { engine: 'alpha', promptId: 'custom-d', ...both },
    { engine: 'beta', promptId: 'custom-d', ...both },
  ])
  expect(ids(await gaps())).toEqual(['d', 'a', 'b', 'c'])
})

test('paused and deleted prompts are no gaps; auto prompts are unless they were removed', async () => {
  const { ctx, scan, gaps } = await start('paused', 'kept')
  await ctx.db.update(prompts).set({ enabled: false }).where(eq(prompts.id, 'paused'))
  await scan(today, [
    { engine: 'alpha', promptId: 'custom-paused' },
    { engine: 'alpha', promptId: 'custom-deleted' },
    { engine: 'alpha', promptId: 'custom-kept' },
    { engine: 'alpha', promptId: 'best-tools', prompt: 'best tools for changelogs' },
    { engine: 'alpha', promptId: 'comparison' },
  ])
  await ctx.db.update(geoSettings).set({ removedAutoPromptIds: ['comparison'] })
  const { promptGaps, checksConsidered } = await gaps()
  expect(promptGaps.map(({ id, prompt }: { id: string; prompt: string }) => [id, prompt])).toEqual([
    ['best-tools', 'best tools for changelogs'],
    ['kept', 'what about kept'],
  ])
  expect(checksConsidered).toBe(2)
})

test('a gap is confident if all answers of 30 days put the rate below one half', async () => {
  const { scan, gaps } = await start('a')
  const answers = ['alpha', 'beta', 'gamma'].map((engine) => ({ engine, promptId: 'custom-a' }))
  await scan(yesterday, answers)
  expect((await gaps()).promptGaps).toMatchObject([{ n: 3, confident: false }])
  await scan(today, answers.slice(0, 1))
  expect((await gaps()).promptGaps).toMatchObject([{ n: 4, confident: true, engineCoverage: 3 }])
})

test('rule 6: search gaps are pending search console queries, newest first, once one is connected', async () => {
  const { ctx, gaps } = await start('tracked')
  await addSuggestion(ctx, 'old', { createdAt: new Date(1000) })
  await addSuggestion(ctx, 'new', { impressions: 12, clicks: 3, position: 4.26, title: 'New' })
  await addSuggestion(ctx, 'from a scan', { source: 'scan' })
  await addSuggestion(ctx, 'taken', { status: 'accepted', promptId: 'tracked', title: 'A title' })
  await addSuggestion(ctx, 'dismissed', { status: 'dismissed' })
  expect((await gaps()).searchGaps).toEqual([])
  await ctx.db.update(projects).set({ searchConsoleAt: ctx.now() })
  expect((await gaps()).searchGaps).toEqual([
    {
      id: 'new',
      prompt: 'new',
      title: 'New',
      impressions: 12,
      clicks: 3,
      position: 4.3,
      queries: ['new query'],
      recommendation: {
        action: 'create',
        reason: 'No post of yours is about this. No sitemap is set, so your pages were not compared.',
        targets: [],
      },
      brief: null,
    },
    {
      id: 'old',
      prompt: 'old',
      title: null,
      impressions: 0,
      clicks: 0,
      position: null,
      queries: ['old query'],
      recommendation: { action: 'ignore', reason: 'Few people search for this yet.', targets: [] },
      brief: null,
    },
  ])
})

test('the title of a gap is that of the suggestion of its prompt', async () => {
  const { ctx, scan, gaps } = await start('tracked')
  await addSuggestion(ctx, 'taken', { status: 'accepted', promptId: 'tracked', title: 'A title' })
  await scan(today, [{ engine: 'alpha', promptId: 'custom-tracked' }])
  expect((await gaps()).promptGaps).toMatchObject([{ id: 'tracked', title: 'A title' }])
})

test('a key of another organization, and one without the scope, get nothing', async () => {
  const app = await start('a')
  await app.scan(today, [{ engine: 'alpha', promptId: 'custom-a' }])
  const other = await app.team('other')
  expect(await other.call('GET', path)).toMatchObject({ status: 404, body: { error: 'Project not found' } })
  const narrow = await app.team('narrow', ['visibility.read'])
  expect((await narrow.call('GET', path)).status).toBe(403)
})

test('reading gaps scans no growing table', async () => {
  const { ctx, scan, gaps } = await start('a')
  await scan(today, [{ engine: 'alpha', promptId: 'best-tools' }])
  const sent = recordStatements(ctx.db)
  await gaps()
  const plans = (await Promise.all(sent.map((each) => planOf(ctx.db, each)))).flat()
  expect(plans.filter((line) => /^SCAN (?!json_each)/.test(line))).toEqual([])
  expect(plans).toContain(
    'SEARCH geo_tallies USING INDEX geo_tallies_window (project_id=? AND captured_at>? AND captured_at<?)',
  )
})

async function addSuggestion(
  ctx: TestContext,
  id: string,
  given: Partial<typeof suggestions.$inferInsert> = {},
) {
  const now = ctx.now()
  const queries = [{ query: `${id} query`, impressions: 1, clicks: 0, position: null }]
  await ctx.db.insert(suggestions).values({
    id,
    projectId: 'project',
    prompt: id,
    folded: id,
    source: 'search_console',
    queries,
    createdAt: now,
    updatedAt: now,
    ...given,
  })
}

describe('the brief of a gap', () => {
  const missing = (promptId: string): Given => ({
    engine: 'alpha',
    promptId,
    mentioned: false,
    competitorIds: ['c-one'],
  })
  const named = (promptId: string): Given => ({ ...missing(promptId), mentioned: true })
  const baseline = {
    ...{ sourcePromptId: 'a', mentionedEngines: 0, totalEngines: 1, engines: [], competitorMentions: [] },
    ...{ citedDomains: [], capturedAt: yesterday },
  }
  const document = (workingTitle: string) => ({ ...briefDocument(), workingTitle, baseline })

  test('is the brief with the same source that was changed last', async () => {
    const { ctx, acme, gaps, scan } = await start('a', 'b')
    await scan(today, [missing('custom-a'), missing('custom-b')])
    const of = (changes: object) =>
      addBrief(ctx, acme, 'project', { sourceKind: 'gap', sourceId: 'a', ...changes })
    await of({ status: 'completed', updatedAt: new Date(1) })
    const newest = await of({ status: 'failed', workingTitle: 'The newest', updatedAt: new Date(3) })
    await of({ status: 'completed', updatedAt: new Date(2) })
    await of({ sourceKind: 'prompt', updatedAt: new Date(4) })
    await of({ sourceId: 'c', updatedAt: new Date(5) })
    expect(
      (await gaps()).promptGaps.map(({ id, brief }: { id: string; brief: object }) => [id, brief]),
    ).toEqual([
      ['a', { briefId: newest, status: 'failed', postId: null, workingTitle: 'The newest' }],
      ['b', null],
    ])
  })

  test('is found for search gaps by their suggestions', async () => {
    const { ctx, acme, project, gaps } = await start()
    await ctx.db.update(projects).set({ searchConsoleAt: ctx.now() }).where(eq(projects.id, project.id))
    await ctx.db.insert(suggestions).values({
      ...{
        id: 's',
        projectId: 'project',
        prompt: 'a suggested prompt',
        folded: 's',
        source: 'search_console',
      },
      ...{ queries: [], createdAt: ctx.now(), updatedAt: ctx.now() },
    })
    const changes = { sourceKind: 'search_console', sourceId: 's', status: 'writing' } as const
    const briefId = await addBrief(ctx, acme, 'project', changes)
    expect((await gaps()).searchGaps[0].brief).toMatchObject({ briefId, status: 'writing' })
  })

  test.each([
    ['is won once its article is public and most engines name the brand', 'completed', true, true, ['a']],
    ['is not won by an article that is not public', 'completed', true, false, []],
    ['is not won by an article that is not written yet', 'draft', true, false, []],
    ['is not won where nobody knows how it was before', 'completed', false, true, []],
  ] as const)('%s', async (_, status, isMeasured, isPublished, won) => {
    const { ctx, acme, gaps, scan } = await start('a')
    await scan(yesterday, [missing('custom-a')])
    const planned = { ...document('Won'), baseline: isMeasured ? baseline : null }
    const postId = await addArticlePost(ctx, acme)
    if (isPublished) await ctx.db.update(posts).set({ status: 'published', publishedAt: ctx.now() })
    const article = { sourceKind: 'gap', sourceId: 'a', status, postId, document: planned } as const
    await addBrief(ctx, acme, 'project', article)
    expect((await gaps()).wonGaps).toEqual([])
    await scan(today, [named('custom-a')])
    const { promptGaps, wonGaps } = await gaps()
    expect([promptGaps, ids({ promptGaps: wonGaps })]).toEqual([[], [...won]])
    if (won.length > 0)
      expect(wonGaps[0]).toMatchObject({ won: true, opportunity: 0, ownMentionRate: 1, brief: { status } })
  })

  test('is the one whose article answers it too, if it has none of its own', async () => {
    const { ctx, acme, gaps, scan } = await start('a', 'b', 'c')
    await scan(yesterday, [missing('custom-a'), missing('custom-b'), missing('custom-c')])
    const postId = await addArticlePost(ctx, acme)
    await ctx.db.update(posts).set({ status: 'published', publishedAt: ctx.now() })
    const shared = await addBrief(ctx, acme, 'project', {
      ...{ sourceKind: 'gap', sourceId: 'a', variantPromptIds: ['b', 'c'], postId },
      ...{ status: 'completed', document: document('For all'), updatedAt: new Date(2) },
    })
    const own = await addBrief(ctx, acme, 'project', {
      ...{ sourceKind: 'gap', sourceId: 'c', document: document('For c'), updatedAt: new Date(1) },
    })
    const briefsOf = (listed: { id: string; brief: { briefId: string } | null }[]) =>
      listed.map(({ id, brief }) => [id, brief?.briefId])
    expect(briefsOf((await gaps()).promptGaps)).toEqual([
      ['a', shared],
      ['b', shared],
      ['c', own],
    ])
    await scan(today, [named('custom-a'), named('custom-b'), named('custom-c')])
    expect(briefsOf((await gaps()).wonGaps)).toEqual([
      ['a', shared],
      ['b', shared],
    ])
  })

  test('is found by an index', async () => {
    const { ctx, gaps, scan } = await start('a')
    await scan(today, [missing('custom-a')])
    const sent = recordStatements(ctx.db)
    await gaps()
    const [read] = sent.filter(({ sql }) => sql.includes('"geo_briefs"'))
    if (!read) throw new Error('No briefs were looked for.')
    expect((await planOf(ctx.db, read))[0]).toBe(
      'SEARCH geo_briefs USING INDEX geo_briefs_source (project_id=? AND source_kind=? AND source_id=?)',
    )
  })
})
