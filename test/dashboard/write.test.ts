import { describe, expect } from 'bun:test'
import { eq } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import * as kitStrings from '../../src/dashboard/kit/strings.ts'
import * as outlineStrings from '../../src/dashboard/visibility/articles/outline/strings.ts'
import * as articlesStrings from '../../src/dashboard/visibility/articles/strings.ts'
import { briefs } from '../../src/features/geo/briefs/table.ts'
import { projects } from '../../src/features/geo/projects/table.ts'
import { suggestions } from '../../src/features/geo/prompts/table.ts'
import { setLimits } from '../../src/features/usage/limits.ts'
import { answerWell } from '../support/articles.ts'
import { planAnswer } from '../support/planning.ts'
import { answerWith, hold } from './support/answers.ts'
import { addArticles, addBrief, addPlanned, document, workingTitle } from './support/briefs.ts'
import { narrow } from './support/browser.ts'
import { refusal } from './support/faults.ts'
import { expectKeyboardReachesAll } from './support/keyboard.ts'
import { expectPresentable } from './support/looks.ts'
import { addPosts } from './support/posts.ts'
import { pageTest, type Scene, withoutModel } from './support/scene.ts'
import { addSitemap } from './support/sitemaps.ts'
import { expectSoon } from './support/soon.ts'
import { addGaps, addTracked } from './support/visibility.ts'

const planRoute = 'POST /v1/projects/:id/geo/briefs'
const writeGap = (tab: Page) => tab.getByRole('button', { name: 'Write about “best tools for changelogs”' })
const dialogOf = (tab: Page) => tab.getByRole('dialog', { name: 'Write an article' })
const planIt = (tab: Page) =>
  dialogOf(tab).getByRole('button', { name: articlesStrings.writeDialog.planArticle }).click()

/** Has the model plan, and write what was planned. */
function answerAll({ herald }: Scene) {
  herald.models.replyWith((asked: { prompt: string }) =>
    /<(brief|article)>/.test(asked.prompt) ? answerWell(asked) : planAnswer(),
  )
}

/** The dialog over the gap of a new project. */
async function openDialog(scene: Scene) {
  const project = await addGaps(scene)
  const visitor = await scene.visit()
  const tab = await visitor.open('/geo/gaps')
  await writeGap(tab).click()
  await dialogOf(tab).getByLabel('Guide').check()
  return { ...visitor, project, tab, dialog: dialogOf(tab) }
}

pageTest('a gap becomes an outline and then a post, by keyboard and on a narrow screen', async (scene) => {
  answerAll(scene)
  const project = await addGaps(scene)
  const tab = await (await scene.visit('member')).open('/geo/gaps')
  await tab.setViewportSize(narrow)
  await writeGap(tab).waitFor()
  await tab.keyboard.press('j')
  await tab.keyboard.press('Enter')
  await dialogOf(tab).getByLabel('Prompt').waitFor()
  // The first thing to choose has the focus.
  await tab.keyboard.press('Space')
  await expectSoon(() => dialogOf(tab).getByLabel('Guide').isChecked(), true)
  await tab.keyboard.press('Control+Enter')
  await tab.getByLabel(outlineStrings.review.workingTitle).fill('How small teams write changelogs')
  await tab.getByText('Saved', { exact: true }).waitFor()
  await expectSoon(() => tab.title(), `How small teams write changelogs · Team ${scene.team.slug} · Herald`)
  await tab.keyboard.press('Control+Enter')
  await tab.getByRole('link', { name: 'Open post' }).click()
  await tab.waitForURL(/\/posts\//)
  await expectSoon(() => tab.getByLabel('Title').inputValue(), 'How small teams write changelogs')
  await tab.goto(`/app/${scene.team.slug}/geo/gaps?project=${project.id}`)
  await tab.getByRole('link', { name: 'Open post “How small teams write changelogs”' }).waitFor()
})

describe('a gap', () => {
  const states = [
    ['draft', {}, `Review “${workingTitle}”`],
    ['failed', { runId: 'run', error: 'No.' }, `Review “${workingTitle}”`],
    ['approved', { runId: 'run' }, 'Queued'],
    ['writing', { runId: 'run', step: 'check' }, 'Writing, 3 of 5'],
  ] as const
  for (const [status, row, says] of states) {
    pageTest(`with an article in state ${status} links to it: ${says}`, async (scene) => {
      const { id } = await addPlanned(scene, { status, ...row })
      const tab = await (await scene.visit()).open('/geo/gaps')
      await tab.getByRole('link', { name: says }).waitFor()
      await tab.keyboard.press('j')
      await tab.keyboard.press('Enter')
      await tab.waitForURL(new RegExp(`/geo/write/${id}`))
    })
  }

  pageTest('with a new article says so when the run ends', async (scene) => {
    const { id } = await addPlanned(scene, { status: 'writing', runId: 'run', step: 'save' })
    const tab = await (await scene.visit()).open('/geo/gaps')
    await tab.getByText('Writing, 5 of 5').waitFor()
    const { db, now } = scene.herald.ctx
    const [postId] = await addPosts(scene, [{ title: 'Changelog tools', contentType: 'blog_post' }])
    const done = { status: 'completed', postId, completedAt: now() } as const
    await db.update(briefs).set(done).where(eq(briefs.id, id))
    await tab.getByRole('link', { name: 'Open post' }).waitFor()
    await expectPresentable(tab, 'gaps with a post')
  })

  pageTest('of a search query can be written about too', async (scene) => {
    const project = await addTracked(scene)
    const { ctx } = scene.herald
    const now = ctx.now()
    await ctx.db.update(projects).set({ searchConsoleAt: now }).where(eq(projects.id, project.id))
    await ctx.db.insert(suggestions).values({
      ...{ id: `query-${project.id}`, projectId: project.id, prompt: 'changelog generator', title: null },
      ...{ folded: 'changelog generator', source: 'search_console', queries: [], impressions: 1840 },
      ...{ createdAt: now, updatedAt: now },
    })
    answerAll(scene)
    const tab = await (await scene.visit()).open('/geo/gaps?type=search')
    await tab.getByRole('button', { name: 'Write about “changelog generator”' }).click()
    await expectSoon(() => dialogOf(tab).getByLabel('Prompt').inputValue(), 'changelog generator')
    await dialogOf(tab).getByLabel('Comparison').check()
    await planIt(tab)
    await tab.getByText(articlesStrings.facts.sources.search_console).waitFor()
  })
})

describe('the dialog', () => {
  pageTest('accepts a prompt, a format, a brand, a sitemap and competitors', async (scene) => {
    const project = await addGaps(scene)
    await addSitemap(scene, project.id)
    await setLimits(scene.herald.ctx, scene.team.id, { longFormPosts: 30, creditCents: 12 })
    answerAll(scene)
    const tab = await (await scene.visit()).open('/geo/write')
    await tab.getByText(articlesStrings.writePage.noArticlesYet).waitFor()
    await tab.keyboard.press('n')
    const dialog = dialogOf(tab)
    await dialog.getByText('Uses credits, $0.12 left').waitFor()
    await dialog.getByLabel('Northlight').check()
    await dialog.getByText('The article may name only this competitor.').waitFor()
    await expectSoon(
      () => dialog.getByLabel('Sitemap').locator('option').allInnerTexts(),
      ['acme.dev, 214 pages'],
    )
    await expectPresentable(tab, 'write dialog')
    await expectKeyboardReachesAll(tab)
    await planIt(tab)
    // The browser asks for what is missing.
    await expectSoon(() => dialog.getByLabel('Prompt').evaluate((field) => field.matches(':invalid')), true)
    await dialog.getByLabel('Prompt').fill('how small teams write changelogs')
    await dialog.getByLabel('Guide').check()
    await planIt(tab)
    await tab.getByText('For “how do small teams write changelogs”').waitFor()
    const [row] = await scene.herald.ctx.db.select().from(briefs).where(eq(briefs.projectId, project.id))
    expect(row).toMatchObject({
      sourceKind: 'manual',
      topic: 'how small teams write changelogs',
      competitorIds: [`north-${project.id}`],
    })
    expect(row?.document.contentSubtype).toBe('guide')
  })

  pageTest('shows the progress of planning, can be closed, and announces the outline', async (scene) => {
    answerAll(scene)
    const { context, tab, dialog } = await openDialog(scene)
    const letGo = await hold(context, planRoute)
    await planIt(tab)
    await dialog.getByText('Planning', { exact: true }).waitFor()
    await expectPresentable(tab, 'write dialog planning')
    await dialog.getByRole('button', { name: articlesStrings.writeDialog.runInBackground }).click()
    await dialog.waitFor({ state: 'detached' })
    await tab.getByRole('link', { name: 'Articles' }).click()
    await tab.getByText('Planning “best tools for changelogs”').waitFor()
    await letGo()
    await tab.getByRole('link', { name: 'Review', exact: true }).click()
    await tab.getByLabel(outlineStrings.review.workingTitle).waitFor()
  })

  const refusals: [status: number, sentence: string, then: RegExp][] = [
    [402, 'All long-form posts of this month are used.', /Usage/],
    [409, 'Planning takes longer than four minutes.', /See Articles for its status/],
    [503, 'A brief takes a model to plan and to write.', /Try again/],
    [404, 'Prompt not found', /Prompt not found/],
  ]
  pageTest('shows the message of the API for each refusal, and what to do', async (scene) => {
    const { context, faults, tab, dialog } = await openDialog(scene)
    for (const [status, sentence, then] of refusals) {
      const recover = await answerWith(context, planRoute, status, { error: sentence })
      faults.expect(refusal(status, '/v1/projects/:id/geo/briefs'))
      await planIt(tab)
      await dialog.getByRole('alert').filter({ hasText: sentence }).waitFor()
      await dialog.getByText(then).first().waitFor()
      // What was chosen stays.
      await expectSoon(() => dialog.getByLabel('Guide').isChecked(), true)
      await recover()
    }
  })

  pageTest('an outline whose dialog was closed appears in the list', async (scene) => {
    const { context, faults, tab, dialog, project } = await openDialog(scene)
    await answerWith(context, planRoute, 409, { error: 'Planning takes longer than four minutes.' })
    faults.expect(refusal(409, '/v1/projects/:id/geo/briefs'))
    await planIt(tab)
    await dialog.getByRole('link', { name: 'Articles' }).click()
    await tab.getByText(articlesStrings.writePage.noArticlesYet).waitFor()
    await addBrief(scene, project)
    await tab.getByRole('link', { name: workingTitle, exact: true }).waitFor()
  })

  pageTest('counts down at the rate limit and then tries again', async (scene) => {
    answerAll(scene)
    const { context, faults, tab, dialog } = await openDialog(scene)
    const recover = await answerWith(
      context,
      planRoute,
      429,
      { error: 'Too many briefs.' },
      { 'retry-after': '52' },
    )
    faults.expect(refusal(429, '/v1/projects/:id/geo/briefs'))
    await planIt(tab)
    await dialog.getByRole('button', { name: /Try again in 5\d s/ }).waitFor()
    await recover()
    await tab.clock.fastForward(60_000)
    await dialog.getByRole('button', { name: 'Try again' }).click()
    await tab.getByLabel(outlineStrings.review.workingTitle).waitFor()
  })
})

pageTest('without a model no article can be planned, and the dialog says where to set one', async (scene) => {
  using _restored = withoutModel(scene)
  const { dialog } = await openDialog(scene)
  await dialog.getByText(/^No AI model is configured\. .* WRITER_MODEL in the environment/).waitFor()
  expect(
    await dialog.getByRole('button', { name: articlesStrings.writeDialog.planArticle }).isDisabled(),
  ).toBe(true)
})

pageTest('the dialog says in its own words that a format is missing', async (scene) => {
  await addGaps(scene)
  const tab = await (await scene.visit()).open('/geo/gaps')
  await writeGap(tab).click()
  await planIt(tab)
  await dialogOf(tab).getByText('Choose a format.').waitFor()
  await expectSoon(
    () =>
      dialogOf(tab)
        .getByLabel('Guide')
        .evaluate((it) => it.matches(':focus')),
    true,
  )
  await dialogOf(tab).getByLabel('Guide').check()
  await expectSoon(() => dialogOf(tab).getByText('Choose a format.').count(), 0)
})

describe('an article without a run', () => {
  pageTest('can be deleted on its page, and its gap can be written about again', async (scene) => {
    const { id } = await addPlanned(scene)
    const tab = await (await scene.visit('member')).open(`/geo/write/${id}`)
    await tab.getByRole('button', { name: 'More' }).click()
    await tab.getByRole('menuitem', { name: 'Delete' }).click()
    const dialog = tab.getByRole('dialog', { name: articlesStrings.briefMenu.deleteArticle })
    await dialog.waitFor()
    await expectPresentable(tab, 'delete an article')
    await dialog.getByRole('button', { name: articlesStrings.briefMenu.deleteArticle }).click()
    await tab.getByText(articlesStrings.writePage.noArticlesYet).waitFor()
    await tab.getByRole('link', { name: 'View gaps' }).click()
    await writeGap(tab).waitFor()
  })

  pageTest('whose post was deleted says so and can be written again', async (scene) => {
    answerAll(scene)
    const done = { status: 'completed', runId: 'run', step: 'save', postId: 'gone' } as const
    const { id } = await addPlanned(scene, done)
    const tab = await (await scene.visit()).open(`/geo/write/${id}`)
    await tab.getByText(articlesStrings.postGone.deleted).waitFor()
    expect(await tab.getByRole('link', { name: 'Open post' }).count()).toBe(0)
    await tab.getByRole('button', { name: articlesStrings.postGone.writeAgain }).click()
    await dialogOf(tab).getByLabel('Guide').check()
    await planIt(tab)
    await tab.getByLabel(outlineStrings.review.workingTitle).waitFor()
    await expectSoon(() => tab.url().includes(id), false)
  })
})

describe('the list', () => {
  pageTest('shows each state and is filtered by text and state in the URL', async (scene) => {
    await addArticles(scene)
    const tab = await (await scene.visit()).open('/geo/write')
    const rows = tab.getByRole('table', { name: 'Articles' }).locator('tbody').getByRole('row')
    const told = () => rows.evaluateAll((all) => all.map((row) => row.children[1]?.textContent))
    await expectSoon(told, ['Draft', 'Queued', 'Writing, 2 of 5', 'Failed', 'Done'])
    await tab.getByRole('combobox', { name: 'Status' }).selectOption('Queued')
    await tab.waitForURL(/state=approved/)
    await expectSoon(told, ['Queued'])
    await tab.keyboard.press('/')
    await tab.keyboard.type('no such thing')
    await tab.getByText(articlesStrings.writePage.noMatches).waitFor()
    await tab.getByRole('button', { name: 'Clear filters' }).click()
    await expectSoon(() => rows.count(), 5)
  })

  pageTest('shows the next action for each and why one failed, also on a narrow screen', async (scene) => {
    const project = await addArticles(scene)
    const gone = { status: 'completed', postId: 'gone', sourceKind: 'manual', sourceId: null } as const
    await addBrief(scene, project, { ...gone, document: { ...document, workingTitle: 'Without a post' } })
    const tab = await (await scene.visit()).open('/geo/write')
    const row = (name: string) => tab.getByRole('row').filter({ hasText: name })
    for (const size of [{ width: 1280, height: 800 }, narrow]) {
      await tab.setViewportSize(size)
      await row(workingTitle)
        .getByRole('link', { name: /^Review/ })
        .waitFor()
      await row('Keep a changelog')
        .getByText('The article has 640 words, where 900 are the fewest.')
        .waitFor()
      await row('Keep a changelog')
        .getByRole('link', { name: /^Review/ })
        .waitFor()
      await row('How to write release notes')
        .getByRole('link', { name: /^Open post/ })
        .waitFor()
      await row('Without a post').getByText('Post deleted').waitFor()
    }
  })

  pageTest('is polled while an article is written', async (scene) => {
    const project = await addGaps(scene)
    const id = await addBrief(scene, project, { status: 'approved', runId: 'run' })
    const tab = await (await scene.visit()).open('/geo/write')
    const table = tab.getByRole('table', { name: 'Articles' })
    await table.getByText('Queued').waitFor()
    const { db } = scene.herald.ctx
    await db.update(briefs).set({ status: 'writing', step: 'gather' }).where(eq(briefs.id, id))
    await table.getByText('Writing, 1 of 5').waitFor()
    await db.update(briefs).set({ status: 'failed', error: 'No.' }).where(eq(briefs.id, id))
    await table.getByText('Failed').waitFor()
  })

  pageTest('has pages', async (scene) => {
    const project = await addGaps(scene)
    const row = { sourceKind: 'manual', sourceId: null } as const
    for (let place = 0; place < 51; place++)
      await addBrief(scene, project, { ...row, topic: `topic ${place}` })
    const tab = await (await scene.visit()).open('/geo/write')
    await tab.getByText('Page 1 of 2, 51 articles').waitFor()
    await tab.getByRole('button', { name: 'Next' }).click()
    await tab.getByText('Page 2 of 2, 51 articles').waitFor()
    await expectSoon(() => tab.getByRole('table').locator('tbody').getByRole('row').count(), 1)
  })
})

pageTest('an unusable plan is listed with its errors and the answer of the model', async (scene) => {
  const { tab, faults } = await openDialog(scene)
  scene.herald.models.replyWith('I would rather not.')
  faults.expect(refusal(400, '/v1/projects/:id/geo/briefs'))
  await planIt(tab)
  await tab.getByText(/^The model did not plan a brief/).waitFor()
  await tab.goto(`/app/${scene.team.slug}/geo/write`)
  await tab.getByText('It is not the JSON object that was asked for').waitFor()
  await tab.getByText(kitStrings.modelAnswer.title).click()
  await tab
    .getByLabel(kitStrings.modelAnswer.noun, { exact: true })
    .getByText('I would rather not.')
    .waitFor()
  await expectPresentable(tab, 'articles with a failed plan')
})
