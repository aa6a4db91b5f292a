import { expect } from 'bun:test'
import { createEngines } from '../../src/ai/engines/engines.ts'
import { readConfig } from '../../src/config.ts'
import { connectTracker } from '../../src/features/integrations/trackers.ts'
import { answer } from '../support/talking.ts'
import { addChat, chatIdOf, field, letTalk, messagesOf, sendButton, tell, wordsOf } from './support/chats.ts'
import { expectPresentable } from './support/looks.ts'
import { addRepository } from './support/repositories.ts'
import { pageTest } from './support/scene.ts'
import { expectSoon } from './support/soon.ts'

pageTest('a message can refer to repositories and trackers, as chips that can be removed', async (scene) => {
  const app = await addRepository(scene)
  const site = await addRepository(scene, 'site')
  const tracker = await connectTracker(scene.herald.ctx, scene.team.id, {
    provider: 'linear',
    token: 'lin_api_secret',
    team: null,
    leftOut: { labels: [], teams: [] },
  })
  using model = letTalk(scene, answer('Here it is.'))
  const chatId = await addChat(scene)
  const tab = await (await scene.visit()).open(`/chats/${chatId}`)
  async function choose(name: string) {
    await tab.getByRole('button', { name: /select sources/ }).click()
    await tab.getByRole('menuitem', { name }).click()
  }
  await choose(app.host.fullName)
  await choose(site.host.fullName)
  await choose(tracker.displayName)
  await expectPresentable(tab, 'chat about')
  await tab.getByRole('button', { name: `Remove ${site.host.fullName}` }).click()
  await tell(tab, 'What changed')
  await tab.getByRole('article').getByText('Here it is.').waitFor()
  const said = model.talks.find(({ body }) => body.stream)?.body.messages.at(-1).content
  expect(said).toContain(`the repository ${app.host.fullName}, integrationId ${app.id}`)
  expect(said).toContain(`integrationId ${tracker.id}`)
  expect(said).not.toContain(site.id)
  const tags = tab.locator('.asked').last().locator('.tag')
  await expectSoon(() => tags.allTextContents(), [app.host.fullName, 'Issue tracker'])
})

pageTest('the chosen model and its effort are kept for the next message', async (scene) => {
  using model = letTalk(scene, answer('Thought through.'), answer('Again.'))
  const { ctx } = scene.herald
  const entry = { id: 'acme/deep', kind: 'writer', model: 'deep-1', baseUrl: model.url, keyVariable: null }
  const path = `${ctx.config.dataDir}/engines-${crypto.randomUUID()}.json`
  const common = { provider: 'acme', label: 'Deep', api: 'chat', thinking: true }
  await Bun.write(path, JSON.stringify([{ ...entry, ...common }]))
  const { engines } = ctx
  ctx.engines = createEngines(readConfig({ ...model.settings, ENGINES_FILE: path }))
  using restored = new DisposableStack()
  restored.defer(() => {
    ctx.engines = engines
  })
  const tab = await (await scene.visit()).open(`/chats/${await addChat(scene)}`)
  const thinking = tab.getByRole('combobox', { name: 'Thinking' })
  await tab.getByRole('combobox', { name: 'Model' }).waitFor()
  expect(await thinking.count()).toBe(0)
  await tab.getByRole('combobox', { name: 'Model' }).selectOption('Deep')
  await thinking.selectOption('Thinking: high')
  await expectPresentable(tab, 'chat model')
  for (const [said, told] of [
    ['One', 'Thought through.'],
    ['Two', 'Again.'],
  ] as const) {
    await tell(tab, said)
    await tab.getByRole('article').getByText(told).waitFor()
    await sendButton(tab).waitFor()
    const { body } = model.talks.filter(({ body }) => body.stream).at(-1) ?? {}
    expect(body).toMatchObject({ model: 'deep-1', reasoning_effort: 'high' })
  }
})

pageTest('a draft is deleted once its message was accepted', async (scene) => {
  using _model = letTalk(scene, answer('Here it is.'))
  const tab = await (await scene.visit()).open('/chats')
  const first = tab.getByRole('textbox', { name: 'Ask Herald' })
  await first.fill('What changed')
  await tab.reload()
  await expectSoon(() => first.inputValue(), 'What changed')
  await first.press('Enter')
  await tab.getByRole('article').getByText('Here it is.').waitFor()
  await expectSoon(() => field(tab).evaluate((element) => element === document.activeElement), true)
  await field(tab).fill('Next')
  await tab.getByRole('link', { name: 'New chat' }).click()
  await first.waitFor()
  expect(await first.inputValue()).toBe('')
  await tab.goBack()
  await expectSoon(() => field(tab).inputValue(), 'Next')
})

pageTest('Enter sends once, Shift Enter adds a line, and an empty message is not sent', async (scene) => {
  using model = letTalk(scene, answer('One.'), answer('Two.'))
  const chatId = await addChat(scene)
  const tab = await (await scene.visit()).open(`/chats/${chatId}`)
  await field(tab).press('Enter')
  await field(tab).fill('   ')
  await field(tab).press('Enter')
  expect(await sendButton(tab).isDisabled()).toBe(true)
  await field(tab).fill('First')
  await field(tab).press('Shift+Enter')
  await field(tab).pressSequentially('second')
  await field(tab).press('Enter')
  await field(tab).press('Enter')
  await tab.getByRole('article').getByText('One.').waitFor()
  await sendButton(tab).waitFor()
  await expectSoon(
    () => wordsOf(scene, chatId),
    ['What changed in the app, please.', 'Boards leave as **PDF** now.', 'First\nsecond', 'One.'],
  )
  expect(model.talks.filter(({ body }) => body.stream)).toHaveLength(1)
})

pageTest('an open chat can be renamed, pinned and deleted', async (scene) => {
  const chatId = await addChat(scene, { title: 'How we write' })
  const tab = await (await scene.visit()).open(`/chats/${chatId}`)
  async function choose(title: string, item: string) {
    await tab.getByRole('button', { name: `More actions for ${title}` }).click()
    await tab.getByRole('menuitem', { name: item }).click()
  }
  await choose('How we write', 'Rename')
  await tab.getByRole('textbox', { name: 'Title' }).fill('How we tell')
  await tab.keyboard.press('Enter')
  await tab.getByRole('heading', { level: 1, name: 'How we tell' }).waitFor()
  await choose('How we tell', 'Pin')
  const chatOf = async () => (await scene.team.call('GET', '/v1/chats')).body.chats[0]
  await expectSoon(async () => (await chatOf()).pinnedAt !== null, true)
  await choose('How we tell', 'Delete')
  await tab.getByRole('heading', { level: 1, name: 'Chats' }).waitFor()
  await tab.clock.runFor(9000)
  await expectSoon(chatOf, undefined)
  expect(await messagesOf(scene, chatId)).toBeUndefined()
  expect(chatIdOf(tab)).toBe('chats')
})
