import { describe, expect } from 'bun:test'
import * as postStrings from '../../src/dashboard/content/post/strings.ts'
import type { Material } from '../../src/features/geo/briefs/writing/article-material.ts'
import { basisOf } from '../../src/features/geo/briefs/writing/check-again.ts'
import type { TextFault } from '../../src/features/posts/text-fault.ts'
import { hold } from './support/answers.ts'
import { addPlanned, document } from './support/briefs.ts'
import { expectPresentable } from './support/looks.ts'
import { button, openText, textOf } from './support/post-page.ts'
import { addSamplePost } from './support/sample-post.ts'
import { pageTest, type Scene } from './support/scene.ts'
import { expectSoon } from './support/soon.ts'

// Faults of an article: which ones there are, and how they prevent publication.

const claim = 'Initech never answers its customers.'
const markdown = `A changelog tool lists what changed for readers.\n\n${claim}\n\nAcme runs on your own server.`

const named = (name: string) => ({ key: name.toLowerCase(), name, terms: [name], hosts: [] })
const material: Material = {
  ...{ document, own: named('Acme'), rivals: [named('Initech')], identity: null, voice: null },
  ...{ claims: [], links: [], pages: [], existingPageUrl: null },
}
const unsupported: TextFault = {
  ...{ rule: 'claims-about-others', severity: 'blocking', excerpt: claim },
  message: `No source supports "${claim}" about Initech.`,
}
const unsourced: TextFault = {
  ...{ rule: 'evidence', severity: 'blocking', excerpt: 'lists what changed' },
  message: 'No source has this detail.',
}
const short: TextFault = {
  ...{ rule: 'length', severity: 'minor', excerpt: null },
  message: 'The article has 18 words. Articles need 900 to 1,600.',
}

function articleWith({ herald }: Scene, faults: TextFault[]) {
  const at = herald.ctx.now().getTime()
  const basis = basisOf({ material, at, category: 'changelog tool', audience: 'small teams' })
  const article = {
    contentType: 'blog_post',
    title: 'Changelog tools',
    markdown,
    sourceMetadata: {},
  } as const
  return { ...article, faulty: { ...basis, faults } }
}

async function openArticle(scene: Scene, faults: TextFault[]) {
  const opened = await openText(scene, articleWith(scene, faults))
  const panel = opened.tab.getByRole('complementary', { name: 'Problems' })
  const publish = button(opened.tab, 'Publish')
  /** The sentence that describes the Publish button. */
  const reason = () =>
    publish.evaluate((element) => {
      const id = element.getAttribute('aria-describedby')
      return id && element.ownerDocument.getElementById(id)?.textContent
    })
  return { ...opened, panel, publish, reason }
}

describe('an article with faults', () => {
  pageTest('lists the blocking faults before the others', async (scene) => {
    const { tab, panel } = await openArticle(scene, [short, unsupported, unsourced])
    await panel.getByText('3 problems').waitFor()
    await expectSoon(() => panel.locator('h3').allTextContents(), ['Must fix', 'Should fix'])
    const listOf = (name: string) => panel.getByRole('region', { name }).locator('p').allTextContents()
    await expectSoon(() => listOf('Must fix'), [unsupported.message, unsourced.message])
    await expectSoon(() => listOf('Should fix'), [short.message])
    // A message that has the excerpt is not followed by it.
    await expectSoon(() => panel.locator('blockquote').allTextContents(), ['“lists what changed”'])
    await expectPresentable(tab, 'post with faults')
  })

  pageTest('cannot be published with a blocking fault', async (scene) => {
    const { publish, reason } = await openArticle(scene, [short, unsupported, unsourced])
    expect(await publish.isDisabled()).toBe(true)
    expect(await reason()).toBe('Fix 2 problems before publishing')
  })

  pageTest('can be published with minor faults', async (scene) => {
    const { tab, publish, reason, read } = await openArticle(scene, [short])
    expect([await publish.isDisabled(), await reason()]).toEqual([false, null])
    await tab.getByRole('region', { name: 'Should fix' }).waitFor()
    expect(await tab.getByRole('region', { name: 'Must fix' }).count()).toBe(0)
    expect((await read()).status).toBe('draft')
  })

  pageTest('a fault selects its excerpt in the text, also from another view', async (scene) => {
    const { tab, panel } = await openArticle(scene, [unsupported, unsourced])
    const selected = () => tab.evaluate(() => getSelection()?.toString())
    await button(tab, `Show in text: ${claim}`).click()
    await expectSoon(selected, claim)
    await tab.getByRole('link', { name: 'Preview' }).click()
    await tab.getByRole('region', { name: 'Preview' }).waitFor()
    await panel.getByText(postStrings.faultsPanel.showInText).last().click()
    await textOf(tab).waitFor()
    await expectSoon(selected, 'lists what changed')
  })

  pageTest('can be published after an edit and another check', async (scene) => {
    const { tab, panel, publish, reason, read } = await openArticle(scene, [unsupported])
    expect(await reason()).toBe('Fix 1 problem before publishing')
    await button(tab, `Show in text: ${claim}`).click()
    await expectSoon(() => tab.evaluate(() => getSelection()?.toString()), claim)
    await tab.keyboard.press('Delete')
    await button(tab, 'Check again').click()
    await expectSoon(() => publish.isEnabled(), true)
    expect(await reason()).toBe(null)
    expect(await panel.getByText(unsupported.message).count()).toBe(0)
    await publish.click()
    await button(tab, 'Move to draft').waitFor()
    expect((await read()).status).toBe('published')
  })
})

pageTest('another check with the same result shows that it runs and when it ended', async (scene) => {
  const id = await addSamplePost(scene, articleWith(scene, [unsupported]))
  scene.herald.ctx.clock.advance(3_600_000)
  const visitor = await scene.visit()
  const tab = await visitor.open(`/posts/${id}`)
  const says = (text: string | RegExp) => tab.getByRole('complementary', { name: 'Problems' }).getByText(text)
  await says('Checked 1 hour ago: 1 problem left').waitFor()
  const letGo = await hold(visitor.context, 'POST /v1/posts/:id/check')
  await button(tab, 'Check again').click()
  await button(tab, 'Checking').waitFor()
  await says('Checking the text').waitFor()
  await letGo()
  await says(/^Checked just now: \d+ problems? left$/).waitFor()
})

pageTest(
  'the list of posts counts the faults of drafts, and marks those that block publication',
  async (scene) => {
    await addSamplePost(scene, { ...articleWith(scene, [short, unsupported]), title: 'Blocked' })
    await addSamplePost(scene, { ...articleWith(scene, [short]), title: 'Short' })
    await addSamplePost(scene, { title: 'Clean', sourceMetadata: {} })
    const tab = await (await scene.visit()).open('/posts')
    const row = (title: string) => tab.getByRole('row').filter({ hasText: title })
    await row('Blocked').locator('.tag.bad', { hasText: '2 problems' }).waitFor()
    await row('Short').locator('.tag:not(.bad)', { hasText: '1 problem' }).waitFor()
    expect(await row('Clean').locator('.tag').count()).toBe(0)
  },
)

pageTest('a post without faults has no such panel', async (scene) => {
  const { tab } = await openText(scene, { contentType: 'blog_post', sourceMetadata: {} })
  expect(await tab.getByRole('complementary', { name: 'Problems' }).count()).toBe(0)
  expect(await button(tab, 'Publish').isEnabled()).toBe(true)
})

pageTest('the list of articles counts the faults of each one', async (scene) => {
  const postId = await addSamplePost(scene, articleWith(scene, [short, unsupported, unsourced]))
  await addPlanned(scene, { status: 'completed', postId, completedAt: scene.herald.ctx.now() })
  const tab = await (await scene.visit()).open('/geo/write')
  await tab.getByRole('cell', { name: 'Done, 3 problems' }).waitFor()
})
