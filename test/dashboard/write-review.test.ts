import { describe, expect } from 'bun:test'
import { eq } from 'drizzle-orm'
import type { Locator, Page } from 'playwright-core'
import * as kitStrings from '../../src/dashboard/kit/strings.ts'
import * as evidenceStrings from '../../src/dashboard/visibility/articles/evidence/strings.ts'
import * as outcomeStrings from '../../src/dashboard/visibility/articles/outcome/strings.ts'
import * as outlineStrings from '../../src/dashboard/visibility/articles/outline/strings.ts'
import * as articlesStrings from '../../src/dashboard/visibility/articles/strings.ts'
import { briefs } from '../../src/features/geo/briefs/table.ts'
import { posts } from '../../src/features/posts/table.ts'
import { setLimits } from '../../src/features/usage/limits.ts'
import { answerWell } from '../support/articles.ts'
import { addPrompt } from '../support/tracking.ts'
import { planAsking } from '../support/visibility.ts'
import { answerWith, hold } from './support/answers.ts'
import { addBrief, addPlanned, borne, document, said } from './support/briefs.ts'
import { narrow } from './support/browser.ts'
import { refusal } from './support/faults.ts'
import { expectPresentable } from './support/looks.ts'
import { addPosts } from './support/posts.ts'
import { pageTest, type Scene, withoutModel } from './support/scene.ts'
import { addPages, addSitemap } from './support/sitemaps.ts'
import { expectSoon } from './support/soon.ts'
import { addTracked, scanBefore } from './support/visibility.ts'

// An outline as somebody changes and approves it, and how its article is written.

const patchRoute = 'PATCH /api/app/projects/:id/briefs/:id'
const saved = (tab: Page) => tab.getByText('Saved', { exact: true }).waitFor()

/** An outline on its page, and as it is stored. */
async function openOutline(scene: Scene, row: Parameters<typeof addPlanned>[1] = {}) {
  const { project, id, geo } = await addPlanned(scene, row)
  const visitor = await scene.visit('member')
  const tab = await visitor.open(`/geo/write/${id}`)
  const read = async () => (await visitor.person.call('GET', `${geo}/briefs/${id}`)).body
  const change = (updatedAt: string, workingTitle: string) =>
    visitor.person.call('PATCH', `/api/app/projects/${project.id}/briefs/${id}`, { updatedAt, workingTitle })
  return { ...visitor, tab, read, change, project, id, geo }
}

const headingsIn = (tab: Page) =>
  tab
    .getByLabel(/^Heading of section/)
    .evaluateAll((fields) => fields.map((field) => (field as HTMLTextAreaElement).value))
const focused = (place: Locator) =>
  place.evaluate((element) => element === element.ownerDocument.activeElement)

describe('an outline', () => {
  pageTest('is edited line by line and saved automatically', async (scene) => {
    const { tab, read } = await openOutline(scene)
    await tab.getByLabel('Audience').fill('Leads of teams of five')
    const first = tab.getByRole('listitem').filter({ has: tab.getByLabel('Heading of section 1') })
    await first.getByLabel('claim 1', { exact: true }).press('End')
    await first.getByLabel('claim 1', { exact: true }).press('Enter')
    await expectSoon(() => focused(first.getByLabel('claim 2', { exact: true })), true)
    await tab.keyboard.type('It is short.')
    await first.getByLabel('claim 2', { exact: true }).press('Alt+ArrowUp')
    await expectSoon(() => first.getByLabel('claim 1', { exact: true }).inputValue(), 'It is short.')
    await tab.getByLabel('question 2', { exact: true }).fill('')
    await tab.getByLabel('question 2', { exact: true }).press('Backspace')
    await expectSoon(() => tab.getByLabel(/^question/).count(), 1)
    await tab.getByRole('button', { name: 'Add check' }).click()
    await tab.keyboard.type('It names its price.')
    await saved(tab)
    const stored = await read()
    expect(stored.brief).toMatchObject({
      audience: 'Leads of teams of five',
      questionsToAnswer: ['What does a changelog tool cost?'],
      acceptanceChecklist: [...document.acceptanceChecklist, 'It names its price.'],
    })
    expect(stored.brief.sections[0].claims).toEqual([
      'It is short.',
      'A changelog is read by people who did not write the code.',
    ])
  })

  pageTest('sections can be moved by pointer and keyboard, removed and restored', async (scene) => {
    const { tab, read } = await openOutline(scene)
    await tab.getByRole('button', { name: 'Move “Acme” up' }).click()
    await expectSoon(
      () => headingsIn(tab),
      ['Acme', 'What a changelog tool has to do', 'Beta', 'Which one to take'],
    )
    // At the end there is only the way back, and that has the focus.
    await expectSoon(() => focused(tab.getByRole('button', { name: 'Move “Acme” down' })), true)
    await tab.getByText('Section 1 of 4').waitFor({ state: 'attached' })
    await tab.getByLabel('Heading of section 4').press('Alt+ArrowUp')
    await expectSoon(() => focused(tab.getByLabel('Heading of section 3')), true)
    await expectSoon(async () => (await headingsIn(tab))[2], 'Which one to take')
    await tab.getByRole('button', { name: 'Remove “Beta”' }).click()
    await expectSoon(async () => (await headingsIn(tab)).length, 3)
    // Three are the fewest.
    await expectSoon(() => tab.getByRole('button', { name: 'Remove “Acme”' }).isDisabled(), true)
    await tab.getByRole('button', { name: 'Undo' }).click()
    await expectSoon(async () => (await headingsIn(tab))[3], 'Beta')
    await saved(tab)
    const headings = async () =>
      (await read()).brief.sections.map(({ heading }: { heading: string }) => heading)
    await expectSoon(headings, ['Acme', 'What a changelog tool has to do', 'Which one to take', 'Beta'])
  })

  pageTest('is not saved while a field is missing, and says which', async (scene) => {
    const { tab, read } = await openOutline(scene)
    await tab.getByRole('button', { name: outlineStrings.sections.addSection }).click()
    await tab.getByText('Enter a heading for section 5').waitFor()
    await expectPresentable(tab, 'outline lacks a heading')
    await tab.getByLabel('Heading of section 5').fill('Prices')
    await tab.getByText('Enter a goal for section 5').waitFor()
    expect((await read()).brief.sections.length).toBe(4)
    const last = tab.getByRole('listitem').filter({ has: tab.getByLabel('Heading of section 5') })
    await last.getByLabel('Goal').fill('Tell what each costs.')
    await saved(tab)
    await expectSoon(async () => (await read()).brief.sections.length, 5)
  })

  pageTest(
    'shows the prompts that the article answers, and forecasts its effect over the chosen ones',
    async (scene) => {
      const project = await addTracked(scene)
      const id = await addBrief(scene, project, { sourceId: 'own', evidence: { claims: [] } })
      const { ctx } = scene.herald
      const ids = ['own', ...Array.from({ length: 10 }, (_, index) => `other${index}`)]
      for (const promptId of ids) await addPrompt(ctx, project, promptId)
      const engines = ['acme/alpha', 'acme/beta']
      const stored = ids.map((promptId) => `custom-${promptId}`)
      for (let days = 12; days > 0; days--) {
        const given = stored.flatMap((promptId) =>
          engines.map((engine) => ({ promptId, engine, mentioned: (days + engine.length) % 3 === 0 })),
        )
        await scanBefore(scene, project, days, given, { plan: planAsking(stored, engines) })
      }
      const { open, person } = await scene.visit('member')
      const tab = await open(`/geo/write/${id}`)
      const rise = async (prompts: string) => {
        const sentence = tab.getByText(`daily scans of ${prompts} and 2 engines, a rise of`)
        await sentence.waitFor()
        return Number(/rise of (\d+) points/.exec((await sentence.textContent()) ?? '')?.[1])
      }
      const alone = await rise('1 prompt')
      const add = tab.getByRole('button', { name: outlineStrings.variants.addPrompt })
      for (const prompt of ['what about other3', 'what about other4']) {
        expect(await add.isDisabled()).toBeTrue()
        await tab.getByLabel(outlineStrings.variants.promptToAdd).fill(prompt)
        await add.click()
      }
      expect(await rise('3 prompts')).toBeLessThan(alone)
      const read = async () =>
        (await person.call('GET', `/v1/projects/${project.id}/geo/briefs/${id}`)).body.variants
      expect((await read()).map((variant: { id: string }) => variant.id)).toEqual(['other3', 'other4'])
      await tab.getByRole('button', { name: 'Remove “what about other3”' }).click()
      await rise('2 prompts')
      // An edit of the text does not change the forecast.
      await tab.getByLabel('Audience').fill('Leads of teams of five')
      await saved(tab)
      await rise('2 prompts')
      await expectPresentable(tab, 'outline with variants')
    },
  )

  pageTest('links only to pages of the sitemap', async (scene) => {
    const { project, id } = await addPlanned(scene, { document: { ...document, internalLinks: [] } })
    const sitemapId = await addSitemap(scene, project.id)
    await addPages(scene, sitemapId, ['https://acme.dev/docs', 'https://acme.dev/prices'])
    const { open, person } = await scene.visit()
    const tab = await open(`/geo/write/${id}`)
    const page = tab.getByLabel(outlineStrings.links.pageToLink)
    const add = tab.getByRole('button', { name: 'Add link' })
    await page.fill('https://beta.example')
    await expectSoon(() => add.isDisabled(), true)
    await page.fill('https://acme.dev/prices')
    await add.click()
    await tab.getByLabel('Link text').fill('what it costs')
    await tab.getByLabel('Reason').fill('Readers ask for it.')
    await saved(tab)
    const { body } = await person.call('GET', `/v1/projects/${project.id}/geo/briefs/${id}`)
    expect(body.brief.internalLinks).toEqual([
      { url: 'https://acme.dev/prices', anchor: 'what it costs', why: 'Readers ask for it.' },
    ])
  })

  pageTest('shows the answers that support a claim, and claims without support', async (scene) => {
    const { tab } = await openOutline(scene)
    const beta = tab.getByRole('listitem').filter({ has: tab.getByLabel('Heading of section 3') })
    await beta.getByRole('button', { name: 'alpha' }).click()
    const dialog = tab.getByRole('dialog', { name: 'Answer from alpha' })
    await dialog.getByText('Northlight drafts notes.').waitFor()
    await tab.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await tab
      .getByRole('img', {
        name: `4 claims: 1 from answers, 3 ${evidenceStrings.evidencePanel.withoutSource}`,
      })
      .waitFor()
    const first = tab
      .getByRole('list', { name: evidenceStrings.evidencePanel.whatEnginesSaid })
      .getByRole('listitem')
      .first()
    expect(await first.getByRole('blockquote').textContent()).toBe(`“${said}”`)
    await first.getByText(`Supports “${borne}”`).waitFor()
    await beta.getByLabel('claim 1', { exact: true }).fill('Beta is slow.')
    await beta.getByText('Names Beta, but no stored answer supports the claim').waitFor()
    await saved(tab)
    await tab
      .getByRole('img', { name: `4 claims: 4 ${evidenceStrings.evidencePanel.withoutSource}` })
      .waitFor()
  })

  pageTest('is saved before the page is left', async (scene) => {
    const { tab, read } = await openOutline(scene)
    await tab.getByLabel(outlineStrings.review.workingTitle).fill('Written in a hurry')
    await tab.getByRole('link', { name: 'Prompts' }).click()
    await tab.waitForURL(/\/geo\/prompts/)
    await expectSoon(async () => (await read()).brief.workingTitle, 'Written in a hurry')
  })

  pageTest('that cannot be saved says why and is saved later', async (scene) => {
    const { context, faults, tab, read } = await openOutline(scene)
    const recover = await answerWith(context, patchRoute, 500, { error: 'The disk of this server is full.' })
    faults.expect(refusal(500, '/api/app/projects/:id/briefs/:id'))
    await tab.getByLabel(outlineStrings.review.workingTitle).fill('Kept')
    await tab.getByRole('alert').filter({ hasText: 'The disk of this server is full.' }).waitFor()
    await recover()
    await tab.getByRole('button', { name: 'Save now' }).click()
    await saved(tab)
    await expectSoon(async () => (await read()).brief.workingTitle, 'Kept')
  })
})

describe('an outline with a conflicting edit', () => {
  async function collide(scene: Scene) {
    const opened = await openOutline(scene)
    const { tab, faults, read, change } = opened
    await tab.getByLabel(outlineStrings.review.workingTitle).waitFor()
    await change((await read()).updatedAt, 'Theirs')
    faults.expect(refusal(409, '/api/app/projects/:id/briefs/:id'))
    await tab.getByLabel(outlineStrings.review.workingTitle).fill('Mine')
    await tab.getByText('This brief was changed elsewhere').waitFor()
    expect((await read()).brief.workingTitle).toBe('Theirs')
    return opened
  }

  pageTest('can replace the edit', async (scene) => {
    const { tab, read } = await collide(scene)
    await expectPresentable(tab, 'outline in conflict')
    await tab.getByRole('button', { name: 'Keep mine' }).click()
    await saved(tab)
    expect((await read()).brief.workingTitle).toBe('Mine')
  })

  pageTest('can be accepted', async (scene) => {
    const { tab, read } = await collide(scene)
    await tab.getByRole('button', { name: kitStrings.saveNotice.useOtherVersion }).click()
    await expectSoon(() => tab.getByLabel(outlineStrings.review.workingTitle).inputValue(), 'Theirs')
    await saved(tab)
    expect((await read()).brief.workingTitle).toBe('Theirs')
  })
})

describe('an approval', () => {
  pageTest('saves the outline first and shows the credits it uses', async (scene) => {
    scene.herald.models.replyWith(answerWell)
    await setLimits(scene.herald.ctx, scene.team.id, { longFormPosts: 30 })
    const { context, tab, read } = await openOutline(scene)
    await tab.getByText('Uses one of 30 long-form posts left this month.').waitFor()
    const letGo = await hold(context, patchRoute)
    await tab.getByLabel(outlineStrings.review.workingTitle).fill('Changelog tools that last')
    await tab.getByRole('button', { name: /^Approve/ }).click()
    await tab.getByRole('button', { name: 'Approving' }).waitFor()
    expect((await read()).status).toBe('draft')
    await letGo()
    await tab.getByRole('region', { name: /Queued|Writing|Done/ }).waitFor()
    expect((await read()).brief.workingTitle).toBe('Changelog tools that last')
  })

  pageTest('needs a model, and says where to set one', async (scene) => {
    using _restored = withoutModel(scene)
    const { tab } = await openOutline(scene)
    await tab.getByText(/^No AI model is configured\. .* WRITER_MODEL in the environment/).waitFor()
    const approve = tab.getByRole('button', { name: 'Approve' })
    expect(await approve.isDisabled()).toBe(true)
    expect(await approve.evaluate((button) => button.ariaDescribedByElements?.[0]?.textContent)).toContain(
      'WRITER_MODEL',
    )
  })

  pageTest('without credits says so and links to the usage', async (scene) => {
    await setLimits(scene.herald.ctx, scene.team.id, { longFormPosts: 0, creditCents: 0 })
    const { faults, tab } = await openOutline(scene)
    faults.expect(refusal(402, '/v1/projects/:id/geo/briefs/:id/approve'))
    await tab.getByText('No long-form posts or credits are left.').waitFor()
    await tab.getByRole('button', { name: /^Approve/ }).click()
    await tab.getByRole('alert').waitFor()
    await tab.getByText('for your limits').waitFor()
  })
})

describe('a run', () => {
  pageTest('is shown step by step and ends with its post', async (scene) => {
    const { tab, id } = await openOutline(scene, { status: 'writing', runId: 'run', step: 'draft' })
    await tab.getByText(articlesStrings.steps.writing).waitFor()
    await tab.getByText(articlesStrings.steps.gathered).waitFor()
    await expectPresentable(tab, 'article being written')
    const [postId] = await addPosts(scene, [{ title: 'Changelog tools', contentType: 'blog_post' }])
    const { db, now } = scene.herald.ctx
    const done = { status: 'completed', step: 'save', humanized: false, postId, completedAt: now() } as const
    await db.update(briefs).set(done).where(eq(briefs.id, id))
    await tab.getByText('Style edit skipped').waitFor()
    await tab.getByText('No scan has run since the article was published.').waitFor()
    await tab.getByRole('link', { name: 'Open post' }).click()
    await tab.waitForURL(/\/posts\//)
  })

  pageTest('that ended several scans ago shows its outcome, also in the list', async (scene) => {
    const ended = new Date(scene.herald.ctx.now().getTime() - 2 * 86_400_000)
    const post = { title: 'Changelog tools', contentType: 'blog_post', published: true } as const
    const [postId] = await addPosts(scene, [post])
    await scene.herald.ctx.db
      .update(posts)
      .set({ publishedAt: ended })
      .where(eq(posts.id, postId ?? ''))
    const done = { status: 'completed', runId: 'run', step: 'save', postId } as const
    const { tab } = await openOutline(scene, { ...done, approvedAt: ended, completedAt: ended })
    const outcome = tab.getByRole('region', { name: 'Outcome' })
    await outcome.getByText(outcomeStrings.words.cannotBeMeasured, { exact: true }).waitFor()
    await outcome.getByText('No answers').waitFor()
    await outcome.getByText('3 answers').waitFor()
    await outcome.getByRole('img', { name: /^33% \(/ }).waitFor()
    await outcome.getByText(/Fewer than 10 scans ran before this article was published/).waitFor()
    await expectPresentable(tab, 'article with an outcome')
    await tab.getByRole('main').getByRole('link', { name: 'Articles' }).click()
    await tab.getByRole('row').getByText(outcomeStrings.words.cannotBeMeasured).waitFor()
    await expectPresentable(tab, 'articles with an outcome')
  })

  pageTest('whose post is a draft has no outcome yet', async (scene) => {
    const ended = new Date(scene.herald.ctx.now().getTime() - 2 * 86_400_000)
    const [postId] = await addPosts(scene, [{ title: 'Changelog tools', contentType: 'blog_post' }])
    const done = { status: 'completed', runId: 'run', step: 'save', postId } as const
    const { tab } = await openOutline(scene, { ...done, approvedAt: ended, completedAt: ended })
    const outcome = tab.getByRole('region', { name: 'Outcome' })
    await outcome.getByText('No scan has run since the article was published.').waitFor()
    expect(await outcome.getByText('Gap closed').count()).toBe(0)
  })

  pageTest('that failed says why and can be approved again on a narrow screen', async (scene) => {
    scene.herald.models.replyWith(answerWell)
    const error = 'The article has 640 words, where 900 are the fewest.'
    const { tab } = await openOutline(scene, { status: 'failed', runId: 'run', step: 'check', error })
    await tab.setViewportSize(narrow)
    await tab.getByRole('alert').filter({ hasText: error }).waitFor()
    await tab.getByRole('button', { name: /^Approve again/ }).click()
    await tab.getByRole('link', { name: 'Open post' }).waitFor()
  })
})

pageTest('an article of another project is not found', async (scene) => {
  const { id } = await addPlanned(scene)
  const team = await scene.herald.team(`${scene.team.slug}-two`)
  await addTracked({ ...scene, team })
  const stranger = await scene.visit('member', team)
  stranger.faults.expect(refusal(404, '/v1/projects/:id/geo/briefs/:id'))
  const tab = await stranger.open(`/geo/write/${id}`)
  await tab.getByText(articlesStrings.briefPage.articleNotFound).waitFor()
})
