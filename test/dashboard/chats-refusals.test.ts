import { expect } from 'bun:test'
import type { Page } from 'playwright-core'
import * as chatsStrings from '../../src/dashboard/agents/chats/strings.ts'
import * as shellStrings from '../../src/dashboard/app/shell/strings.ts'
import * as dataStrings from '../../src/dashboard/data/strings.ts'
import { setLimits } from '../../src/features/usage/limits.ts'
import { answer, call, end } from '../support/talking.ts'
import { answerWith } from './support/answers.ts'
import { addChat, field, inHalves, letTalk, messagesOf, sendButton, tell, wordsOf } from './support/chats.ts'
import { refusal } from './support/faults.ts'
import { expectPresentable } from './support/looks.ts'
import { addRepository } from './support/repositories.ts'
import { pageTest } from './support/scene.ts'
import { expectSoon } from './support/soon.ts'

const tryAgain = (tab: Page) => tab.getByRole('button', { name: 'Try again', exact: true })

pageTest('a rate-limited message is sent again after its countdown', async (scene) => {
  using _model = letTalk(scene, answer('Here it is.'))
  const chatId = await addChat(scene)
  const visitor = await scene.visit()
  const tab = await visitor.open(`/chats/${chatId}`)
  const recover = await answerWith(
    tab,
    'POST /v1/chats/:id',
    429,
    { error: 'Rate limit exceeded' },
    { 'retry-after': '40' },
  )
  visitor.faults.expect(refusal(429, '/v1/chats/:id'))
  await tell(tab, 'Tell me more')
  const waiting = tab.getByRole('button', { name: /^Try again in \d+ s$/ })
  await waiting.waitFor()
  expect(await waiting.isDisabled()).toBe(true)
  await expectSoon(() => field(tab).inputValue(), 'Tell me more')
  await expectPresentable(tab, 'chat too soon')
  await recover()
  await tab.clock.fastForward(41_000)
  await tryAgain(tab).click()
  await tab.getByRole('article').getByText('Here it is.').waitFor()
  await expectSoon(() => field(tab).inputValue(), '')
  await expectSoon(async () => (await wordsOf(scene, chatId)).slice(2), ['Tell me more', 'Here it is.'])
})

pageTest('without enough credits the page shows how many are left and links to the usage', async (scene) => {
  using _model = letTalk(scene, answer('Never asked.'))
  const { ctx } = scene.herald
  const chatId = await addChat(scene)
  await setLimits(ctx, scene.team.id, { creditCents: 0 })
  const visitor = await scene.visit()
  const tab = await visitor.open(`/chats/${chatId}`)
  visitor.faults.expect(refusal(403, '/v1/chats/:id'))
  await tell(tab, 'Tell me more')
  const alert = tab.getByRole('alert')
  await alert.getByText('Usage limit reached. No AI credits left.').waitFor()
  await expectSoon(() => field(tab).inputValue(), 'Tell me more')
  expect(await messagesOf(scene, chatId)).toHaveLength(2)
  await alert.getByRole('link', { name: 'View usage' }).click()
  await tab.getByRole('heading', { level: 1, name: 'Usage' }).waitFor()
})

pageTest('credits reserved by other replies are shown as reserved', async (scene) => {
  const visitor = await scene.visit()
  const tab = await visitor.open('/chats')
  visitor.faults.expect(refusal(403, '/v1/chats'))
  const body = { error: 'Usage limit reached', code: 'USAGE_LIMIT_REACHED', balance: 40 }
  using _model = letTalk(scene, answer('Never asked.'))
  await answerWith(tab, 'POST /v1/chats', 403, body)
  await tab.getByRole('textbox', { name: 'Ask Herald' }).fill('Hello')
  await tab.getByRole('textbox', { name: 'Ask Herald' }).press('Enter')
  await tab.getByText('Usage limit reached. $0.40 of AI credits are left, but answers in progress').waitFor()
})

pageTest('a user without permission sees who can help, and the text stays', async (scene) => {
  using _model = letTalk(scene, answer('Never asked.'))
  const chatId = await addChat(scene)
  const visitor = await scene.visit('member')
  const tab = await visitor.open(`/chats/${chatId}`)
  await answerWith(tab, 'POST /v1/chats/:id', 403, { error: 'Forbidden' })
  visitor.faults.expect(refusal(403, '/v1/chats/:id'))
  await tell(tab, 'Tell me more')
  await tab.getByRole('alert').getByText('Forbidden. Ask an organization owner.').waitFor()
  await expectSoon(() => field(tab).inputValue(), 'Tell me more')
  expect(await tryAgain(tab).count()).toBe(0)
})

pageTest('while the server is unreachable the text stays, and it is sent later', async (scene) => {
  using _model = letTalk(scene, answer('Here it is.'))
  const chatId = await addChat(scene)
  const visitor = await scene.visit()
  const tab = await visitor.open(`/chats/${chatId}`)
  await field(tab).waitFor()
  visitor.faults.expect(/ERR_INTERNET_DISCONNECTED/)
  await visitor.context.setOffline(true)
  await tell(tab, 'Tell me more')
  await tab.getByRole('alert').getByText(dataStrings.api.unreachable).waitFor()
  await tab.getByText(shellStrings.offlineBar.offline).waitFor()
  await expectSoon(() => field(tab).inputValue(), 'Tell me more')
  await visitor.context.setOffline(false)
  await tryAgain(tab).click()
  await tab.getByRole('article').getByText('Here it is.').waitFor()
  await expectSoon(async () => (await wordsOf(scene, chatId)).slice(2), ['Tell me more', 'Here it is.'])
})

pageTest('after a lost connection the stored part of a reply is loaded', async (scene) => {
  const { script } = inHalves('The first half. ', 'Never said.')
  using _model = letTalk(scene, () => script())
  const chatId = await addChat(scene)
  const visitor = await scene.visit()
  const tab = await visitor.open(`/chats/${chatId}`)
  await tell(tab, 'Tell me more')
  await tab.getByText('The first half.').first().waitFor()
  visitor.faults.expect(/ERR_(INTERNET_DISCONNECTED|INCOMPLETE_CHUNKED_ENCODING)/)
  await visitor.context.setOffline(true)
  scene.herald.ctx.streams.get(chatId)?.abort()
  await tab.clock.runFor(5_000)
  await tab.getByText(chatsStrings.frames.connectionLost).waitFor()
  expect(await tab.getByRole('article').getByText('The first half.').count()).toBe(1)
  await visitor.context.setOffline(false)
  await tab.clock.runFor(5_000)
  await tab.getByText('This answer was interrupted. The part').waitFor()
  expect(await tab.getByText(chatsStrings.frames.connectionLost).count()).toBe(0)
  await tab.getByRole('article').getByText('The first half.').waitFor()
  await sendButton(tab).waitFor()
})

pageTest('a user who may not approve sees why and who can, and shortcuts do nothing', async (scene) => {
  const { id: integrationId } = await addRepository(scene)
  using _model = letTalk(scene, [call('disconnect_integration', { integrationId }), ...end('tool_calls')])
  const reply = await fetch(`${scene.herald.url}/v1/chats`, {
    method: 'POST',
    headers: { authorization: `Bearer ${scene.team.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ message: 'Disconnect the app' }),
  })
  await reply.text()
  const chatId = reply.headers.get('x-chat-id')
  const tab = await (await scene.visit('member')).open(`/chats/${chatId}`)
  const card = tab.getByRole('region', { name: 'Disconnect integration, pending approval' })
  await card
    .getByText(
      'You may not approve this: your key or role may not use disconnect_integration. Ask an owner or admin.',
    )
    .waitFor()
  expect(await card.getByRole('button', { name: 'Approve' }).isDisabled()).toBe(true)
  await tab.locator('h1').focus()
  await tab.keyboard.press('a')
  await tab.keyboard.press('d')
  await card.getByRole('textbox', { name: 'Reason' }).waitFor()
  const { body } = await scene.team.call('GET', '/v1/integrations')
  expect(body.github.map(({ id }: { id: string }) => id)).toEqual([integrationId])
})
