import { expect } from 'bun:test'
import { eq } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import * as generateStrings from '../../src/dashboard/content/generate/strings.ts'
import * as dataStrings from '../../src/dashboard/data/strings.ts'
import * as activityStrings from '../../src/dashboard/sources/activity/strings.ts'
import { events } from '../../src/features/activity/table.ts'
import { webhookLogs } from '../../src/features/webhooks/table.ts'
import { pingPayload, pushPayload, releasePayload } from '../support/github-deliveries.ts'
import { answerWith } from './support/answers.ts'
import { stopClock } from './support/clock.ts'
import { expectPresentable } from './support/looks.ts'
import { addRepository, type Repository } from './support/repositories.ts'
import { pageTest, type Scene } from './support/scene.ts'
import { expectSoon } from './support/soon.ts'

const row = (tab: Page, text: string | RegExp) => tab.getByRole('row').filter({ hasText: text })
/** The rows of the list as texts of one column. */
const column = (tab: Page, index: number) =>
  tab.getByRole('table').getByRole('row').locator(`td:nth-child(${index})`).allTextContents()

/** Delays the code host's next answer, a 404; returns a function that releases it. */
function holdHost({ herald }: Scene): () => void {
  const { promise, resolve } = Promise.withResolvers<void>()
  herald.github.failNext(async () => {
    await promise
    return Response.json({ message: 'Not Found', status: '404' }, { status: 404 })
  })
  return resolve
}

/** One delivery of each kind, the newest of which was rejected. */
async function deliverEachKind({ deliver, host, commits }: Repository) {
  await deliver('ping', pingPayload(host))
  await deliver('push', pushPayload(host, commits), { id: 'first-push' })
  await deliver('push', pushPayload(host, commits), { id: 'first-push' })
  await deliver('push', pushPayload(host, commits.slice(0, 1), { ref: 'refs/heads/docs' }))
  await deliver('issues', {})
  await deliver('release', releasePayload(host, { ...host.releases[0], draft: true } as never, 'edited'))
  await deliver('push', pushPayload(host, commits), { secret: 'another' })
}

pageTest(
  'each delivery shows its event, its ref and its result, and the tally has a tick for each',
  async (scene) => {
    const repository = await addRepository(scene)
    await deliverEachKind(repository)
    const tab = await (await scene.visit()).open('/activity')
    await row(tab, 'Ping').waitFor()
    expect(await column(tab, 3)).toEqual([
      'Invalid webhook signature',
      'Release edited',
      'Unsupported event: issues',
      'Push to another branch',
      'Push, already received',
      'Push of 3 commits',
      'Ping: the webhook is connected',
    ])
    await expectSoon(() => column(tab, 4), ['', '', '', '', '', 'main', ''])
    await expectSoon(() => column(tab, 2), ['401', ...Array(6).fill('200')])
    const tally = tab.getByRole('img', { name: '7 deliveries: 2 processed, 4 filtered, 1 failed' })
    // The newest, which failed, is on the right.
    await expectSoon(() => tally.locator('.bad').getAttribute('d'), 'M30 0h3v20h-3z')
  },
)

pageTest('a row says that Herald read its event from GitHub, if no delivery reported it', async (scene) => {
  const { id, host, commits, deliver } = await addRepository(scene)
  await deliver('push', pushPayload(host, commits))
  const { ctx } = scene.herald
  await ctx.db
    .update(webhookLogs)
    .set({ referenceId: 'looked:push:1' })
    .where(eq(webhookLogs.integrationId, id))
  await ctx.db.update(events).set({ deliveryId: 'looked:push:1' }).where(eq(events.integrationId, id))
  await deliver('push', pushPayload(host, [host.commit('feat: delivered')]))
  const tab = await (await scene.visit()).open('/activity')
  await row(tab, 'Push of 1 commit').waitFor()
  expect(await column(tab, 3)).toEqual(['Push of 1 commit', 'Push of 3 commits (read from GitHub)'])
})

pageTest('filters narrow the list, are stored in the URL and can be cleared', async (scene) => {
  await deliverEachKind(await addRepository(scene))
  const tab = await (await scene.visit()).open('/activity')
  const results = tab.getByRole('group', { name: 'Result' })
  await results.getByRole('button', { name: 'Processed' }).click()
  await row(tab, 'Failed').waitFor({ state: 'detached' })
  await expectSoon(() => column(tab, 3), ['Push of 3 commits', 'Ping: the webhook is connected'])
  await expectSoon(() => new URL(tab.url()).search, '?result=processed')

  await tab.getByRole('searchbox', { name: activityStrings.deliveryFilters.filter }).fill('first-push')
  await row(tab, 'Ping').waitFor({ state: 'detached' })
  await expectSoon(() => column(tab, 3), ['Push of 3 commits'])

  await results.getByRole('button', { name: 'Failed' }).click()
  await tab.getByText(activityStrings.noDeliveries.noDeliveriesMatchTheseFilters).waitFor()
  await tab.getByRole('button', { name: 'Clear filters' }).click()
  await row(tab, 'Ping').waitFor()
  await expectSoon(() => new URL(tab.url()).search, '')
})

pageTest(
  'deliveries of several repositories name their repository and can be filtered by it',
  async (scene) => {
    const [app, site] = [await addRepository(scene, 'app'), await addRepository(scene, 'site')]
    await app.deliver('ping', pingPayload(app.host))
    await site.deliver('push', pushPayload(site.host, site.commits))
    const tab = await (await scene.visit()).open('/activity')
    await row(tab, 'Ping').waitFor()
    await expectSoon(() => column(tab, 4), [site.host.fullName, app.host.fullName])
    await tab.getByRole('combobox', { name: 'Repository' }).selectOption(site.host.fullName)
    await row(tab, 'Ping').waitFor({ state: 'detached' })
    await expectSoon(() => column(tab, 3), ['Push of 3 commits'])
    await tab.getByRole('img', { name: '1 delivery: 1 processed' }).waitFor()
  },
)

pageTest('the list follows the run of a delivery and then links its draft', async (scene) => {
  const repository = await addRepository(scene)
  // The source of the release when the code host does not answer.
  await repository.deliver('push', pushPayload(repository.host, repository.commits))
  await repository.watch()
  const letGo = holdHost(scene)
  await repository.publish()
  const tab = await (await scene.visit()).open('/activity')
  const released = row(tab, 'Release published')
  await released.getByRole('link', { name: 'Writing a changelog' }).waitFor()
  letGo()
  const draft = released.getByRole('link', { name: /^Draft “.+”$/ })
  await draft.waitFor()
  const [post] = (await scene.team.call('GET', '/v1/posts?status=draft')).body.posts
  await expectSoon(() => draft.textContent(), `Draft “${post.title}”`)
  await expectSoon(() => draft.getAttribute('href'), `/app/${scene.team.slug}/posts/${post.id}`)
})

pageTest('an expanded delivery shows its id and payload, both can be copied', async (scene) => {
  const { deliver, host, commits } = await addRepository(scene)
  await deliver('push', pushPayload(host, commits), { id: 'copy-me' })
  const tab = await (await scene.visit()).open('/activity')
  const what = tab.getByRole('button', { name: 'Push of 3 commits' })
  await expectSoon(() => what.getAttribute('aria-expanded'), 'false')
  await what.click()
  await expectSoon(() => what.getAttribute('aria-expanded'), 'true')

  const copied = () => tab.evaluate(() => navigator.clipboard.readText())
  await stopClock(tab)
  await tab.getByRole('button', { name: 'Copy the delivery ID' }).click()
  await tab.getByText('Copied').waitFor()
  await tab.clock.resume()
  expect(await copied()).toBe('copy-me')
  await tab.getByRole('button', { name: 'Copy the payload' }).click()
  const [delivery] = (await scene.team.call('GET', '/v1/deliveries')).body.deliveries
  await expectSoon(copied, JSON.stringify(delivery.payload, null, 2))
  expect(
    await tab.getByRole('region', { name: activityStrings.deliveryDetail.payloadNoun }).textContent(),
  ).toContain('"branch": "main"')
  await expectPresentable(tab, 'activity opened')

  await tab.getByText('Payload', { exact: true }).click()
  expect(
    await tab.getByRole('region', { name: activityStrings.deliveryDetail.payloadNoun }).isVisible(),
  ).toBe(false)
  await what.click()
  await tab.getByText('copy-me').waitFor({ state: 'detached' })
})

pageTest('deliveries are read by keyboard: j and k move, Enter opens, / filters', async (scene) => {
  await deliverEachKind(await addRepository(scene))
  const tab = await (await scene.visit()).open('/activity')
  await row(tab, 'Ping').waitFor()
  for (const key of ['j', 'j', 'k', 'Enter']) await tab.keyboard.press(key)
  await tab.getByText(activityStrings.fixes.webhookSecretDoesNotMatch).waitFor()
  await tab.keyboard.press('/')
  await tab.keyboard.type('ping')
  await row(tab, 'Failed').waitFor({ state: 'detached' })
  await expectSoon(() => column(tab, 3), ['Ping: the webhook is connected'])
})

/** Every reason to refuse a delivery, and the heading of its fix. */
const refusals: [string, string, (repository: Repository) => Promise<unknown>][] = [
  [
    'Invalid webhook signature',
    'The webhook secret does not match',
    ({ deliver }) => deliver('push', {}, { secret: 'another' }),
  ],
  [
    'Signature missing',
    'The webhook on GitHub has no secret',
    ({ hook }) => send(hook, { 'x-github-event': 'push' }),
  ],
  ['Missing webhook event header', 'The delivery has no event name', ({ hook }) => send(hook, {})],
  ['Invalid webhook payload', 'The body is not JSON', ({ deliver }) => deliver('push', 'no json')],
  [
    'Invalid webhook payload structure',
    'The body does not match this repository',
    ({ deliver }) => deliver('push', { ref: 3 }),
  ],
  [
    'Repository not found',
    'The payload URL on GitHub is for another repository',
    ({ hook }) => send(`${hook}x`, { 'x-github-event': 'push' }),
  ],
  [
    'Webhook payload too large',
    'The body is larger than GitHub sends',
    ({ hook }) =>
      send(
        hook,
        { 'x-github-event': 'push', 'x-hub-signature-256': 'sha256=0' },
        ' '.repeat(26 * 1024 * 1024),
      ),
  ],
  [
    'Webhook secret missing',
    'Herald has no secret for this repository',
    async ({ change, deliver }) => {
      await change({ encryptedWebhookSecret: null })
      await deliver('push', {})
    },
  ],
  [
    'Webhook processing failed',
    'Herald could not store this delivery',
    async ({ change, deliver }) => {
      await change({ encryptedWebhookSecret: 'not to be read' })
      await deliver('push', {})
    },
  ],
  [
    'Integration is disabled',
    'This repository is disabled',
    async ({ change, deliver }) => {
      await change({ enabled: false })
      await deliver('push', {})
    },
  ],
]

const send = (url: string, headers: Record<string, string>, body = '{}') =>
  fetch(url, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body })

pageTest('each refusal shows its own fix', async (scene) => {
  const repository = await addRepository(scene)
  for (const [, , refuse] of refusals) await refuse(repository)
  const tab = await (await scene.visit()).open('/activity')
  for (const [title, heading] of refusals) {
    await tab.getByRole('button', { name: title, exact: true }).click()
    await tab.getByRole('heading', { level: 3, name: heading }).waitFor()
    await expectSoon(() => tab.getByRole('heading', { level: 3 }).count(), 1)
    expect(await tab.locator('ol.numbered > li').count()).toBeGreaterThan(1)
  }
})

pageTest('the fix of a wrong secret links to the set-up and to the webhook on GitHub', async (scene) => {
  const repository = await addRepository(scene)
  await repository.deliver('push', {}, { secret: 'another' })
  const tab = await (await scene.visit('member')).open('/activity')
  await row(tab, 'Failed').getByRole('button', { name: 'How to fix' }).click()
  const steps = tab.locator('ol.numbered')
  await steps.waitFor()
  await expectSoon(
    () => steps.locator('li').allTextContents(),
    [
      'Copy the secret from the webhook setup, or create a new one.',
      'Paste it into the webhook on GitHub and choose Update webhook.',
      'On GitHub, open Recent Deliveries and choose Redeliver.',
    ],
  )
  const [setUp, hook] = await steps
    .getByRole('link')
    .evaluateAll((all) => all.map((each) => (each as HTMLAnchorElement).href))
  expect(setUp).toBe(`${scene.herald.url}/app/${scene.team.slug}/repositories/${repository.id}`)
  expect(hook).toBe(`https://github.com/${repository.host.fullName}/settings/hooks`)
  await expectPresentable(tab, 'activity how to fix')
})

pageTest('a failure of a disconnected repository says what to do with its webhook', async (scene) => {
  const repository = await addRepository(scene)
  await repository.deliver('push', {}, { secret: 'another' })
  await scene.team.call('DELETE', `/v1/integrations/${repository.id}`)
  const tab = await (await scene.visit()).open('/activity')
  await tab.getByRole('button', { name: 'How to fix' }).click()
  await tab.getByRole('heading', { name: activityStrings.fixes.thisRepositoryIsNoLonger }).waitFor()
})

pageTest('other refusals show the message of the server', async (scene) => {
  const repository = await addRepository(scene)
  await repository.deliver('push', {}, { secret: 'another' })
  const page = (await scene.team.call('GET', '/v1/deliveries')).body
  const delivery = {
    ...page.deliveries[0],
    title: 'Turned away',
    errorMessage: 'It was late',
    statusCode: 425,
  }
  const { context, open } = await scene.visit()
  await answerWith(context, '/v1/deliveries', 200, { ...page, deliveries: [delivery] })
  const tab = await open(`/activity?open=${delivery.id}`)
  await tab.getByRole('heading', { level: 3, name: 'Turned away' }).waitFor()
  await tab.getByText('It was late').waitFor()
  await tab.getByText('This delivery failed (425).').waitFor()
})

pageTest('without deliveries the page links to the webhooks of connected repositories', async (scene) => {
  const repository = await addRepository(scene)
  const tab = await (await scene.visit()).open('/activity')
  const link = tab.getByRole('link', { name: 'Set up webhook' })
  await expectSoon(() => link.getAttribute('href'), `/app/${scene.team.slug}/repositories/${repository.id}`)
})

pageTest('a run shows its trigger, its steps and the placement of its changes', async (scene) => {
  const repository = await addRepository(scene)
  await repository.watch()
  await repository.publish()
  const tab = await (await scene.visit()).open('/activity/runs')
  const run = row(tab, `Release v1.4.0 of ${repository.host.fullName}`)
  await run.getByRole('link', { name: /^Draft “/ }).waitFor()
  await expectSoon(() => run.getByText('Changelog, trigger').count(), 1)
  await run.getByRole('img', { name: /^3 changes: / }).waitFor()
  await run.getByRole('button').click()
  await tab.getByText(`Read 3 commits of ${repository.host.fullName} from GitHub.`).waitFor()
  await expectPresentable(tab, 'activity run opened')
  await tab.getByRole('link', { name: activityStrings.runDetail.viewDeliveryThatStarted }).click()
  await row(tab, 'Release published').waitFor()
})

pageTest('an open run is followed step by step to its result', async (scene) => {
  await addRepository(scene)
  const letGo = holdHost(scene)
  const { job } = (await scene.team.call('POST', '/v1/posts/generate', { contentType: 'changelog' })).body
  const tab = await (await scene.visit()).open(`/activity/runs?open=${job.id}`)
  await row(tab, 'Writing').waitFor()
  await tab.getByText(dataStrings.run.readingActivity).waitFor()
  letGo()
  await row(tab, 'Failed').waitFor()
  await tab.getByText('open the repository and replace its token under General').waitFor()
})

pageTest('a failed run says why and what to do', async (scene) => {
  await addRepository(scene)
  scene.herald.models.replyWith(() => new Response('{}', { status: 401 }))
  await scene.team.call('POST', '/v1/posts/generate', { contentType: 'blog_post' })
  const tab = await (await scene.visit()).open('/activity/runs?state=failed')
  await tab.getByRole('button', { name: /^Last 7 days of/ }).click()
  await tab.getByText('Ask the server operator to check the model').waitFor()
})

pageTest('a run that found no changes says so, and that nothing needs to be done', async (scene) => {
  await addRepository(scene)
  await scene.team.call('POST', '/v1/posts/generate', {
    contentType: 'changelog',
    lookbackWindow: 'current_day',
  })
  const other = await addRepository(scene, 'site')
  const tab = await (await scene.visit()).open('/activity/runs')
  const run = row(tab, /^Skipped/)
  await run.getByText('There are no changes in this range.').waitFor()
  await run.getByRole('button').click()
  await tab.getByText(generateStrings.runAdvice.noActionNeeded).waitFor()
  await tab.getByRole('combobox', { name: 'Repository' }).selectOption(other.host.fullName)
  await tab.getByRole('group', { name: 'Status' }).getByRole('button', { name: 'Done' }).click()
  await tab.getByText(activityStrings.runs.noRunsMatchThisFilter).waitFor()
  await tab.getByRole('button', { name: 'Show all' }).click()
  await run.waitFor()
})

pageTest('a link to a run opens it even if the list does not contain it', async (scene) => {
  await addRepository(scene)
  const { job } = (await scene.team.call('POST', '/v1/posts/generate', { contentType: 'changelog' })).body
  const tab = await (await scene.visit()).open(`/activity/runs?state=skipped&open=${job.id}`)
  await tab.getByText(/^Wrote “/).waitFor()
})
