import { expect } from 'bun:test'
import type { Page } from 'playwright-core'
import * as chatsStrings from '../../src/dashboard/agents/chats/strings.ts'
import { noWriter } from '../../src/features/conversations/chats/models.ts'
import { answer, call, end, say } from '../support/talking.ts'
import { answerWith } from './support/answers.ts'
import { narrow } from './support/browser.ts'
import {
  addChat,
  chatIdOf,
  field,
  inHalves,
  letTalk,
  messagesOf,
  sendButton,
  stopButton,
  wordsOf,
} from './support/chats.ts'
import { refusal } from './support/faults.ts'
import { expectPresentable } from './support/looks.ts'
import { addPosts } from './support/posts.ts'
import { addRepository } from './support/repositories.ts'
import { pageTest, type Scene, withoutModel } from './support/scene.ts'
import { expectSoon } from './support/soon.ts'

pageTest('the first message creates a chat, and its reply streams as Markdown', async (scene) => {
  const { script, letGo } = inHalves('Boards leave as **PDF** now. ', 'Views are saved.')
  using _model = letTalk(scene, () => script())
  const tab = await (await scene.visit()).open('/chats')
  const first = tab.getByRole('textbox', { name: 'Ask Herald' })
  await first.fill('What changed')
  await first.press('Shift+Enter')
  await first.pressSequentially('in the app')
  await first.press('Enter')
  await tab.getByText('Boards leave as').first().waitFor()
  await tab.locator('strong', { hasText: 'PDF' }).waitFor()
  await stopButton(tab).waitFor()
  expect(await tab.getByText('Views are saved.').count()).toBe(0)
  letGo()
  await sendButton(tab).waitFor()
  await tab.getByRole('main').getByText('Views are saved.').first().waitFor()
  await expectSoon(
    () => wordsOf(scene, chatIdOf(tab)),
    ['What changed\nin the app', 'Boards leave as **PDF** now. Views are saved.'],
  )
  expect(await tab.getByText('This answer was interrupted. The part').count()).toBe(0)
})

pageTest('the last answer is asked for again, and the last message edited', async (scene) => {
  using _model = letTalk(scene, answer('Another answer.'), answer('The edited answer.'))
  const chatId = await addChat(scene)
  const tab = await (await scene.visit()).open(`/chats/${chatId}`)
  await tab.getByRole('button', { name: 'Ask again' }).click()
  await tab.getByRole('main').getByText('Another answer.').first().waitFor()
  await tab.getByRole('button', { name: 'Edit last message' }).click()
  await expectSoon(() => field(tab).inputValue(), 'What changed in the app, please.')
  await expectPresentable(tab, 'chat editing')
  await field(tab).fill('What is new?')
  await field(tab).press('Enter')
  await tab.getByRole('main').getByText('The edited answer.').first().waitFor()
  await tab.getByRole('button', { name: 'Ask again' }).waitFor()
  await expectSoon(() => wordsOf(scene, chatId), ['What is new?', 'The edited answer.'])
})

pageTest('Stop keeps the received part, and Continue resumes the reply', async (scene) => {
  const { script } = inHalves('The first half. ', 'Never said.')
  using _model = letTalk(scene, () => script(), answer('The rest of it.'))
  const chatId = await addChat(scene)
  const tab = await (await scene.visit()).open(`/chats/${chatId}`)
  await field(tab).fill('Tell me more')
  await field(tab).press('Enter')
  await tab.getByText('The first half.').first().waitFor()
  await stopButton(tab).click()
  await tab.getByText('This answer was interrupted. The part').waitFor()
  expect((await wordsOf(scene, chatId)).slice(2)).toEqual(['Tell me more', 'The first half. '])
  await tab.getByRole('button', { name: 'Continue' }).click()
  await tab.getByRole('main').getByText('The rest of it.').first().waitFor()
  await tab.getByText('This answer was interrupted. The part').waitFor({ state: 'detached' })
  await expectSoon(async () => (await wordsOf(scene, chatId)).slice(4), ['Continue.', 'The rest of it.'])
})

pageTest('a stop that fails is reported, before and after a reload, and the reply goes on', async (scene) => {
  const { script, letGo } = inHalves('The first half. ', 'And the second.')
  using _model = letTalk(scene, () => script())
  const chatId = await addChat(scene)
  const visitor = await scene.visit()
  const tab = await visitor.open(`/chats/${chatId}`)
  await answerWith(tab, 'POST /api/app/chats/:id/stop', 503, { error: 'The server is busy.' })
  visitor.faults.expect(refusal(503, '/api/app/chats/:id/stop'))
  await field(tab).fill('Tell me more')
  await field(tab).press('Enter')
  await tab.getByText('The first half.').first().waitFor()
  const notice = tab.getByRole('alert').getByText('The answer was not stopped. The server is busy.')
  for (const reload of [false, true]) {
    if (reload) await tab.reload()
    await stopButton(tab).click()
    await notice.waitFor()
    await stopButton(tab).waitFor()
  }
  await expectPresentable(tab, 'reply not stopped')
  letGo()
  await tab.getByRole('main').getByText('And the second.').first().waitFor()
  await sendButton(tab).waitFor()
  await notice.waitFor({ state: 'detached' })
})

pageTest('Escape stops a reply, and an answer and its code can be copied', async (scene) => {
  const { script } = inHalves('Run this:\n\n```\nherald start\n```\n\nThen wait.', 'Never said.')
  using _model = letTalk(scene, () => script())
  const chatId = await addChat(scene)
  const tab = await (await scene.visit()).open(`/chats/${chatId}`)
  await field(tab).fill('How do I start it')
  await field(tab).press('Enter')
  await tab.getByText('Then wait.').first().waitFor()
  await field(tab).press('Escape')
  await tab.getByText('This answer was interrupted. The part').waitFor()
  await tab.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await tab.getByRole('button', { name: 'Copy the code' }).click()
  await expectSoon(() => tab.evaluate(() => navigator.clipboard.readText()), 'herald start')
  await tab.getByRole('button', { name: 'Copy the answer' }).last().click()
  await expectSoon(
    () => tab.evaluate(() => navigator.clipboard.readText()),
    'Run this:\n\n```\nherald start\n```\n\nThen wait.',
  )
  await expectPresentable(tab, 'stopped reply with code')
})

pageTest('a reload during a reply rejoins it, and the rest appears', async (scene) => {
  const { script, letGo } = inHalves('The first half. ', 'And the second.')
  using _model = letTalk(scene, () => script())
  const chatId = await addChat(scene)
  const tab = await (await scene.visit()).open(`/chats/${chatId}`)
  await field(tab).fill('Tell me more')
  await field(tab).press('Enter')
  await tab.getByText('The first half.').first().waitFor()
  await tab.reload()
  await stopButton(tab).waitFor()
  letGo()
  await tab.getByRole('main').getByText('And the second.').first().waitFor()
  await sendButton(tab).waitFor()
  expect(await tab.getByText('This answer was interrupted. The part').count()).toBe(0)
  expect((await wordsOf(scene, chatId)).slice(2)).toEqual(['Tell me more', 'The first half. And the second.'])
})

pageTest('a reply is stopped after a reload, and its part stays', async (scene) => {
  const { script } = inHalves('The first half. ', 'Never said.')
  using _model = letTalk(scene, () => script())
  const chatId = await addChat(scene)
  const tab = await (await scene.visit()).open(`/chats/${chatId}`)
  await field(tab).fill('Tell me more')
  await field(tab).press('Enter')
  await tab.getByText('The first half.').first().waitFor()
  await tab.reload()
  await stopButton(tab).click()
  await tab.getByText('This answer was interrupted. The part').waitFor()
  expect((await wordsOf(scene, chatId)).slice(2)).toEqual(['Tell me more', 'The first half. '])
})

pageTest('a reply that fails halfway says so below the received part', async (scene) => {
  using _model = letTalk(scene, say('The first half. '))
  const chatId = await addChat(scene)
  const tab = await (await scene.visit()).open(`/chats/${chatId}`)
  await field(tab).fill('Tell me more')
  await field(tab).press('Enter')
  const notice = tab.getByRole('alert')
  await notice.getByText('This answer was interrupted. The part').waitFor()
  await expectSoon(() => tab.locator('.notice').count(), 1)
  await tab.getByRole('article').getByText('The first half.').waitFor()
  expect((await wordsOf(scene, chatId)).slice(2)).toEqual(['Tell me more', 'The first half. '])
})

const postsOf = async ({ team }: Scene) =>
  (await team.call('GET', '/v1/posts?status=draft')).body.posts.map(({ title }: { title: string }) => title)

/** A chat in which the model wants a post deleted. */
async function askForDeletion(scene: Scene) {
  const [postId = ''] = await addPosts(scene, [{ title: 'Week 47 at Acme' }])
  const model = letTalk(
    scene,
    [call('delete_post', { postId }), ...end('tool_calls')],
    answer('That is settled.'),
  )
  const tab = await (await scene.visit()).open(`/chats/${await addChat(scene)}`)
  await field(tab).fill('Delete the post of week 47')
  await field(tab).press('Enter')
  const card = tab.getByRole('region', { name: 'Delete post, pending approval' })
  await card.getByRole('button', { name: 'Approve' }).and(tab.locator(':enabled')).waitFor()
  return { model, tab, card }
}

pageTest('a pending change shows its record, and a shortcut approves it', async (scene) => {
  const { model, tab, card } = await askForDeletion(scene)
  using _model = model
  await card.getByText('Week 47 at Acme').waitFor()
  expect(await postsOf(scene)).toEqual(['Week 47 at Acme'])
  await expectPresentable(tab, 'chat approval')
  await tab.locator('h1').focus()
  await tab.keyboard.press('a')
  await tab.getByRole('main').getByText('That is settled.').first().waitFor()
  await card.waitFor({ state: 'detached' })
  expect(await postsOf(scene)).toEqual([])
})

pageTest('a shortcut denies a call with a reason that the model gets, and nothing changes', async (scene) => {
  const { model, tab, card } = await askForDeletion(scene)
  using _model = model
  await tab.locator('h1').focus()
  await tab.keyboard.press('d')
  const reason = card.getByRole('textbox', { name: 'Reason' })
  await reason.waitFor()
  await tab.keyboard.press('Escape')
  await expectSoon(
    () => card.getByRole('button', { name: 'Deny' }).evaluate((button) => button === document.activeElement),
    true,
  )
  await tab.keyboard.press('d')
  await reason.fill('It is linked from the release notes.')
  await reason.press('Enter')
  await tab.getByText('Delete post, denied').waitFor()
  await card.waitFor({ state: 'detached' })
  await tab.getByRole('main').getByText('That is settled.').first().waitFor()
  const told = model.talks.findLast(({ body }) => body.model !== 'small')?.body.messages
  expect(JSON.stringify(told)).toContain('It is linked from the release notes.')
  expect(await postsOf(scene)).toEqual(['Week 47 at Acme'])
})

const row = (tab: Page, title: string) =>
  tab.getByRole('listitem').filter({ has: tab.getByRole('link', { name: title }) })

async function choose(tab: Page, title: string, item: string) {
  await row(tab, title)
    .getByRole('button', { name: `More actions for ${title}` })
    .click()
  await tab.getByRole('menuitem', { name: item }).click()
}

pageTest('a chat can be renamed, pinned, deleted and restored in the list', async (scene) => {
  await addChat(scene, { title: 'How we write', source: 'slack' })
  await addChat(scene, { title: 'Release notes' })
  const tab = await (await scene.visit()).open('/chats')
  await row(tab, 'How we write').getByText('Slack').waitFor()
  await choose(tab, 'How we write', 'Pin')
  await tab.getByRole('region', { name: 'Pinned' }).getByRole('link', { name: 'How we write' }).waitFor()
  await choose(tab, 'Release notes', 'Rename')
  await tab.getByRole('textbox', { name: 'Title' }).fill('Notes of 1.4')
  await tab.keyboard.press('Enter')
  await row(tab, 'Notes of 1.4').waitFor()
  await choose(tab, 'Notes of 1.4', 'Delete')
  await row(tab, 'Notes of 1.4').waitFor({ state: 'detached' })
  await tab.getByRole('button', { name: 'Undo' }).click()
  await row(tab, 'Notes of 1.4').waitFor()
  const { body } = await scene.team.call('GET', '/v1/chats')
  expect(body.chats.map(({ title }: { title: string }) => title)).toEqual(['How we write', 'Notes of 1.4'])
})

pageTest('older chats are listed with "Show more" until all are shown', async (scene) => {
  await addChat(scene, { title: 'The oldest' })
  for (let index = 0; index < 50; index++) await addChat(scene, { title: `Chat ${index}` })
  const tab = await (await scene.visit()).open('/chats')
  await row(tab, 'Chat 49').waitFor()
  expect(await tab.locator('.chats > li').count()).toBe(50)
  expect(await row(tab, 'The oldest').count()).toBe(0)
  const more = tab.getByRole('button', { name: 'Show more' })
  await more.click()
  await row(tab, 'The oldest').waitFor()
  await more.waitFor({ state: 'detached' })
  expect(await tab.locator('.chats > li').count()).toBe(51)
  await expectPresentable(tab, 'chats with several pages')
})

pageTest('chats are found by words of their title and text', async (scene) => {
  using _model = letTalk(scene, answer('Boards leave as PDF.'))
  const tab = await (await scene.visit()).open('/chats')
  const search = tab.getByRole('searchbox', { name: chatsStrings.chatsPage.search })
  await addChat(scene, { title: 'Week 47' })
  const chatId = await addChat(scene)
  await tab.goto(`${tab.url()}/${chatId}`)
  await field(tab).fill('What of the exports?')
  await field(tab).press('Enter')
  await tab.getByRole('article').getByText('Boards leave as PDF.').first().waitFor()
  await sendButton(tab).waitFor()
  await tab.getByRole('link', { name: 'Chats' }).first().click()
  await search.fill('boards export')
  await tab.getByRole('link', { name: 'What changed in the app' }).waitFor()
  await tab.getByRole('link', { name: 'Week 47' }).waitFor({ state: 'detached' })
  await expectPresentable(tab, 'found chats')
  await search.fill('nothing')
  await tab.getByText(chatsStrings.chatsPage.noneFound).waitFor()
})

pageTest('a chat that was deleted on its page can be restored in the list', async (scene) => {
  const chatId = await addChat(scene, { title: 'Release notes' })
  const tab = await (await scene.visit()).open(`/chats/${chatId}`)
  await tab.getByRole('button', { name: 'More actions for Release notes' }).click()
  await tab.getByRole('menuitem', { name: 'Delete' }).click()
  await tab.getByRole('heading', { name: 'Chats', level: 1 }).waitFor()
  await tab.getByRole('button', { name: 'Undo' }).click()
  await row(tab, 'Release notes').waitFor()
  expect((await scene.team.call('GET', '/v1/chats')).body.chats).toHaveLength(1)
})

pageTest('an unsent message survives a reload, and a refused one returns to the field', async (scene) => {
  using _model = letTalk(scene, answer('Never asked.'))
  const chatId = await addChat(scene)
  const visitor = await scene.visit()
  const tab = await visitor.open(`/chats/${chatId}`)
  await field(tab).fill('Half a thought')
  await tab.reload()
  await expectSoon(() => field(tab).inputValue(), 'Half a thought')
  const sentence = 'Rate limit exceeded'
  await answerWith(tab, 'POST /v1/chats/:id', 429, { error: sentence }, { 'retry-after': '40' })
  visitor.faults.expect(refusal(429, '/v1/chats/:id'))
  await field(tab).press('Enter')
  await tab.getByRole('alert').filter({ hasText: sentence }).waitFor()
  await expectSoon(() => field(tab).inputValue(), 'Half a thought')
  expect(await messagesOf(scene, chatId)).toHaveLength(2)
})

pageTest('without a model the page says what to set, and nothing can be sent', async (scene) => {
  using _restored = withoutModel(scene)
  const tab = await (await scene.visit()).open('/chats')
  await tab.getByText(noWriter).waitFor()
  await tab.getByRole('textbox', { name: 'Ask Herald' }).fill('Hello')
  expect(await sendButton(tab).isDisabled()).toBe(true)
})

pageTest('before the first chat there are three questions about connected repositories', async (scene) => {
  await addRepository(scene)
  const tab = await (await scene.visit()).open('/chats')
  await tab.setViewportSize(narrow)
  const questions = tab.locator('.questions').getByRole('button')
  await questions.first().waitFor()
  expect(await questions.count()).toBe(3)
  const words = await questions.first().textContent()
  await questions.first().click()
  await expectSoon(() => tab.getByRole('textbox', { name: 'Ask Herald' }).inputValue(), words)
  await expectPresentable(tab, 'chats questions')
})
