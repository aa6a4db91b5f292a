import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { pageOf } from '../../src/dashboard/data/paged.ts'
import { filterGaps } from '../../src/dashboard/visibility/gaps/filter-gaps.ts'
import { levelOf } from '../../src/dashboard/visibility/gaps/level.ts'
import * as gapsStrings from '../../src/dashboard/visibility/gaps/strings.ts'
import { projects } from '../../src/features/geo/projects/table.ts'
import { suggestions } from '../../src/features/geo/prompts/table.ts'
import { scans } from '../../src/features/geo/scans/table.ts'
import { posts } from '../../src/features/posts/table.ts'
import { expectPresentable } from './support/looks.ts'
import { pageTest, type Scene } from './support/scene.ts'
import { expectSoon } from './support/soon.ts'
import { addGaps, addTracked, scanBefore } from './support/visibility.ts'

test('the meter shows an opportunity relative to the greatest one, and only zero has no step (contract geo 9)', () => {
  expect([levelOf(12, 12), levelOf(7, 12), levelOf(0.1, 12), levelOf(0, 12), levelOf(0, 0)]).toEqual([
    5, 3, 1, 0, 0,
  ])
})

pageTest(
  'a gap shows who is named instead, which engines miss the brand, and the period of each figure',
  async (scene) => {
    await addGaps(scene)
    const tab = await (await scene.visit()).open('/geo/gaps')
    const row = tab.getByRole('row').filter({ hasText: 'best tools for changelogs' })
    await row.getByText('Beta and Northlight named; 3 answers in 30 days').waitFor()
    await expectSoon(() => row.getByRole('img', { name: 'Opportunity 5 of 5' }).count(), 1)
    await expectSoon(() => row.getByText('Low confidence', { exact: true }).count(), 1)
    await expectSoon(
      () =>
        row
          .getByRole('cell')
          .nth(3)
          .getByText(gapsStrings.promptGapTable.latestAnswers(3))
          .last()
          .textContent(),
      'latest answers',
    )
    await expectSoon(() => row.getByRole('cell').nth(2).textContent(), 'alphabeta')
    await row.getByRole('cell').nth(3).getByText('33% 6–79').waitFor()
    await expectSoon(
      () => row.getByRole('img', { name: '3 engines: 1 name you, 2 do not name you' }).count(),
      1,
    )
    expect(await tab.getByText('how to write release notes').count()).toBe(0)
    await row.getByRole('button', { name: 'Cited pages for “best tools for changelogs”' }).click()
    const page = tab.getByRole('row').filter({ hasText: 'Ten changelog tools' })
    await page.getByText('2 times by alpha and beta').waitFor()
    await page.getByText(gapsStrings.gapPages.notRead).waitFor()
  },
)

pageTest(
  'the filters narrow the gaps by text, by competitor and by engine, and are cleared',
  async (scene) => {
    await addGaps(scene)
    const tab = await (await scene.visit()).open('/geo/gaps')
    const found = tab.getByText('best tools for changelogs')
    await found.waitFor()
    await tab.keyboard.press('/')
    await tab.keyboard.type('northlight')
    await tab.waitForURL(/text=northlight/)
    await expectSoon(() => found.count(), 1)
    await tab.keyboard.type(' and more')
    await tab.getByText(gapsStrings.promptGaps.noMatches).waitFor()
    await tab.getByRole('button', { name: 'Clear filters' }).click()
    await found.waitFor()
    const engines = tab.getByRole('combobox', { name: gapsStrings.promptGaps.missingFromEngine })
    await expectSoon(() => engines.locator('option').allInnerTexts(), ['All engines', 'alpha', 'beta'])
    await engines.selectOption('acme/beta')
    await tab.waitForURL(/engine=acme%2Fbeta/)
    await found.waitFor()
    await tab.getByRole('combobox', { name: gapsStrings.promptGaps.intent }).selectOption('how_to')
    await tab.getByText(gapsStrings.promptGaps.noMatches).waitFor()
  },
)

test('prompts that name the brand are shown only if they are wanted, and the lowest rate can be first', () => {
  const gap = (id: string, more: object = {}) =>
    ({ id, prompt: id, title: null, competitors: [], engines: [], tags: [], n: 1, ...more }) as any
  const gaps = [
    gap('unclear', { confident: false, rate: 0, branded: false }),
    gap('clear', { confident: true, rate: 0.4, branded: false, tags: ['blue'] }),
    gap('is acme good', { confident: true, rate: 0.2, branded: true }),
  ]
  const none = { text: '', engine: '', tag: '', intent: '', branded: '', sort: '' }
  const shown = (filters: object) => filterGaps(gaps, { ...none, ...filters }).map(({ id }) => id)
  expect(shown({})).toEqual(['clear', 'unclear'])
  expect(shown({ sort: 'rate', branded: 'all' })).toEqual(['unclear', 'is acme good', 'clear'])
  expect(shown({ branded: 'only' })).toEqual(['is acme good'])
  expect(shown({ tag: 'blue' })).toEqual(['clear'])
})

pageTest('the text of a gap opens its prompt', async (scene) => {
  const project = await addGaps(scene)
  const tab = await (await scene.visit()).open('/geo/gaps')
  await tab.getByRole('link', { name: 'best tools for changelogs' }).click()
  await tab.waitForURL(new RegExp(`/geo/prompts\\?open=tools-${project.id}`))
})

pageTest('before the first scan the page links to it', async (scene) => {
  await addTracked(scene)
  const tab = await (await scene.visit()).open('/geo/gaps')
  await tab.getByRole('heading', { name: 'No scan yet' }).waitFor()
  await tab.getByRole('button', { name: 'Run a scan' }).click()
  await tab.getByRole('dialog', { name: 'Run a scan' }).waitFor()
})

/** A running scan with this many of its expected answers. */
async function addRunning({ herald: { ctx }, team }: Scene, projectId: string) {
  const now = ctx.now()
  await ctx.db.insert(scans).values({
    ...{ id: `running-${projectId}`, organizationId: team.id, projectId, status: 'running', cause: 'manual' },
    plan: {
      ...{ prompts: [], sequences: [], engines: [], searching: [], skipped: [], languages: ['en'] },
      ...{ promptLanguage: 'en', trackWithoutSearch: false, enforceZdr: false, nonZdrApprovedEngines: [] },
      only: null,
    },
    ...{ planned: 24, saved: 9, failed: 1, startedAt: now, createdAt: now },
  })
}

pageTest('while the first scan runs the page shows its progress', async (scene) => {
  const project = await addTracked(scene)
  await addRunning(scene, project.id)
  const tab = await (await scene.visit()).open('/geo/gaps')
  await tab.getByRole('heading', { name: 'Scan running' }).waitFor()
  await tab.getByText('9 of 24 answers, 1 failed').waitFor()
  await expectSoon(
    () => tab.getByRole('img', { name: '24 answers: 9 received, 1 failed, 14 pending' }).count(),
    1,
  )
  await expectSoon(
    () => tab.getByRole('button', { name: 'Scanning 9 of 24' }).getAttribute('aria-disabled'),
    'true',
  )
  await expectPresentable(tab, 'gaps while a scan runs')
})

pageTest('if the brand is named everywhere, the page says so and links to more prompts', async (scene) => {
  const project = await addTracked(scene)
  await scanBefore(scene, project, 1, [{ engine: 'alpha', promptId: 'custom-1', mentioned: true }])
  const tab = await (await scene.visit()).open('/geo/gaps')
  await tab.getByRole('heading', { name: 'No gaps' }).waitFor()
  expect(await tab.getByRole('link', { name: 'Add prompt' }).getAttribute('href')).toContain(
    '/geo/prompts?new',
  )
  await expectPresentable(tab, 'no gaps')
})

pageTest('untracked queries are listed by impressions and link to the prompts', async (scene) => {
  const project = await addTracked(scene)
  const visitor = await scene.visit()
  const tab = await visitor.open('/geo/gaps?type=search')
  await tab.getByRole('heading', { name: gapsStrings.searchGaps.noSearchGaps }).waitFor()
  await tab.getByRole('link', { name: gapsStrings.searchGaps.openPrompts }).waitFor()
  const { ctx } = scene.herald
  const now = ctx.now()
  await ctx.db.update(projects).set({ searchConsoleAt: now }).where(eq(projects.id, project.id))
  await ctx.db.insert(suggestions).values({
    ...{ id: `query-${project.id}`, projectId: project.id, prompt: 'changelog generator', title: null },
    ...{ folded: 'changelog generator', source: 'search_console', queries: [], impressions: 1840 },
    ...{ createdAt: now, updatedAt: now },
  })
  await tab.reload()
  const row = tab.getByRole('row').filter({ hasText: 'changelog generator' })
  await row.getByText('1,840').waitFor()
  await row.getByText('Write an article').waitFor()
  await row.getByText('No sitemap is set, so your pages were not compared.').waitFor()
  const way = row.getByRole('link', { name: gapsStrings.recommendationCell.addSitemap })
  expect(await way.getAttribute('href')).toContain('/geo/settings')
  await tab.getByRole('link', { name: 'Search1' }).waitFor()
  await expectPresentable(tab, 'search gaps')

  await ctx.db.insert(posts).values({
    ...{
      id: `guide-${project.id}`,
      organizationId: scene.team.id,
      contentType: 'blog_post',
      status: 'draft',
    },
    ...{ title: 'Changelog generators', content: '', createdAt: now, updatedAt: now },
  })
  await tab.reload()
  await row.getByText('Update').waitFor()
  await row.getByRole('link', { name: 'Changelog generators' }).click()
  await tab.waitForURL(`**/posts/guide-${project.id}`)
})

test('a long list has pages of 50 rows, and its last page in place of one after it', () => {
  const rows = Array.from({ length: 120 }, (_, row) => row)
  expect(pageOf(rows, 1).shown).toEqual(rows.slice(0, 50))
  expect(pageOf(rows, 9)).toEqual({
    shown: rows.slice(100),
    pagination: { currentPage: 3, totalPages: 3, totalItems: 120, nextPage: null, previousPage: 2 },
  })
  expect(pageOf([], 1).pagination).toMatchObject({ totalPages: 1, nextPage: null, previousPage: null })
})
