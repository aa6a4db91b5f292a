import { expect } from 'bun:test'
import type { Page } from 'playwright-core'
import * as homeStrings from '../../src/dashboard/home/strings.ts'
import { postChecks } from '../../src/features/posts/table.ts'
import { checkedNow } from '../../src/features/posts/text-check.ts'
import { repository } from '../support/github-repository.ts'
import { checkedPost } from '../support/writing.ts'
import { addWaiting, postTitle } from './support/agent.ts'
import { answerWith, hold } from './support/answers.ts'
import { addArticles, workingTitle } from './support/briefs.ts'
import { narrow } from './support/browser.ts'
import { refusal } from './support/faults.ts'
import { expectKeyboardReachesAll } from './support/keyboard.ts'
import { expectPresentable } from './support/looks.ts'
import { addPosts } from './support/posts.ts'
import { addRepository } from './support/repositories.ts'
import { pageTest, type Scene } from './support/scene.ts'
import { expectSoon } from './support/soon.ts'

const step = (tab: Page, name: string) =>
  tab.getByRole('listitem').filter({ has: tab.getByRole('heading', { level: 2, name, exact: true }) })

const todo = (tab: Page, title: string | RegExp) =>
  tab.getByRole('listitem').filter({ has: tab.getByRole('link', { name: title }) })

/** A repository that only the code host knows. */
function publish({ herald, team }: Pick<Scene, 'herald' | 'team'>) {
  const host = repository(`${team.slug}/app`, { startsAt: '2026-03-03T09:00:00.000Z' })
  host.commit('feat: export every board')
  host.commit('fix: keep the order of columns')
  host.commit('chore: bump a dependency')
  herald.github.add(host)
  return host.fullName
}

pageTest('an empty organization gets its first draft in three clicks', async (scene) => {
  const fullName = publish(scene)
  const tab = await (await scene.visit()).open('/')
  await tab.getByRole('heading', { level: 1, name: /^Welcome, / }).waitFor()
  await tab.getByRole('link', { name: homeStrings.firstRun.setUpVisibility }).waitFor()
  await expectPresentable(tab, 'home first')
  await tab
    .getByLabel(homeStrings.connectStep.repositoryOnGitHub)
    .fill(`${scene.herald.github.url}/${fullName}.git`)
  await tab.getByRole('button', { name: 'Connect', exact: true }).click()
  await step(tab, 'Connect a repository').getByText('3 commits in the last 30 days.').waitFor()
  await tab.getByRole('button', { name: homeStrings.writeStep.writeChangelog }).click()
  await tab.getByRole('link', { name: 'Open post' }).waitFor()
  expect(await tab.getByText(/^You can leave this page/).count()).toBe(0)
  await tab.setViewportSize(narrow)
  await tab.getByRole('link', { name: 'Open post' }).click()
  await tab.waitForURL(/\/posts\/(?!new)/)
  const { posts } = (await scene.team.call('GET', '/v1/posts?status=draft')).body
  expect(posts.length).toBe(1)
})

pageTest('the first post is published with one click, and the next step creates a trigger', async (scene) => {
  const fullName = publish(scene)
  const tab = await (await scene.visit()).open('/')
  await tab
    .getByLabel(homeStrings.connectStep.repositoryOnGitHub)
    .fill(`${scene.herald.github.url}/${fullName}.git`)
  await tab.getByRole('button', { name: 'Connect', exact: true }).click()
  await tab.getByRole('button', { name: homeStrings.writeStep.writeChangelog }).click()
  await step(tab, homeStrings.publishStep.title).getByRole('button', { name: 'Publish' }).click()
  const link = step(tab, homeStrings.publishStep.title).getByRole('link', { name: /^http/ })
  const address = (await link.getAttribute('href')) ?? ''
  expect(address).toStartWith(`${scene.herald.url}/c/${scene.team.slug}/`)
  expect((await fetch(address)).status).toBe(200)
  await step(tab, homeStrings.webhookStep.automateWithWebhook).getByRole('button').click()
  await tab.waitForURL(/\/repositories\/./)
  const { eventTriggers } = (await scene.team.call('GET', '/v1/event-triggers')).body
  expect(eventTriggers).toMatchObject([
    { sourceConfig: { eventTypes: ['release'] }, outputType: 'changelog', enabled: true, autoPublish: false },
  ])
})

pageTest('an invalid and an unknown repository are refused at the field', async (scene) => {
  const visitor = await scene.visit()
  visitor.faults.expect(refusal(400, '/api/app/integrations'))
  const tab = await visitor.open('/')
  const field = tab.getByLabel(homeStrings.connectStep.repositoryOnGitHub)
  await field.fill('acme')
  await tab.getByRole('button', { name: 'Connect', exact: true }).click()
  await tab.getByText('Enter a repository of 127.0.0.1').waitFor()
  await expectSoon(() => field.getAttribute('aria-invalid'), 'true')
  await field.fill('acme/unknown')
  await tab.getByRole('button', { name: 'Connect', exact: true }).click()
  await tab
    .getByRole('alert')
    .filter({ hasText: /acme\/unknown|not found|Repository/ })
    .waitFor()
  await expectSoon(() => field.inputValue(), 'acme/unknown')
})

pageTest('a member sees who can connect a repository', async (scene) => {
  const tab = await (await scene.visit('member')).open('/')
  await tab.getByText(homeStrings.connectStep.notAllowed).waitFor()
  expect(await tab.getByLabel(homeStrings.connectStep.repositoryOnGitHub).count()).toBe(0)
})

pageTest('with posts, the page lists tasks, the most urgent first', async (scene) => {
  const { displayName, deliver } = await addRepository(scene)
  await deliver('ping', {})
  await deliver('push', {}, { secret: 'another' })
  await addPosts(scene, [
    { title: 'Acme 1.3.2: two fixes', published: true, ledger: [0, 2, 6] },
    { title: 'Acme 1.4: exports and calmer pages', ledger: [3, 18, 9] },
  ])
  await scene.team.call('POST', '/v1/feedback', {
    message: 'The export stops.',
    title: 'Export stops',
    kind: 'bug',
  })
  const tab = await (await scene.visit()).open('/')
  await tab.getByText('Three things to do.').waitFor()
  const titles = await tab.getByRole('region', { name: 'To do' }).locator('.t').allTextContents()
  expect(titles).toEqual([
    'One delivery from GitHub failed',
    'Acme 1.4: exports and calmer pages',
    'One new report from an agent',
  ])
  await todo(tab, 'One delivery from GitHub failed').getByText(displayName).waitFor()
  await todo(tab, 'Acme 1.4: exports and calmer pages').getByText('3 highlights18 listed9 left out').waitFor()
  await tab
    .getByRole('region', { name: homeStrings.running.publishedThisWeek })
    .getByText('Acme 1.3.2: two fixes')
    .waitFor()
  await expectPresentable(tab, 'home')
  await tab.setViewportSize(narrow)
  await expectKeyboardReachesAll(tab)
})

pageTest('with nothing to do and no repository, the page offers to connect one', async (scene) => {
  await addPosts(scene, [{ title: 'Acme 1.3.2: two fixes', published: true }])
  const tab = await (await scene.visit()).open('/')
  await tab.getByText(homeStrings.needsYou.emptyText).waitFor()
  await tab.getByRole('link', { name: homeStrings.connectStep.connectRepository }).click()
  await tab.waitForURL(/\/repositories$/)
})

pageTest('pending approvals and drafts with faults are listed as tasks', async (scene) => {
  using waiting = await addWaiting(scene)
  const { ctx } = scene.herald
  const fault = { rule: 'figures', severity: 'blocking' as const, message: 'No source.', excerpt: null }
  // Home and Posts count all of them, also those that do not prevent publication.
  const faults = checkedNow(ctx, [fault, { ...fault, severity: 'minor' as const }])
  await ctx.db.insert(postChecks).values({ postId: waiting.postId, ...checkedPost, ...faults })
  const tab = await (await scene.visit()).open('/')
  await tab.getByText('Two things to do.').waitFor()
  await todo(tab, postTitle)
    .getByText(/^Draft changelog, 2 problems, /)
    .waitFor()
  await expectPresentable(tab, 'home with an approval')
  await tab.getByRole('link', { name: 'One pending approval', exact: true }).click()
  await tab.getByRole('region', { name: 'Update post, pending approval' }).waitFor()
})

pageTest('pending approvals are counted in the navigation', async (scene) => {
  await addPosts(scene, [{ title: 'Acme 1.4' }, { title: 'Acme 1.5' }])
  const tab = await (await scene.visit()).open('/')
  await tab.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Posts 2' }).waitFor()
})

pageTest('while loading there is a skeleton, and a failure shows the message of the API', async (scene) => {
  const visitor = await scene.visit()
  const release = await hold(visitor.context, '/api/app/home')
  const tab = await visitor.open('/')
  await tab.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
  await tab.getByRole('status', { name: 'Loading' }).waitFor()
  await release()
  await tab.getByRole('heading', { level: 1 }).waitFor()
  await answerWith(visitor.context, '/api/app/home', 500, { error: 'The disk of this server is full.' })
  visitor.faults.expect(refusal(500, '/api/app/home'))
  await tab.reload()
  await tab.getByRole('alert').filter({ hasText: 'The disk of this server is full.' }).waitFor()
})

pageTest('briefs to approve and failed articles are listed as tasks', async (scene) => {
  const { id } = await addRepository(scene)
  await addArticles(scene)
  const tab = await (await scene.visit()).open('/')
  await todo(tab, workingTitle)
    .getByText(/^Article brief/)
    .waitFor()
  await todo(tab, 'Keep a changelog')
    .getByText('The article has 640 words, where 900 are the fewest.')
    .waitFor()
  const setUp = todo(tab, homeStrings.needsYou.automateWithWebhook).getByRole('link').first()
  expect(await setUp.getAttribute('href')).toEndWith(`/repositories/${id}`)
  await tab.getByText('Four things to do.').waitFor()
  await tab.getByRole('link', { name: /^Articles\b.*2/ }).waitFor()
  await expectPresentable(tab, 'home with articles')
  await todo(tab, 'Keep a changelog').getByRole('link', { name: 'Review: Keep a changelog' }).click()
  await tab.waitForURL(/\/geo\/write\//)
})
