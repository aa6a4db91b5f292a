import { describe, expect } from 'bun:test'
import type { Page } from 'playwright-core'
import * as postStrings from '../../src/dashboard/content/post/strings.ts'
import { atomically } from '../../src/db/client.ts'
import { createImagePost } from '../../src/features/posts/create-post.ts'
import { answerWith, hold } from './support/answers.ts'
import { addPlanned, workingTitle } from './support/briefs.ts'
import { stopClock } from './support/clock.ts'
import { refusal } from './support/faults.ts'
import { expectKeyboardReachesAll } from './support/keyboard.ts'
import { expectPresentable } from './support/looks.ts'
import {
  button,
  lineOf,
  openPost,
  openText,
  saying,
  textOf,
  titleOf,
  writeAtEnd,
} from './support/post-page.ts'
import { addCollection, addPosts } from './support/posts.ts'
import { addSamplePost, sampleMarkdown, sampleTitle } from './support/sample-post.ts'
import { pageTest, type Scene } from './support/scene.ts'
import { expectSoon } from './support/soon.ts'

// The page of one post, around its text and its ledger.

const view = (tab: Page, name: string) =>
  tab.getByRole('navigation', { name: 'Post views' }).getByRole('link', { name })
const toast = (tab: Page, text: string) => tab.locator('.toast', { hasText: text })
const saved = (tab: Page) => saying(tab, /^Saved/)

describe('its views', () => {
  pageTest('each have a URL', async (scene) => {
    const { id, tab } = await openText(scene)
    for (const [name, query] of [
      ['Preview', '?view=preview'],
      ['Changes', '?view=changes'],
      ['Details', '?view=details'],
      ['Write', ''],
    ] as const) {
      await view(tab, name).click()
      await tab.waitForURL(`**/posts/${id}${query}`)
      await expectSoon(() => view(tab, name).getAttribute('aria-current'), 'page')
    }
    await tab.goBack()
    await tab.getByRole('heading', { name: 'URL' }).waitFor()
  })

  pageTest('keep the text, the cursor and the undo history', async (scene) => {
    const { tab } = await openText(scene)
    // What is typed within half a second is undone at once.
    await stopClock(tab)
    await writeAtEnd(tab, 'Afterwards.')
    await tab.clock.resume()
    await view(tab, 'Preview').click()
    await view(tab, 'Write').click()
    await textOf(tab).focus()
    await stopClock(tab)
    await tab.keyboard.type(' Again.')
    await tab.clock.resume()
    await textOf(tab).getByText('Afterwards. Again.').waitFor()
    await tab.keyboard.press('Control+z')
    await tab.keyboard.press('Control+z')
    await textOf(tab).getByText('Afterwards.').waitFor({ state: 'detached' })
  })
})

describe('the preview', () => {
  pageTest('shows the HTML of the newest text once it is saved', async (scene) => {
    const { tab, visitor, read } = await openText(scene)
    const letGo = await hold(visitor.context, 'PATCH /v1/posts/:id')
    await writeAtEnd(tab, '\n**Bold** words <script>alert(1)</script>')
    await view(tab, 'Preview').click()
    const preview = tab.getByRole('region', { name: 'Preview' })
    await preview.getByText(postStrings.preview.saving).waitFor()
    await letGo()
    await preview.locator('strong').getByText('Bold').waitFor()
    await preview.getByText(postStrings.preview.saving).waitFor({ state: 'detached' })
    expect(await preview.locator('script').count()).toBe(0)
    expect((await read()).content).toContain('<strong>Bold</strong>')
    await expectPresentable(tab, 'post preview')
  })

  pageTest('loads nothing from other hosts: a remote picture is a link', async (scene) => {
    const { tab } = await openPost(
      scene,
      { markdown: '![A chart](https://elsewhere.example/chart.png)\n\n[Home](https://x.dev)' },
      '?view=preview',
    )
    const preview = tab.getByRole('region', { name: 'Preview' })
    const link = preview.getByRole('link', { name: 'Image: A chart' })
    await expectSoon(() => link.getAttribute('href'), 'https://elsewhere.example/chart.png')
    await expectSoon(() => preview.getByRole('link', { name: 'Home' }).getAttribute('target'), '_blank')
    expect(await preview.locator('img, picture, video, audio, iframe, object').count()).toBe(0)
  })

  pageTest('says when it is older than the text', async (scene) => {
    const { tab, visitor } = await openText(scene)
    await answerWith(visitor.context, '/v1/posts/:id', 500, { error: 'Full.' })
    visitor.faults.expect(refusal(500, '/v1/posts/:id'))
    await writeAtEnd(tab, 'Second.')
    await view(tab, 'Preview').click()
    await tab.getByText(postStrings.preview.notSaved).waitFor()
  })
})

describe('the changes', () => {
  const order = 'Keep the order of columns after a reload'

  pageTest('are counted in the tab and shown as a diff with the generated text', async (scene) => {
    const { tab } = await openText(scene)
    await expectSoon(() => view(tab, 'Changes').textContent(), 'Changes')
    await lineOf(tab, order).click()
    await tab.keyboard.press('Control+Shift+k')
    await writeAtEnd(tab, '\nOne more.\nAnd another.')
    await tab.clock.fastForward(1000)
    await tab.keyboard.press('Control+s')
    await saved(tab).waitFor()
    // Saving does not make them less.
    await view(tab, 'Changes').getByText('+3 −1').waitFor()
    await view(tab, 'Changes').click()
    const changes = tab.getByRole('region', { name: 'Changes' })
    await expectSoon(
      () => changes.locator('del').allTextContents(),
      [`- ${order} [#409](https://github.com/acme/app/pull/409) (Author: [@ada](https://github.com/ada/))`],
    )
    await expectSoon(() => changes.locator('ins').allTextContents(), [' ', 'One more.', 'And another.'])
    await expectPresentable(tab, 'post changes')
  })

  pageTest('mark the words that differ within a line', async (scene) => {
    const { tab } = await openText(scene, { markdown: 'One two three.\n' })
    await textOf(tab).focus()
    for (const key of ['Control+Home', 'Control+ArrowRight', 'Control+Shift+ArrowRight'])
      await tab.keyboard.press(key)
    await tab.keyboard.type(' TWO')
    await view(tab, 'Changes').click()
    const changes = tab.getByRole('region', { name: 'Changes' })
    const marked = () =>
      Promise.all(['del b', 'ins b'].map((words) => changes.locator(words).allTextContents()))
    await expectSoon(marked, [['two'], ['TWO']])
  })

  pageTest('can be reverted one by one', async (scene) => {
    const { tab, read } = await openText(scene)
    await lineOf(tab, order).click()
    await tab.keyboard.press('Control+Shift+k')
    await writeAtEnd(tab, '\nOne more.')
    await view(tab, 'Changes').click()
    await button(tab, 'Revert').first().click()
    await tab.getByRole('region', { name: 'Changes' }).locator('del').waitFor({ state: 'detached' })
    await button(tab, 'Revert').click()
    await tab.getByText('No changes').waitFor()
    await tab.keyboard.press('Control+s')
    await saved(tab).waitFor()
    expect((await read()).markdown).toBe(sampleMarkdown)
  })
})

describe('publishing', () => {
  pageTest('publishes the newest text and links to the public page', async (scene) => {
    const owner = await scene.team.person('owner', 'olga')
    await owner.call('PATCH', '/api/app/organization', { publicPage: true })
    const { tab, sent, read } = await openText(scene)
    // In time the text would be saved by itself.
    await stopClock(tab)
    await writeAtEnd(tab, 'The end.')
    await button(tab, 'Publish').click()
    const link = toast(tab, 'Published').getByRole('link', { name: 'View page' })
    await link.waitFor()
    const post = await read()
    expect(post).toMatchObject({
      status: 'published',
      title: sampleTitle,
      markdown: `${sampleMarkdown}The end.`,
    })
    expect(sent).toHaveLength(1)
    const address = `${scene.herald.url}/c/${scene.team.slug}/${post.slug}`
    await expectSoon(() => link.getAttribute('href'), address)
    await toast(tab, `Published at ${address.replace('http://', '')}`).waitFor()
    await tab.clock.resume()
    await tab.getByText('Published', { exact: true }).first().waitFor()
    const drafts = tab
      .getByRole('navigation')
      .getByRole('link', { name: /^Posts/ })
      .locator('.n')
    await drafts.waitFor({ state: 'detached' })
    await button(tab, 'Move to draft').click()
    await button(tab, 'Publish').waitFor()
    await drafts.getByText('1', { exact: true }).waitFor()
    expect((await read()).status).toBe('draft')
  })

  pageTest('can be undone from its message', async (scene) => {
    const { tab, read } = await openText(scene)
    await stopClock(tab)
    await button(tab, 'Publish').click()
    await toast(tab, 'Published').getByRole('button', { name: 'Undo' }).click()
    await button(tab, 'Publish').waitFor()
    expect((await read()).status).toBe('draft')
  })

  pageTest('shows its progress, and has no link if nothing is public', async (scene) => {
    const { tab, visitor } = await openText(scene)
    const letGo = await hold(visitor.context, '/v1/posts/:id')
    await button(tab, 'Publish').click()
    await button(tab, 'Publishing').waitFor()
    await letGo()
    await toast(tab, 'Published. Your public page is off. Only members can read this post.').waitFor()
    expect(await tab.getByRole('link', { name: 'View page' }).count()).toBe(0)
  })

  pageTest('a refusal shows the message of the API', async (scene) => {
    const { tab, visitor, read } = await openText(scene)
    const recover = await answerWith(visitor.context, '/v1/posts/:id', 403, { error: 'Forbidden' })
    visitor.faults.expect(refusal(403, '/v1/posts/:id'))
    await button(tab, 'Publish').click()
    await tab.getByRole('alert').getByText('Not saved. Forbidden.').waitFor()
    await recover()
    expect((await read()).status).toBe('draft')
  })
})

describe('copying', () => {
  const copied = (tab: Page) => tab.evaluate(() => navigator.clipboard.readText())

  pageTest('the Markdown as edited, and the HTML of the server', async (scene) => {
    const { tab, read } = await openText(scene)
    await writeAtEnd(tab, '**New.**')
    await button(tab, 'Copy').click()
    await tab.getByRole('menuitem', { name: postStrings.postHead.copyMarkdown }).click()
    await toast(tab, 'Markdown copied').waitFor()
    expect(await copied(tab)).toBe(`${sampleMarkdown}**New.**`)
    await button(tab, 'Copy').click()
    await tab.getByRole('menuitem', { name: 'Copy HTML' }).click()
    await toast(tab, 'HTML copied').waitFor()
    expect(await copied(tab)).toContain('<strong>New.</strong>')
    expect(await copied(tab)).toBe((await read()).content)
    await button(tab, 'Copy').click()
    await tab.getByRole('menuitem', { name: postStrings.postHead.copyAsThread }).click()
    await toast(tab, 'Thread copied').waitFor()
    expect((await copied(tab)).split('\n\n---\n\n')[0]).toMatch(/ 1\/\d+$/)
  })
})

pageTest('deleting can be undone for eight seconds', async (scene) => {
  const { id, tab, read } = await openText(scene)
  const remove = async () => {
    await button(tab, 'More').click()
    await tab.getByRole('menuitem', { name: postStrings.postHead.deletePost }).click()
    await tab.getByRole('heading', { level: 1, name: 'Posts' }).waitFor()
  }
  await remove()
  await button(tab, 'Undo').click()
  const row = tab.getByRole('link', { name: sampleTitle })
  await row.click()
  await textOf(tab).waitFor()
  expect((await read()).id).toBe(id)
  const gone = tab.waitForResponse((response) => response.request().method() === 'DELETE')
  await remove()
  await expectSoon(() => row.count(), 0)
  await tab.clock.fastForward(8100)
  await gone
  expect(await read()).toBeNull()
})

describe('its details', () => {
  const details = '?view=details'

  pageTest('a marker next to Publish shows that there is advice', async (scene) => {
    const { tab } = await openPost(scene, { recommendations: 'Show a screenshot.' })
    await tab.getByRole('link', { name: postStrings.details.beforeYouPublish }).click()
    await tab.getByText('Show a screenshot.').waitFor()
    await button(tab, 'Publish').click()
    await button(tab, 'Move to draft').waitFor()
    expect(await tab.getByRole('link', { name: postStrings.details.beforeYouPublish }).count()).toBe(0)
  })

  pageTest('link to the outline and the gap of an article', async (scene) => {
    const { id, project } = await addPlanned(scene, { status: 'completed' })
    const sourceMetadata = { briefId: id, projectId: project.id }
    const { tab } = await openPost(scene, { sourceMetadata }, details)
    const origin = tab.getByRole('region', { name: 'Sources' })
    await origin.getByRole('link', { name: 'best tools for changelogs' }).waitFor()
    await origin.getByRole('link', { name: workingTitle }).click()
    await tab.waitForURL(new RegExp(`/geo/write/${id}`))
  })

  pageTest('contain the advice of the writer', async (scene) => {
    const { tab } = await openPost(
      scene,
      { recommendations: 'Show a screenshot.\n\n- Of the export' },
      details,
    )
    await tab
      .getByRole('region', { name: postStrings.details.beforeYouPublish })
      .getByText('Show a screenshot.')
      .waitFor()
    await expectPresentable(tab, 'post details')
    await expectKeyboardReachesAll(tab)
  })

  pageTest('contain the slug, whose check blocks nothing else', async (scene) => {
    const { tab, visitor, read, sent } = await openPost(scene, {}, details)
    await addPosts(scene, [{ title: 'Taken' }])
    const slug = tab.getByRole('textbox', { name: 'Slug' })
    await slug.fill('Not A Slug')
    visitor.faults.expect(refusal(400, '/v1/posts/:id'))
    await button(tab, 'Change slug').click()
    await tab.getByText('Slug must contain lowercase letters, numbers, and hyphens only').waitFor()
    await expectSoon(() => slug.getAttribute('aria-invalid'), 'true')
    visitor.faults.expect(refusal(409, '/v1/posts/:id'))
    await slug.fill('taken')
    await slug.press('Enter')
    await tab.getByText('A post with this slug already exists').waitFor()
    await saved(tab).waitFor()
    await slug.fill('acme-1-4')
    await slug.press('Enter')
    await tab.getByRole('link', { name: 'Slug: acme-1-4' }).waitFor()
    await expectSoon(async () => (await read()).slug, 'acme-1-4')
    expect(sent.at(-1)).toEqual({ slug: 'acme-1-4' })
    // Later edits do not overwrite another user's work.
    await titleOf(tab).fill('Another title')
    await tab.keyboard.press('Control+s')
    await saved(tab).waitFor()
    expect(await read()).toMatchObject({ title: 'Another title', slug: 'acme-1-4' })
  })

  pageTest('contain no slug if the post has no URL', async (scene) => {
    const { tab } = await openPost(scene, { contentType: 'linkedin_post', sourceMetadata: {} }, details)
    await tab.getByRole('region', { name: 'Sources' }).waitFor()
    expect(await tab.getByRole('textbox', { name: 'Slug' }).count()).toBe(0)
  })

  pageTest('can create, show and replace its picture', async (scene) => {
    const { tab, collection } = await openCollected(scene)
    const picture = tab.getByRole('region', { name: 'Image' })
    await picture.getByText('No image yet.').waitFor()
    await button(tab, 'Generate image').click()
    const image = picture.getByRole('img')
    await image.waitFor()
    const first = await image.getAttribute('src')
    expect(
      await image.evaluate((element: HTMLImageElement) => element.decode().then(() => element.naturalWidth)),
    ).toBe(1200)
    await picture.getByText(postStrings.picture.shownOncePublished).waitFor()
    await expectPresentable(tab, 'post picture')
    await titleOf(tab).fill('Acme 1.5')
    await button(tab, 'Regenerate').click()
    await tab.waitForFunction(
      (before) => document.querySelector('.picture img')?.getAttribute('src') !== before,
      first,
    )
    const { body } = await scene.team.call('GET', `/v1/collections/${collection}`)
    expect(body.posts.filter((post: any) => post.contentType === 'image')).toHaveLength(1)
    await picture.getByRole('link', { name: 'Open image' }).click()
    await tab.getByRole('heading', { level: 1 }).waitFor()
  })

  pageTest('name the collection and its other posts', async (scene) => {
    const { tab, collection } = await openCollected(scene)
    const origin = tab.getByRole('region', { name: 'Sources' })
    const link = origin.getByRole('link', { name: /^Changelog, Blog post/ })
    expect(await link.getAttribute('href')).toEndWith(`/posts/collections/${collection}`)
    await origin.getByRole('link', { name: 'What Acme 1.4 brings' }).click()
    await tab.getByRole('heading', { level: 1, name: 'What Acme 1.4 brings' }).waitFor()
  })

  async function openCollected(scene: Scene) {
    const collection = await addCollection(scene, ['changelog', 'blog_post'])
    await addPosts(scene, [
      { title: 'What Acme 1.4 brings', contentType: 'blog_post', collectionId: collection },
    ])
    return { ...(await openPost(scene, { collectionId: collection }, details)), collection }
  }
})

pageTest('a picture post shows its picture, which is drawn again for another title', async (scene) => {
  const { id, statements } = await createImagePost(scene.herald.ctx, {
    organizationId: scene.team.id,
    collectionId: await addCollection(scene, ['image']),
    title: 'Acme 1.4',
    brand: 'Acme',
    highlights: ['Export a report as PDF'],
    sourceMetadata: {},
  })
  await atomically(scene.herald.ctx.db, statements)
  const tab = await (await scene.visit('member')).open(`/posts/${id}`)
  const image = tab.getByRole('img', { name: 'Link preview of “Acme 1.4”' })
  await image.waitFor()
  const first = await image.getAttribute('src')
  await expectPresentable(tab, 'post image')
  await titleOf(tab).fill('Acme 1.5')
  await button(tab, 'Regenerate').click()
  await tab.getByRole('img', { name: 'Link preview of “Acme 1.5”' }).waitFor()
  await tab.waitForFunction(
    (before) => document.querySelector('.picture img')?.getAttribute('src') !== before,
    first,
  )
  const { body } = await scene.team.call('GET', `/v1/posts/${id}`)
  expect(body.post).toMatchObject({ title: 'Acme 1.5', markdown: null })
  expect(new URL(body.post.content).pathname).toBe(
    (await tab.locator('.picture img').getAttribute('src')) ?? '',
  )
})

describe('an unknown post', () => {
  pageTest('the page says so and links to all posts', async (scene) => {
    const tab = await (await scene.visit()).open('/posts/none')
    await tab.getByText(postStrings.postPage.postNotFound).waitFor()
    await tab.getByRole('link', { name: 'All posts' }).click()
    await tab.getByRole('heading', { level: 1, name: 'Posts' }).waitFor()
  })

  pageTest('a post of another organization is not found', async (scene) => {
    const stranger = await scene.herald.team(`${scene.team.slug}-other`)
    const id = await addSamplePost({ ...scene, team: stranger })
    const tab = await (await scene.visit()).open(`/posts/${id}`)
    await tab.getByText(postStrings.postPage.postNotFound).waitFor()
    expect(await tab.getByText('Acme 1.4').count()).toBe(0)
  })
})
