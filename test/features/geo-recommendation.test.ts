import { expect, test } from 'bun:test'
import {
  openLibrary,
  type QueryData,
  recommend,
  type Target,
} from '../../src/features/geo/gaps/recommendation.ts'
import { projects } from '../../src/features/geo/projects/table.ts'
import { suggestions } from '../../src/features/geo/prompts/table.ts'
import { sitemapPages, sitemaps } from '../../src/features/geo/sitemaps/table.ts'
import { posts } from '../../src/features/posts/table.ts'
import { type Team, testApp } from '../support/app.ts'
import { addProject } from '../support/tracking.ts'

const page = (title: string | null, url = `https://acme.example/${title}`): Target => ({
  ...{ kind: 'page', title, url, postId: null },
})
const wanted = (prompt: string, more: Partial<QueryData> = {}): QueryData => ({
  ...{ prompt, title: null, queries: [prompt], impressions: 100, clicks: 1 },
  ...more,
})
const judge = (asked: QueryData, ...targets: Target[]) => recommend(asked, openLibrary(targets, true))

test('a page that shares most words with any of the queries is to be updated', () => {
  const compared = page('Changelog generators compared')
  expect(judge(wanted('changelog generator'), page('Pricing'), compared)).toEqual({
    action: 'update',
    reason: '“Changelog generators compared” already covers this. Update it.',
    targets: [compared],
  })
  const asked = wanted('which tool should a small team take', { queries: ['generate changelogs', 'pricing'] })
  expect(judge(asked, compared, page('Pricing')).targets).toEqual([page('Pricing')])
})

test('the beginning of the first query in the same order raises the score of a title', () => {
  const inOrder = page('Changelog tools for teams of every kind')
  const turned = page('Tools for every kind of teams: changelog')
  const asked = wanted('changelog tools', { queries: ['changelog tools 2026 list'] })
  expect(judge(asked, turned, inOrder)).toMatchObject({ action: 'update', targets: [inOrder] })
})

test('two or three pages that touch on it are to be merged', () => {
  const touching = [
    'Writing release notes by hand daily',
    'Release pages, quick guide notes',
    'Notes on release trains today',
  ]
  const asked = wanted('release notes template generator', { queries: ['template generator'] })
  const { action, targets, reason } = judge(
    asked,
    ...[...touching, 'Release calendars, old notes kept'].map((title) => page(title)),
  )
  expect({ action, reason, count: targets.length }).toEqual({
    action: 'merge',
    reason: '3 of your pages and posts touch on this. Merge them.',
    count: 3,
  })
  expect(judge(asked, page(touching[0] as string)).action).toBe('create')
})

test('a query with few searches and no clicks is ignored', () => {
  expect(judge(wanted('changelog', { impressions: 24, clicks: 0 })).action).toBe('ignore')
  expect(judge(wanted('changelog', { impressions: 25, clicks: 0 })).action).toBe('create')
  expect(judge(wanted('changelog', { impressions: 0, clicks: 1 })).action).toBe('create')
})

test('an unread page is identified by the end of its URL', () => {
  const unread = page(null, 'https://acme.example/blog/changelog-generator')
  expect(judge(wanted('changelog generator'), unread)).toMatchObject({
    action: 'update',
    reason: 'https://acme.example/blog/changelog-generator already covers this. Update it.',
  })
  expect(
    judge(wanted('changelog'), page(null, 'https://acme.example/%E0%A4%A'), page(null, 'nonsense')).action,
  ).toBe('create')
})

test('stop words and words of two letters do not count', () => {
  expect(judge(wanted('how to do it in ui'), page('What it is to be in UI')).action).toBe('create')
})

test("gaps are compared with the newest sitemap and the organization's blog posts only", async () => {
  const { ctx, team } = await testApp()
  const [acme, other] = [await team('acme'), await team('other')]
  const project = await addProject(ctx, acme)
  const now = ctx.now()
  await ctx.db.update(projects).set({ searchConsoleAt: now })
  await ctx.db.insert(suggestions).values({
    ...{ id: 's', projectId: project.id, prompt: 'changelog generator', folded: 'changelog generator' },
    ...{ source: 'search_console', queries: [], impressions: 100, createdAt: now, updatedAt: now },
  })
  const recommended = async () =>
    (await acme.call('GET', `/v1/projects/${project.id}/geo/gaps`)).body.searchGaps[0].recommendation

  const older = new Date(now.getTime() - 1000)
  for (const [id, fetchedAt, title] of [
    ['old', older, 'Changelog generator'],
    ['new', now, 'Pricing'],
  ] as const) {
    const url = `https://acme.example/${id}.xml`
    await ctx.db.insert(sitemaps).values({
      ...{ id, projectId: project.id, url, status: 'ready', fetchedAt, nextFetchAt: now, createdAt: now },
    })
    await ctx.db.insert(sitemapPages).values({ sitemapId: id, url, place: 0, title, text: null })
  }
  const addPost = (id: string, { id: organizationId }: Team, contentType: 'blog_post' | 'changelog') =>
    ctx.db.insert(posts).values({
      ...{ id, organizationId, contentType, status: 'draft', title: 'Changelog generator' },
      ...{ markdown: 'Text.', content: '<p>Text.</p>', createdAt: now, updatedAt: now },
    })
  await addPost('theirs', other, 'blog_post')
  await addPost('log', acme, 'changelog')
  expect(await recommended()).toMatchObject({ action: 'create', targets: [] })

  await addPost('ours', acme, 'blog_post')
  expect(await recommended()).toEqual({
    action: 'update',
    reason: '“Changelog generator” already covers this. Update it.',
    targets: [{ kind: 'post', title: 'Changelog generator', url: null, postId: 'ours' }],
  })
})
