import { describe, expect } from 'bun:test'
import type { Page } from 'playwright-core'
import * as generateStrings from '../../src/dashboard/content/generate/strings.ts'
import * as dataStrings from '../../src/dashboard/data/strings.ts'
import { connectTracker } from '../../src/features/integrations/trackers.ts'
import { setLimits } from '../../src/features/usage/limits.ts'
import { connect } from '../support/app.ts'
import { issue } from '../support/linear.ts'
import { answerWith } from './support/answers.ts'
import { stopClock } from './support/clock.ts'
import { refusal } from './support/faults.ts'
import { expectPresentable } from './support/looks.ts'
import type { Visitor } from './support/page-test.ts'
import { pageTest, type Scene } from './support/scene.ts'
import { expectSoon } from './support/soon.ts'
import { addStory } from './support/stories.ts'

// What a person chooses from what happened, the one request that it comes to, and the run that follows.

const button = (tab: Page, name: string) => tab.getByRole('button', { name, exact: true })
const box = (tab: Page, name: string) => tab.getByRole('checkbox', { name, exact: true })
const writeChangelog = (tab: Page) => button(tab, 'Write the changelog')
const searchOf = (tab: Page) => Object.fromEntries(new URL(tab.url()).searchParams)

/** The bodies that a visitor's pages have sent to a route. */
function watchBodies({ context }: Visitor, route: string) {
  const bodies: any[] = []
  context.on('request', (request) => {
    if (request.method() === 'POST' && new URL(request.url()).pathname === route)
      bodies.push(request.postDataJSON())
  })
  return bodies
}

async function openChooser(scene: Scene, path = '/posts/new', verb = 'Write the changelog') {
  const visitor = await scene.visit('member')
  const sent = watchBodies(visitor, '/v1/posts/generate')
  const readings = watchBodies(visitor, '/v1/activity/preview')
  const tab = await visitor.open(path)
  await button(tab, verb).waitFor()
  return { visitor, tab, sent, readings }
}

const listed = (tab: Page) => tab.locator('.picks label').allTextContents()

describe('the initial selection', () => {
  pageTest('is a changelog of all activity of the last 30 days, by one request', async (scene) => {
    const { id } = await addStory(scene)
    const { tab, sent } = await openChooser(scene)
    await tab.getByText('1 release, 6 pull requests and 3 commits').waitFor()
    await tab.getByRole('img', { name: '9 changes: 9 selected' }).waitFor()
    await writeChangelog(tab).click()
    await tab.getByRole('link', { name: 'Open post' }).waitFor()
    expect(sent).toEqual([
      { lookbackWindow: 'last_30_days', integrations: { github: [id] }, contentType: 'changelog' },
    ])
  })

  pageTest('is every source that is connected', async (scene) => {
    const { herald, team } = scene
    const app = await addStory(scene)
    const site = await addStory(scene, 'site', (story) => story.commit('feat: add a pricing page'))
    herald.linear.add(issue('ENG-1', 'Export for everyone'))
    const tracker = await connectTracker(herald.ctx, team.id, {
      provider: 'linear',
      token: 'lin_api_secret',
      team: null,
      leftOut: { labels: [], teams: [] },
    })
    const { tab, sent } = await openChooser(scene)
    await tab.getByText('Export for everyone').waitFor()
    await expectPresentable(tab, '/posts/new of several sources')
    await box(tab, app.fullName).uncheck()
    await tab.getByText('docs: explain the export').waitFor({ state: 'detached' })
    await expectSoon(() => searchOf(tab), { source: `${site.id},${tracker.id}` })
    await tab.getByText('Export for everyone').waitFor()
    await writeChangelog(tab).click()
    await tab.getByRole('link', { name: 'Open post' }).waitFor()
    expect(sent[0].integrations).toEqual({ github: [site.id], linear: [tracker.id] })
  })
})

describe('the selection', () => {
  pageTest('is stored in the URL', async (scene) => {
    await addStory(scene)
    const { tab } = await openChooser(scene)
    await tab.getByRole('combobox', { name: 'Period' }).selectOption('Last 7 days')
    await box(tab, 'Image').check()
    await button(tab, 'Write 2 posts').waitFor()
    await expectSoon(() => searchOf(tab), { window: 'last_7_days', format: 'changelog,image' })
    await tab.reload()
    await button(tab, 'Write 2 posts').waitFor()
    await tab.getByText('2 pull requests and 2 commits').waitFor()
    await box(tab, 'Image').uncheck()
    await tab.getByRole('combobox', { name: 'Period' }).selectOption('Last 30 days')
    await expectSoon(() => searchOf(tab), {})
  })

  pageTest('of single changes is sent as selected', async (scene) => {
    const { id, story } = await addStory(scene)
    const { tab, sent } = await openChooser(scene)
    await box(tab, 'docs: explain the export').uncheck()
    await box(tab, 'All commits').uncheck()
    await tab.getByRole('img', { name: '9 changes: 5 selected, 4 excluded' }).waitFor()
    await box(tab, 'chore: bump a dependency').check()
    await writeChangelog(tab).click()
    await tab.getByRole('link', { name: 'Open post' }).waitFor()
    const bump = [...story.commits.values()].find(({ message }) => message === 'chore: bump a dependency')
    const { pullRequestNumbers, ...others } = sent[0].selectedItems
    expect(others).toEqual({ commitShas: [bump?.sha], releaseTagNames: [], linearIssueIds: [] })
    expect(pullRequestNumbers.map((each: any) => each.number).toSorted()).toEqual([1, 2, 3, 4, 5])
    expect(pullRequestNumbers[0].repositoryId).toBe(id)
  })

  pageTest('of a release selects all of its changes', async (scene) => {
    const { id } = await addStory(scene)
    const { tab, sent } = await openChooser(scene)
    await box(tab, 'All pull requests').uncheck()
    await box(tab, 'All commits').uncheck()
    await tab.getByText(generateStrings.chooser.selectAtLeastOneItem).waitFor()
    await expectSoon(() => writeChangelog(tab).isDisabled(), true)
    await box(tab, 'v1.3.0').check()
    await writeChangelog(tab).click()
    await tab.getByRole('link', { name: 'Open post' }).waitFor()
    expect(sent[0].selectedItems).toEqual({
      pullRequestNumbers: [],
      commitShas: [],
      releaseTagNames: [{ repositoryId: id, tagName: 'v1.3.0' }],
      linearIssueIds: [],
    })
  })

  pageTest('works by keyboard: j and k move, Space selects, Ctrl Enter starts', async (scene) => {
    await addStory(scene)
    const { tab, sent } = await openChooser(scene)
    await tab.getByText('docs: explain the export').waitFor()
    await tab.keyboard.press('j')
    await tab.keyboard.press('j')
    await tab.keyboard.press('Space')
    await tab.getByRole('img', { name: '9 changes: 8 selected, 1 excluded' }).waitFor()
    await tab.keyboard.press('Control+Enter')
    await tab.getByRole('link', { name: 'Open post' }).waitFor()
    expect(sent.length).toBe(1)
  })
})

describe('the list of activity', () => {
  pageTest('shows a few of each kind, and all on request', async (scene) => {
    await addStory(scene, 'app', (story) => {
      for (let n = 1; n <= 30; n++) story.commit(`feat: part ${n}`, { at: '2026-03-01T09:00:00.000Z' })
    })
    const { tab } = await openChooser(scene)
    await tab.getByText('30 commits').waitFor()
    await expectSoon(async () => (await listed(tab)).length, 8)
    await button(tab, 'Show all 30').click()
    await expectSoon(async () => (await listed(tab)).length, 30)
  })

  pageTest('of a window without activity offers the longest window', async (scene) => {
    await addStory(scene)
    const { tab } = await openChooser(scene, '/posts/new?window=yesterday')
    await tab.getByText('No changes yesterday').waitFor()
    await tab.getByText(generateStrings.chooser.noActivityToWriteAbout).waitFor()
    await expectPresentable(tab, '/posts/new without activity')
    await button(tab, 'Last 30 days').click()
    await tab.getByText('docs: explain the export').waitFor()
    await expectSoon(() => searchOf(tab), {})
  })

  pageTest('names what cannot be read', async (scene) => {
    const { herald, team } = scene
    await addStory(scene)
    await connect(herald.ctx, team.id, `${team.slug}/gone`)
    const { tab } = await openChooser(scene)
    await tab.getByText('GitHub found nothing').waitFor()
    await tab.getByText('docs: explain the export').waitFor()
  })

  pageTest('is loaded once when several choices follow quickly', async (scene) => {
    await addStory(scene)
    const { tab, readings } = await openChooser(scene)
    await tab.getByText('docs: explain the export').waitFor()
    expect(readings.length).toBe(1)
    const window = tab.getByRole('combobox', { name: 'Period' })
    await stopClock(tab)
    for (const name of ['Last 14 days', 'Yesterday', 'Last 7 days']) await window.selectOption(name)
    await tab.clock.resume()
    await tab.getByText('2 pull requests and 2 commits').waitFor()
    await window.selectOption('Last 30 days')
    await tab.getByText('6 pull requests').waitFor()
    expect(readings.map((each) => each.lookbackWindow)).toEqual(['last_30_days', 'last_7_days'])
  })

  pageTest('counts down at the rate limit, and generating stays possible', async (scene) => {
    await addStory(scene)
    const visitor = await scene.visit()
    const error = 'Too many requests'
    const recover = await answerWith(
      visitor.context,
      '/v1/activity/preview',
      429,
      { error },
      {
        'retry-after': '600',
      },
    )
    visitor.faults.expect(refusal(429, '/v1/activity/preview'))
    const tab = await visitor.open('/posts/new')
    await tab.getByRole('alert').filter({ hasText: error }).waitFor()
    await button(tab, 'Try again in 10 min').waitFor()
    await expectSoon(() => writeChangelog(tab).isEnabled(), true)
    await recover()
    await tab.clock.fastForward(600_000)
    await button(tab, 'Try again').click()
    await tab.getByText('docs: explain the export').waitFor()
  })
})

describe('an obstacle', () => {
  const sentence = 'A blog post takes a model to write: set OPENAI_BASE_URL; changelogs work without.'

  pageTest('without a model other texts are disabled, and the changelog is not', async (scene) => {
    await addStory(scene)
    const visitor = await scene.visit()
    await answerWith(visitor.context, '/api/app/formats', 200, {
      formats: [
        { contentType: 'changelog', obstacle: null },
        { contentType: 'blog_post', obstacle: { kind: 'model', sentence } },
      ],
    })
    const tab = await visitor.open('/posts/new?format=changelog,blog_post')
    await tab.getByText(sentence).waitFor()
    await tab.getByText('docs: explain the export').waitFor()
    await expectSoon(() => box(tab, 'Blog post').isDisabled(), true)
    await expectSoon(() => box(tab, 'Blog post').isChecked(), false)
    await expectSoon(() => writeChangelog(tab).isEnabled(), true)
  })

  pageTest('a used-up quota is shown before the run', async (scene) => {
    await addStory(scene)
    await setLimits(scene.herald.ctx, scene.team.id, { longFormPosts: 0 })
    const tab = await (await scene.visit()).open('/posts/new')
    await tab.getByText('The plan of this organization does not include long-form posts.').waitFor()
    await tab.getByText('docs: explain the export').waitFor()
    await expectSoon(() => box(tab, 'Changelog').isDisabled(), true)
    await tab.getByText('Choose a format.').waitFor()
    await box(tab, 'Image').check()
    await expectSoon(() => button(tab, 'Write the image').isEnabled(), true)
  })

  pageTest(
    'an error of the request is shown next to the button, with the message of the API',
    async (scene) => {
      await addStory(scene)
      const { visitor, tab } = await openChooser(scene)
      const error = 'Content generation is unavailable'
      await answerWith(visitor.context, '/v1/posts/generate', 503, { error })
      visitor.faults.expect(refusal(503, '/v1/posts/generate'))
      await writeChangelog(tab).click()
      await tab.getByRole('alert').filter({ hasText: error }).waitFor()
      await expectSoon(() => searchOf(tab), {})
    },
  )
})

describe('a run', () => {
  /** Starts a changelog that waits for its model until it is let go. */
  async function begin(scene: Scene) {
    await addStory(scene)
    const gate = Promise.withResolvers<string>()
    scene.herald.models.replyWith(() => gate.promise)
    const opened = await openChooser(scene)
    await writeChangelog(opened.tab).click()
    await opened.tab.getByText('The changelog is being written.').waitFor()
    return { ...opened, letGo: () => gate.resolve('Nothing to say.') }
  }

  pageTest('shows its steps, and its tally fills as the changes settle', async (scene) => {
    const { tab, letGo } = await begin(scene)
    await tab.getByText('Sorted 9 changes').waitFor()
    await tab.getByRole('img', { name: /^9 changes: \d remaining, \d left out$/ }).waitFor()
    await tab.getByText(/^Writing, \d+ s$/).waitFor()
    await expectPresentable(tab, '/posts/new running')
    letGo()
    await tab.getByText('Done', { exact: true }).waitFor()
    await tab.getByRole('heading', { level: 1, name: 'Changelog written' }).waitFor()
    await tab.getByRole('img', { name: /^9 changes: \d highlights?, \d listed, \d left out$/ }).waitFor()
    await expectPresentable(tab, '/posts/new done')
    await tab.getByRole('link', { name: 'Open post' }).click()
    await tab.waitForURL(/\/posts\/[a-z0-9]{16}$/)
  })

  pageTest('is polled every two seconds until it ends', async (scene) => {
    const { tab, letGo } = await begin(scene)
    let asked = 0
    tab.on('request', (request) => {
      if (new URL(request.url()).pathname.startsWith('/v1/runs/')) asked++
    })
    // The first answer may belong to a request from before the count.
    for (let times = 0; times <= 3; times++) {
      const answered = tab.waitForResponse(/\/v1\/runs\//)
      await tab.clock.runFor(2000)
      await answered
    }
    expect(asked).toBeGreaterThanOrEqual(3)
    letGo()
    await tab.getByRole('link', { name: 'Open post' }).waitFor()
    asked = 0
    await tab.clock.runFor(20_000)
    // What the page has asked before it answers this is known after it.
    await tab.evaluate('0')
    expect(asked).toBe(0)
  })

  pageTest('continues when the page is closed, and its URL shows it again', async (scene) => {
    const { visitor, tab, letGo } = await begin(scene)
    const { search } = new URL(tab.url())
    await tab.close()
    letGo()
    const again = await visitor.open(`/posts/new${search}`)
    await again.getByRole('link', { name: 'Open post' }).waitFor()
    await again.getByText('Last 30 days of').waitFor()
  })

  pageTest('can be left with Back, which keeps the selection', async (scene) => {
    const { tab, letGo } = await begin(scene)
    const job = new URL(tab.url()).searchParams.get('job')
    await tab.goBack()
    await writeChangelog(tab).waitFor()
    letGo()
    // Else the next test's model would be asked for the rest of it.
    const statusOf = async () => (await scene.team.call('GET', `/v1/posts/generate/${job}`)).body.job.status
    await expectSoon(statusOf, 'completed')
  })

  pageTest('of three formats is one request and ends in one collection', async (scene) => {
    await addStory(scene)
    const skip = 'Only internal work happened.'
    const gate = Promise.withResolvers<void>()
    scene.herald.models.replyWith(async ({ instructions }) => {
      await gate.promise
      return instructions.includes('a blog post') ? { title: '', markdown: '', skip } : 'Nothing to say.'
    })
    const path = '/posts/new?format=changelog,blog_post,image'
    const { tab, sent } = await openChooser(scene, path, 'Write 3 posts')
    await button(tab, 'Write 3 posts').click()
    await tab.getByRole('heading', { level: 1, name: 'Writing 3 posts' }).waitFor()
    gate.resolve()
    await tab.getByText('Skipped', { exact: true }).waitFor()
    await tab.getByText(skip).waitFor()
    for (const place of [0, 1]) await tab.getByText('Done', { exact: true }).nth(place).waitFor()
    expect(sent.map((body) => [body.contentType, body.contentTypes])).toEqual([
      [undefined, ['changelog', 'blog_post', 'image']],
    ])
    await tab.getByRole('heading', { level: 1, name: '2 of 3 posts written' }).waitFor()
    await expectPresentable(tab, '/posts/new three formats')
    await tab.getByRole('link', { name: generateStrings.writing.openCollection }).click()
    await tab
      .getByRole('heading', { level: 1, name: 'Changelog, Blog post + 1 more - March 4th 2026' })
      .waitFor()
    await tab.getByRole('table').waitFor()
    await expectSoon(() => tab.locator('[data-row]').count(), 2)
  })

  pageTest('without changes says so and offers the next step', async (scene) => {
    await addStory(scene, 'app', (story) =>
      story.commit('chore: bump a dependency', { at: '2026-03-03T09:00:00.000Z' }),
    )
    const { tab } = await openChooser(scene, '/posts/new?window=last_7_days')
    await tab.getByText('chore: bump a dependency').waitFor()
    await writeChangelog(tab).click()
    await tab.getByText('No notable changes in this range: one change was left out.').waitFor()
    await tab.getByText('Skipped', { exact: true }).waitFor()
    await tab.getByRole('link', { name: 'Last 30 days' }).click()
    await writeChangelog(tab).waitFor()
  })

  pageTest(
    'that the code host refuses fails with the message of the API and says what to do',
    async (scene) => {
      await addStory(scene)
      const { tab } = await openChooser(scene)
      await tab.getByText('docs: explain the export').waitFor()
      await setLimits(scene.herald.ctx, scene.team.id, { longFormPosts: 0 })
      await writeChangelog(tab).click()
      await tab.getByText('The plan of this organization does not include long-form posts.').waitFor()
      await tab.getByText('Failed', { exact: true }).waitFor()
      await tab.getByRole('main').getByRole('link', { name: 'Usage' }).waitFor()
      await tab.getByRole('link', { name: dataStrings.run.chooseAgain }).click()
      await tab.getByRole('heading', { level: 1, name: 'Generate a post' }).waitFor()
    },
  )

  pageTest('that no longer exists says so, and another can be started', async (scene) => {
    await addStory(scene)
    const visitor = await scene.visit()
    visitor.faults.expect(refusal(404, '/v1/runs/:id'))
    const tab = await visitor.open('/posts/new?job=job_none')
    await tab.getByRole('alert').filter({ hasText: 'Run not found' }).waitFor()
    await tab.getByRole('link', { name: generateStrings.writing.generateAnother }).click()
    await writeChangelog(tab).waitFor()
  })
})
