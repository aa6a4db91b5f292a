import { expect } from 'bun:test'
import type { Page } from 'playwright-core'
import * as dialogsStrings from '../../src/dashboard/content/post/dialogs/strings.ts'
import { answer } from '../support/talking.ts'
import { calls } from './support/agent.ts'
import { answerWith } from './support/answers.ts'
import { letTalk } from './support/chats.ts'
import { refusal } from './support/faults.ts'
import { button, openText, writeAtEnd } from './support/post-page.ts'
import { sampleMarkdown } from './support/sample-post.ts'
import { pageTest } from './support/scene.ts'
import { expectSoon } from './support/soon.ts'

// The way from a post to a session of the agent that knows it.

const wish = (tab: Page) => tab.getByRole('textbox', { name: dialogsStrings.editWithAgent.requestedChanges })

async function ask(tab: Page, words: string) {
  await button(tab, 'More').click()
  await tab.getByRole('menuitem', { name: 'Edit with agent' }).click()
  await wish(tab).fill(words)
  await button(tab, 'Start').click()
}

pageTest('the agent gets a post with its latest text and changes it after approval', async (scene) => {
  const { id, tab, read } = await openText(scene)
  const typed = 'Thanks to all.'
  const next = `${sampleMarkdown.replace('Reports can leave Acme now.', 'Reports leave Acme.')}${typed}`
  using model = letTalk(scene, calls('update_post', { postId: id, markdown: next }), answer('It is shorter.'))
  await writeAtEnd(tab, typed)
  await ask(tab, 'Make the first sentence shorter.')
  await tab.waitForURL('**/chats/sessions/*')
  const card = tab.getByRole('region', { name: 'Update post, pending approval' })
  await card.getByText('The edit agrees with the ledger: it removes no change').waitFor()
  const told = JSON.parse(model.talks[0]?.body.messages[3].content)
  expect([told.post.id, told.post.markdown]).toEqual([id, `${sampleMarkdown}${typed}`])
  expect(await card.textContent()).toContain('+ “Reports leave Acme.')
  expect((await read()).markdown).not.toBe(next)
  await card.getByRole('button', { name: 'Approve' }).click()
  await expectSoon(async () => (await read()).markdown, next)
})

pageTest('an obstacle is shown in the dialog', async (scene) => {
  const { tab, visitor } = await openText(scene)
  const route = '/v2/agent/v1/session'
  visitor.faults.expect(refusal(429, route))
  const limit = { error: 'Rate limit exceeded', limit: 30, remaining: 0, reset: 0 }
  await answerWith(tab, `POST ${route}`, 429, limit, { 'retry-after': '30' })
  await ask(tab, 'Shorter.')
  await tab
    .getByRole('dialog')
    .getByText(/Rate limit exceeded|Too many/)
    .waitFor()
  expect(await wish(tab).inputValue()).toBe('Shorter.')
  await tab.keyboard.press('Escape')
  await expectSoon(() => tab.getByRole('dialog').count(), 0)
})
