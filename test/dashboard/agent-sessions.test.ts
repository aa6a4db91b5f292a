import { expect } from 'bun:test'
import { eq } from 'drizzle-orm'
import type { Locator, Page } from 'playwright-core'
import * as conversationStrings from '../../src/dashboard/agents/conversation/strings.ts'
import * as sessionsStrings from '../../src/dashboard/agents/sessions/strings.ts'
import * as homeStrings from '../../src/dashboard/home/strings.ts'
import * as kitStrings from '../../src/dashboard/kit/strings.ts'
import { approvals } from '../../src/features/conversations/approvals/table.ts'
import { postChecks } from '../../src/features/posts/table.ts'
import { checkedNow } from '../../src/features/posts/text-check.ts'
import { answer } from '../support/talking.ts'
import { checkedPost } from '../support/writing.ts'
import {
  addWaiting,
  beginSession,
  calls,
  eventsOf,
  expectState,
  lengthen,
  postTitle,
} from './support/agent.ts'
import { answerWith } from './support/answers.ts'
import { inHalves, letTalk } from './support/chats.ts'
import { stopClock } from './support/clock.ts'
import { refusal } from './support/faults.ts'
import { expectKeyboardReachesAll } from './support/keyboard.ts'
import { expectPresentable } from './support/looks.ts'
import { addPosts } from './support/posts.ts'
import { addRepository } from './support/repositories.ts'
import { pageTest, type Scene } from './support/scene.ts'
import { expectSoon } from './support/soon.ts'

const statusOf = async ({ team }: Scene, postId: string) =>
  (await team.call('GET', `/v1/posts/${postId}`)).body.post.status

/** The content of a turn, without its announcement for screen readers. */
const told = (tab: Page, text: string) => tab.getByRole('article').getByText(text, { exact: true })
const cardOf = (tab: Page) => tab.getByRole('region', { name: 'Update post, pending approval' })
const field = (tab: Page) => tab.getByRole('textbox', { name: 'Message' })
const isReady = (tab: Page) => tab.getByText('Ready', { exact: true }).waitFor()
const kind = (tab: Page, name: string) =>
  tab.getByRole('group', { name: 'Show' }).getByRole('button', { name })

const open = async (scene: Scene, sessionId: string) =>
  (await scene.visit()).open(`/chats/sessions/${sessionId}`)

async function openWaiting(scene: Scene, path?: string) {
  const waiting = await addWaiting(scene)
  const visitor = await scene.visit()
  const tab = await visitor.open(path ?? `/chats/sessions/${waiting.sessionId}`)
  const card = cardOf(tab)
  await card.getByRole('button', { name: 'Approve' }).and(tab.locator(':enabled')).waitFor()
  return { ...waiting, tab, card }
}

/** The events that a page has read, as it shows them. */
async function readRaw(tab: Page): Promise<{ type: string; meta: { id: string } }[]> {
  const fold = tab.getByText(/^Raw events: /)
  const lines = tab.getByRole('region', { name: 'Raw events' })
  if ((await lines.count()) === 0) await fold.click()
  return ((await lines.textContent()) ?? '').split('\n').map((line) => JSON.parse(line))
}

pageTest('a running session is followed, and screen readers get whole sentences', async (scene) => {
  const { script, letGo } = inHalves('Boards leave as **PDF** now. Views ', 'are saved.')
  using _model = letTalk(scene, answer('Hello there.'), () => script())
  const sessionId = await beginSession(scene, 'Say hello')
  const tab = await open(scene, sessionId)
  await told(tab, 'Hello there.').waitFor()
  await scene.team.call('POST', `/v2/agent/v1/session/${sessionId}`, { message: 'What changed' })
  await tab.locator('strong', { hasText: 'PDF' }).waitFor()
  await tab.getByText('Working').waitFor()
  const spoken = tab.locator('.sr[aria-live] p')
  await expectSoon(() => spoken.allTextContents(), ['Boards leave as **PDF** now.'])
  letGo()
  await isReady(tab)
  await expectSoon(() => spoken.allTextContents(), ['Boards leave as **PDF** now.', 'Views are saved.'])
  const stored = await eventsOf(scene, sessionId)
  expect((await readRaw(tab)).map(({ meta }) => meta.id)).toEqual(stored.map(({ meta }) => meta.id))
})

pageTest('a hidden page closes its connection and later loads the missed events', async (scene) => {
  using _model = letTalk(scene, answer('Hello there.'), answer('Twice.'))
  const sessionId = await beginSession(scene, 'Say hello')
  const tab = await open(scene, sessionId)
  await isReady(tab)
  const letGo = tab.waitForEvent('requestfailed', (request) => request.url().includes('/stream?'))
  await hide(tab, true)
  await letGo
  await scene.team.call('POST', `/v2/agent/v1/session/${sessionId}`, { message: 'Once more' })
  await expectSoon(async () => (await eventsOf(scene, sessionId)).at(-2)?.data.turnId, 'turn_1')
  await expectSoon(async () => (await eventsOf(scene, sessionId)).at(-1)?.type, 'session.waiting')
  await hide(tab, false)
  await told(tab, 'Twice.').waitFor()
  const stored = await eventsOf(scene, sessionId)
  expect((await readRaw(tab)).map(({ meta }) => meta.id)).toEqual(stored.map(({ meta }) => meta.id))
})

const hide = (tab: Page, hidden: boolean) =>
  tab.evaluate((isHidden) => {
    Object.defineProperty(document, 'hidden', { value: isHidden, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  }, hidden)

pageTest('a long session opens at its end and loads earlier events on request', async (scene) => {
  using _model = letTalk(scene, answer('Hello there.'))
  const sessionId = await beginSession(scene, 'Say hello')
  await lengthen(scene, sessionId, 2000)
  const tab = await open(scene, sessionId)
  await tab.getByText('Raw events: 2000, after the first 9').waitFor()
  expect(await told(tab, 'Say hello').count()).toBe(0)
  await tab.getByRole('button', { name: sessionsStrings.sessionView.loadEarlierEvents }).click()
  await told(tab, 'Say hello').waitFor()
  await tab.getByText('Raw events: 2009', { exact: true }).waitFor()
})

pageTest('the next message is sent from the session, and a refused one stays in the field', async (scene) => {
  using _model = letTalk(scene, answer('Hello there.'), answer('Twice.'))
  const sessionId = await beginSession(scene, 'Say hello')
  const visitor = await scene.visit()
  const tab = await visitor.open(`/chats/sessions/${sessionId}`)
  await isReady(tab)
  const sentence = 'Rate limit exceeded'
  const letThrough = await answerWith(
    tab,
    'POST /v2/agent/v1/session/:id',
    429,
    { error: sentence },
    { 'retry-after': '40' },
  )
  visitor.faults.expect(refusal(429, '/v2/agent/v1/session/:id'))
  await field(tab).fill('Once more')
  await field(tab).press('Enter')
  await tab.getByRole('alert').filter({ hasText: sentence }).waitFor()
  await tab.getByRole('button', { name: /^Try again in \d+ s$/ }).waitFor()
  await expectSoon(() => field(tab).inputValue(), 'Once more')
  await letThrough()
  await tab.clock.fastForward(41_000)
  await tab.getByRole('button', { name: 'Try again', exact: true }).click()
  await told(tab, 'Twice.').waitFor()
  await expectSoon(() => field(tab).inputValue(), '')
})

pageTest('a pending change shows its record and its diff, and a shortcut approves it', async (scene) => {
  using waiting = await openWaiting(scene)
  const { tab, card, postId, sessionId } = waiting
  await card.getByText(`Publish the post “${postTitle}”`).waitFor()
  await card.getByText('status: “draft” → “published”').waitFor()
  await expectPresentable(tab, 'session approval')
  await tab.locator('h1').focus()
  await tab.keyboard.press('a')
  await tab.getByText('Approved: Update post').waitFor()
  await tab.locator('strong', { hasText: 'published' }).waitFor()
  await card.waitFor({ state: 'detached' })
  expect(await statusOf(scene, postId)).toBe('published')
  await isReady(tab)
  expect((await eventsOf(scene, sessionId)).filter(({ type }) => type === 'approval.settled')).toHaveLength(1)
})

pageTest('a shortcut denies a call with a reason that the model gets, and nothing changes', async (scene) => {
  using waiting = await openWaiting(scene)
  const { tab, postId, model } = waiting
  await tab.locator('h1').focus()
  await tab.keyboard.press('d')
  const reason = cardOf(tab).getByRole('textbox', { name: 'Reason' })
  await reason.fill('The screenshots are missing.')
  await expectKeyboardReachesAll(tab)
  await reason.press('Enter')
  await tab.getByText('Denied: Update post, “The screenshots are missing.”').waitFor()
  await isReady(tab)
  expect(JSON.stringify(model.talks.at(-1)?.body.messages)).toContain('The screenshots are missing.')
  expect(await statusOf(scene, postId)).toBe('draft')
})

pageTest('a user who may not make a change cannot approve it and sees who can', async (scene) => {
  const { id } = await addRepository(scene)
  using _model = letTalk(scene, calls('disconnect_integration', { integrationId: id }))
  const sessionId = await beginSession(scene, 'Disconnect the app', 'waiting')
  const tab = await (await scene.visit('member')).open(`/chats/sessions/${sessionId}`)
  const sentence = 'You may not approve this: your key or role may not use disconnect_integration.'
  await tab.getByText(`${sentence} Ask an owner or admin.`).waitFor()
  const card = tab.getByRole('region', { name: 'Disconnect integration, pending approval' })
  expect(await card.getByRole('button', { name: 'Approve' }).isDisabled()).toBe(true)
  expect(await card.getByRole('button', { name: 'Deny' }).isDisabled()).toBe(false)
})

const question = (options: string[]) =>
  calls('ask_question', { question: 'Which version is it', ...(options.length > 0 && { options }) })

pageTest('a question is answered by an option or by text', async (scene) => {
  using model = letTalk(scene, question(['1.4', '1.5']), question([]), answer('As you say.'))
  const sessionId = await beginSession(scene, 'Name the version', 'waiting')
  const tab = await open(scene, sessionId)
  const card = tab.getByRole('region', { name: sessionsStrings.question.heraldAsks })
  await card.getByRole('button', { name: '1.5' }).waitFor()
  await expectPresentable(tab, 'session question')
  await card.getByRole('button', { name: '1.5' }).click()
  await tab.getByText('Answered: a question, “1.5”').waitFor()
  await card.getByRole('textbox', { name: sessionsStrings.question.yourAnswer }).fill('The newest')
  await tab.keyboard.press('Enter')
  await tab.getByText('Answered: a question, “The newest”').waitFor()
  await told(tab, 'As you say.').waitFor()
  expect(JSON.stringify(model.talks.at(-1)?.body.messages)).toContain('The newest')
})

pageTest('a running turn can be canceled, and the session accepts the next message', async (scene) => {
  const { script } = inHalves('The first half. ', 'Never said.')
  using _model = letTalk(scene, () => script(), answer('Something else.'))
  const sessionId = await beginSession(scene, 'Write it all', 'working')
  const tab = await open(scene, sessionId)
  await tab.getByRole('article').getByText('The first half.').waitFor()
  await tab.getByRole('button', { name: sessionsStrings.sessionPage.cancelTurn }).click()
  await told(tab, 'The turn was canceled.').waitFor()
  await tab
    .getByRole('button', { name: sessionsStrings.sessionPage.cancelTurn })
    .waitFor({ state: 'detached' })
  await field(tab).fill('Something else, then')
  await field(tab).press('Enter')
  await told(tab, 'Something else.').waitFor()
})

pageTest('the kind filter is stored in the URL and survives a reload', async (scene) => {
  using waiting = await openWaiting(scene)
  const { tab } = waiting
  await told(tab, 'The draft adds up, and can go out.').waitFor()
  await kind(tab, 'Tools').click()
  await tab.getByText('Update post, waiting').waitFor()
  expect(await told(tab, 'The draft adds up, and can go out.').count()).toBe(0)
  expect(new URL(tab.url()).search).toBe('?kind=tools')
  await tab.reload()
  await tab.getByText('Update post, waiting').waitFor()
  await kind(tab, 'Usage').click()
  await tab.getByText('Step 2: 1,000 input tokens, 100 output tokens').waitFor()
  await expectPresentable(tab, 'session usage')
  await kind(tab, 'Messages').click()
  await told(tab, 'The draft adds up, and can go out.').waitFor()
  expect(await cardOf(tab).count()).toBe(0)
})

pageTest('a session is copied as Markdown', async (scene) => {
  using _model = letTalk(scene, answer('Hello **there**.'))
  const tab = await open(scene, await beginSession(scene, 'Say hello'))
  const copy = tab.getByRole('button', { name: 'Copy as Markdown the session' })
  await copy.waitFor()
  await stopClock(tab)
  await copy.click()
  await tab.getByRole('button', { name: 'Copied' }).waitFor()
  expect(await tab.evaluate(() => navigator.clipboard.readText())).toMatch(
    /^# Say hello\n\n\*2026-03-04T[\d:.]+Z\*\n\n## You\n\nSay hello\n\n## Herald\n\nHello \*\*there\*\*\.\n$/,
  )
})

pageTest('input and output of a tool call and the raw events can be expanded', async (scene) => {
  using _model = letTalk(scene, calls('list_posts', { status: ['draft'] }), answer('There is none.'))
  const tab = await open(scene, await beginSession(scene, 'Look'))
  await tab.getByText('List posts', { exact: true }).click()
  await tab.getByRole('region', { name: 'Input' }).getByText('"draft"').waitFor()
  await tab.getByRole('region', { name: 'Output' }).getByText('"posts": []').waitFor()
  const [first] = await readRaw(tab)
  expect(first?.type).toBe('session.started')
  await expectPresentable(tab, 'session opened')
})

pageTest('a failed turn says why', async (scene) => {
  using _model = letTalk(scene, ...Array.from({ length: 4 }, () => calls('list_posts', {})))
  const tab = await open(scene, await beginSession(scene, 'Go round in circles', 'failed'))
  await tab
    .getByText(/^The turn failed\. The agent asked for the same call/)
    .first()
    .waitFor()
  await tab.getByText('Failed', { exact: true }).waitFor()
})

pageTest('a session of another organization is not found', async (scene) => {
  using _model = letTalk(scene, answer('Hello.'))
  const sessionId = await beginSession(scene, 'Say hello')
  const visitor = await scene.visit('owner', await scene.herald.team('elsewhere'))
  visitor.faults.expect(refusal(404, '/api/app/agent-sessions/:id'))
  const tab = await visitor.open(`/chats/sessions/${sessionId}`)
  await tab.getByRole('heading', { name: kitStrings.notFound.pageNotFound }).waitFor()
})

pageTest('pending approvals can be approved in the list, and the count follows', async (scene) => {
  using waiting = await openWaiting(scene, '/chats')
  const { tab, card, postId, sessionId } = waiting
  const place = tab.getByRole('link', { name: 'Chats 1 pending approval' })
  await place.waitFor()
  await tab.getByText('1 pending approval.').waitFor()
  await expectPresentable(tab, 'approvals')
  await card.getByRole('button', { name: 'Approve' }).click()
  await card.waitFor({ state: 'detached' })
  await place.waitFor({ state: 'detached' })
  await expectSoon(() => statusOf(scene, postId), 'published')
  await tab.getByRole('link', { name: sessionsStrings.approvalPage.openSession }).click()
  await tab.getByText('Approved: Update post').waitFor()
  expect(new URL(tab.url()).pathname).toEndWith(`/chats/sessions/${sessionId}`)
})

const manyLines = Array.from({ length: 120 }, (_, index) => `Line ${index + 1} of the text.`)

async function openLong(scene: Scene) {
  const [postId = ''] = await addPosts(scene, [{ title: postTitle }])
  const model = letTalk(
    scene,
    calls('update_post', { postId, markdown: manyLines.join('\n') }),
    answer('Done.'),
  )
  const sessionId = await beginSession(scene, 'Rewrite the draft', 'waiting')
  const tab = await open(scene, sessionId)
  const card = cardOf(tab)
  const approve = card.getByRole('button', { name: 'Approve' })
  await approve.waitFor()
  await card.getByText(conversationStrings.approval.scrollOrShowAll).waitFor()
  return { sessionId, tab, card, approve, [Symbol.dispose]: () => model[Symbol.dispose]() }
}

pageTest('a long preview can be approved once its end was reached by keyboard', async (scene) => {
  using long = await openLong(scene)
  const { tab, card, approve } = long
  expect(await approve.isDisabled()).toBe(true)
  const hint = (await approve.getAttribute('aria-describedby')) ?? ''
  expect(await card.locator(`[id="${hint}"]`).textContent()).toContain('Scroll to the end')
  await expectPresentable(tab, 'session approval long')
  await card.getByRole('region', { name: conversationStrings.previewText.whatWillRun }).focus()
  await tab.keyboard.press('End')
  await approve.and(tab.locator(':enabled')).waitFor()
  await card.getByText('Scroll to the end').waitFor({ state: 'detached' })
})

pageTest('a long preview can be approved once it was expanded completely', async (scene) => {
  using long = await openLong(scene)
  const { card, tab, approve } = long
  await card.getByRole('button', { name: 'Show all' }).click()
  await approve.and(tab.locator(':enabled')).waitFor()
  await card.getByText('Line 120 of the text.').waitFor()
})

pageTest('a long preview has its own page, with the decision at the end', async (scene) => {
  using long = await openLong(scene)
  const { tab, card, sessionId } = long
  await card.getByRole('link', { name: conversationStrings.previewText.openFullPage }).click()
  await tab.getByRole('heading', { name: 'Update post', level: 1 }).waitFor()
  const approve = tab.getByRole('button', { name: 'Approve' })
  await approve.waitFor()
  expect(await approve.isDisabled()).toBe(true)
  await expectPresentable(tab, 'approval page')
  await approve.scrollIntoViewIfNeeded()
  await approve.and(tab.locator(':enabled')).click()
  await tab.getByText(/^Approved( and run)? ·/).waitFor()
  await expectState(scene, sessionId, 'active')
})

pageTest('a call whose post has faults shows them and cannot be approved', async (scene) => {
  const [postId = ''] = await addPosts(scene, [{ title: 'It is 73% faster' }])
  using _model = letTalk(scene, calls('update_post', { postId, status: 'published' }))
  const sessionId = await beginSession(scene, 'Publish the draft', 'waiting')
  const { ctx } = scene.herald
  await ctx.db.insert(postChecks).values({ postId, ...checkedPost, ...checkedNow(ctx, []) })
  const [approval] = await ctx.db.select().from(approvals).where(eq(approvals.conversationId, sessionId))
  const tab = await (await scene.visit()).open(`/approvals/${approval?.id}`)
  await tab
    .getByText(/^It cannot be approved\. This post cannot be published until its problems are fixed\. .*73%/)
    .waitFor()
  expect(await tab.getByRole('button', { name: 'Approve' }).isDisabled()).toBe(true)
  expect(await tab.getByRole('button', { name: 'Deny' }).isDisabled()).toBe(false)
  await expectPresentable(tab, 'approval with faults')
  const inSession = cardOf(await open(scene, sessionId))
  await expectFaults(inSession)
})

pageTest(
  'an approval whose post was published since says that it is out of date, and cannot be approved',
  async (scene) => {
    using waiting = await addWaiting(scene)
    await scene.team.call('PATCH', `/v1/posts/${waiting.postId}`, { status: 'published' })
    const tab = await (await scene.visit()).open('/')
    await tab.getByText(homeStrings.needsYou.approvalsText(1, 1)).waitFor()
    await tab.getByRole('link', { name: 'One pending approval', exact: true }).click()
    const card = cardOf(tab)
    await card.getByText(conversationStrings.approval.outOfDate).waitFor()
    await expectPresentable(tab, 'approval out of date')
    expect(await card.getByRole('button', { name: 'Approve' }).count()).toBe(0)
    await card.getByRole('button', { name: 'Deny' }).click()
    await card.getByRole('button', { name: 'Deny' }).click()
    await card.waitFor({ state: 'detached' })
  },
)

pageTest('an approval in a chat also shows faults that its post got later', async (scene) => {
  const [postId = ''] = await addPosts(scene, [{ title: 'It is 73% faster' }])
  using _model = letTalk(scene, calls('update_post', { postId, status: 'published' }))
  await scene.team.call('POST', '/v1/chats', { message: 'Publish the draft' })
  const { ctx } = scene.herald
  await ctx.db.insert(postChecks).values({ postId, ...checkedPost, ...checkedNow(ctx, []) })
  const tab = await (await scene.visit()).open('/chats')
  await tab.getByRole('link', { name: sessionsStrings.waitingApprovals.answerInChat }).click()
  await expectFaults(cardOf(tab))
})

/** A card says why it cannot be approved, and can be denied. */
async function expectFaults(card: Locator) {
  await card
    .getByText(/^It cannot be approved\. This post cannot be published until its problems are fixed\. .*73%/)
    .waitFor()
  expect(await card.getByRole('button', { name: 'Approve' }).isDisabled()).toBe(true)
  expect(await card.getByRole('button', { name: 'Deny' }).isDisabled()).toBe(false)
}

pageTest('a pending approval of a chat links to the chat', async (scene) => {
  const [postId = ''] = await addPosts(scene, [{ title: postTitle }])
  using _model = letTalk(scene, calls('delete_post', { postId }), answer('It is gone.'))
  await scene.team.call('POST', '/v1/chats', { message: 'Delete the draft' })
  const tab = await (await scene.visit()).open('/chats')
  const card = tab.getByRole('region', { name: 'Delete post, pending approval' })
  const way = card.getByRole('link', { name: sessionsStrings.waitingApprovals.answerInChat })
  await way.waitFor()
  expect(await card.getByRole('button').count()).toBe(0)
  await way.click()
  await card.getByRole('button', { name: 'Approve' }).and(tab.locator(':enabled')).click()
  await tab.getByRole('article').getByText('It is gone.').waitFor()
  const places = tab.getByRole('navigation', { name: 'Pages' })
  await places.getByRole('link', { name: 'Chats', exact: true }).waitFor()
})

pageTest('the count is not requested again with each page', async (scene) => {
  const visitor = await scene.visit()
  let asked = 0
  visitor.context.on('request', (request) => {
    if (request.url().endsWith('/api/app/approvals/count')) asked += 1
  })
  const tab = await visitor.open('/chats')
  await expectSoon(() => asked, 1)
  for (const name of ['Posts', 'Feedback', 'Chats']) {
    await tab.getByRole('link', { name, exact: true }).click()
    await tab.getByRole('heading', { name, level: 1 }).waitFor()
  }
  expect(asked).toBe(1)
})

pageTest('a task starts a session, which appears in the list', async (scene) => {
  using _model = letTalk(scene, answer('Done.'))
  const tab = await (await scene.visit()).open('/chats')
  await tab.getByRole('link', { name: 'Sessions' }).click()
  const task = tab.getByRole('textbox', { name: sessionsStrings.sessionsPage.giveHeraldATask })
  await task.fill('Look through the drafts')
  await task.press('Enter')
  await told(tab, 'Done.').waitFor()
  await isReady(tab)
  await tab.getByRole('link', { name: 'Sessions' }).click()
  const row = tab.getByRole('row').filter({ hasText: 'Look through the drafts' })
  await row.getByText('Ready', { exact: true }).waitFor()
  await row.getByText(/^Ada/).waitFor()
  expect(await task.inputValue()).toBe('')
})
