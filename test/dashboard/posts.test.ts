import { describe, expect } from 'bun:test'
import type { Page } from 'playwright-core'
import * as postsStrings from '../../src/dashboard/content/posts/strings.ts'
import { answerWith } from './support/answers.ts'
import { stopClock } from './support/clock.ts'
import { refusal } from './support/faults.ts'
import { expectPresentable } from './support/looks.ts'
import { addCollection, addPosts } from './support/posts.ts'
import { pageTest, type Scene } from './support/scene.ts'
import { expectSoon } from './support/soon.ts'

// The list of posts: its filters, what is done to several at once, and the deletion that can be undone.

const titles = (tab: Page) => tab.getByRole('table').locator('[data-row]').allInnerTexts()
const row = (tab: Page, title: string) => tab.getByRole('row').filter({ hasText: title })
const tick = (tab: Page, title: string) => tab.getByRole('checkbox', { name: `Select ${title}` }).check()
const button = (tab: Page, name: string) => tab.getByRole('button', { name, exact: true })

/** What a page has sent that changes posts, as "PATCH {body}" or "DELETE id". */
function watchChanges(tab: Page) {
  const sent: string[] = []
  tab.context().on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (request.method() === 'GET' || !pathname.startsWith('/v1/posts/')) return
    const what = request.method() === 'DELETE' ? pathname.slice('/v1/posts/'.length) : request.postData()
    sent.push(`${request.method()} ${what}`)
  })
  return sent
}

async function stored({ team }: Scene) {
  const { body } = await team.call('GET', '/v1/posts?status=draft,published&limit=100&sort=asc')
  return body.posts.map((post: any) => `${post.title}: ${post.status}`)
}

const three = [{ title: 'One', published: true }, { title: 'Two' }, { title: 'Three' }]

async function openPosts(scene: Scene, path = '/posts') {
  const visitor = await scene.visit('member')
  const tab = await visitor.open(path)
  await tab.getByRole('table').waitFor()
  return { visitor, tab, sent: watchChanges(tab) }
}

describe('the list', () => {
  pageTest('shows drafts and published posts, newest first', async (scene) => {
    await addPosts(scene, three)
    const { tab } = await openPosts(scene)
    await expectSoon(() => titles(tab), ['Three', 'Two', 'One'])
    await row(tab, 'One').getByText('Published').waitFor()
    await row(tab, 'Two').getByText('Draft').waitFor()
  })

  pageTest('shows the placement of the changes of a changelog, with a legend', async (scene) => {
    await addPosts(scene, [
      { title: 'One', ledger: [1, 2, 3] },
      { title: 'Two', ledger: [2, 0, 1] },
    ])
    const { tab } = await openPosts(scene)
    await tab.getByRole('img', { name: '6 changes: 1 highlight, 2 listed, 3 left out' }).waitFor()
    await expectSoon(() => tab.locator('.legend').textContent(), '9 changes3 highlights2 listed4 left out')
    await expectPresentable(tab, 'posts-legend')
  })

  pageTest('has pages of 25, which are in the URL', async (scene) => {
    await addPosts(
      scene,
      Array.from({ length: 26 }, (_, place) => ({ title: `Post ${place + 1}` })),
    )
    const { tab } = await openPosts(scene)
    expect((await titles(tab)).length).toBe(25)
    await tab.getByText('26 posts, newest first').waitFor()
    await button(tab, 'Next').click()
    await tab.getByText('Page 2 of 2').waitFor()
    await expectSoon(() => titles(tab), ['Post 1'])
    await expectSoon(() => new URL(tab.url()).search, '?page=2')
  })

  pageTest('goes to the previous page when all posts of one were deleted', async (scene) => {
    await addPosts(
      scene,
      Array.from({ length: 26 }, (_, place) => ({ title: `Post ${place + 1}` })),
    )
    const { tab } = await openPosts(scene, '/posts?page=2')
    await tick(tab, 'Post 1')
    await button(tab, 'Delete').click()
    await row(tab, 'Post 26').waitFor()
    await tab.getByText('25 posts, newest first').waitFor()
    await expectSoon(() => new URL(tab.url()).search, '')
    await tab.clock.runFor(8000)
    await tab.getByText('Page 1 of 2').waitFor({ state: 'detached' })
    expect((await titles(tab)).length).toBe(25)
  })
})

pageTest(
  'the status of a post has one name in the list, in the editor and on the start page',
  async (scene) => {
    await addPosts(scene, [{ title: 'Acme 1.4' }])
    const { tab } = await openPosts(scene)
    await row(tab, 'Acme 1.4').getByText('Draft', { exact: true }).waitFor()
    await tab.goto(`/app/${scene.team.slug}`)
    await tab.getByText(/^Draft changelog, /).waitFor()
    await tab.getByRole('link', { name: 'Acme 1.4', exact: true }).click()
    await tab.getByRole('main').getByText('Draft', { exact: true }).waitFor()
    await button(tab, 'Publish').click()
    await button(tab, 'Move to draft').waitFor()
    await tab.getByRole('main').getByText('Published', { exact: true }).waitFor()
  },
)

describe('the filters', () => {
  const acme = { id: 'acme', name: 'Acme' }

  pageTest('are stored in the URL without defaults', async (scene) => {
    await addPosts(scene, [
      { title: 'One', contentType: 'blog_post', brand: acme },
      { title: 'Two', contentType: 'blog_post', published: true },
      { title: 'Three', brand: acme },
    ])
    const { tab } = await openPosts(scene)
    await button(tab, 'Draft').click()
    await tab.getByText('2 posts, newest first').waitFor()
    await tab.getByRole('combobox', { name: 'Type' }).selectOption('Blog post')
    await tab.getByText('1 post, newest first').waitFor()
    await expectSoon(() => titles(tab), ['One'])
    await expectSoon(() => new URL(tab.url()).search, '?status=draft&type=blog_post')

    await tab.reload()
    await tab.getByText('1 post, newest first').waitFor()
    await button(tab, 'All').click()
    await tab.getByText('2 posts, newest first').waitFor()
    await expectSoon(() => new URL(tab.url()).search, '?type=blog_post')
  })

  pageTest('narrow to the posts of one brand', async (scene) => {
    await addPosts(scene, [{ title: 'One', brand: acme }, { title: 'Two' }])
    const { tab } = await openPosts(scene, '/posts?brand=acme')
    await expectSoon(() => titles(tab), ['One'])
  })

  pageTest('without a match can be cleared', async (scene) => {
    await addPosts(scene, three)
    const tab = await (await scene.visit()).open('/posts?type=image')
    await tab.getByText(postsStrings.noPosts.noPostsMatchTheseFilters).waitFor()
    await expectPresentable(tab, '/posts without a match')
    await button(tab, 'Clear filters').click()
    await tab.getByText('3 posts, newest first').waitFor()
    await expectSoon(() => new URL(tab.url()).search, '')
  })
})

describe('the keys', () => {
  pageTest('j and k move, x selects, Escape clears the selection', async (scene) => {
    await addPosts(scene, three)
    const { tab } = await openPosts(scene)
    await tab.keyboard.press('j')
    await tab.keyboard.press('j')
    await tab.keyboard.press('x')
    await tab.getByText('1 selected').waitFor()
    await expectSoon(() => tab.getByRole('checkbox', { name: 'Select Two' }).isChecked(), true)
    await tab.keyboard.press('k')
    await tab.keyboard.press('x')
    await tab.getByText('2 selected').waitFor()
    await tab.keyboard.press('Escape')
    await tab.getByText('3 posts, newest first').waitFor()
  })

  pageTest('n creates a post', async (scene) => {
    await addPosts(scene, three)
    const { tab } = await openPosts(scene)
    await tab.keyboard.press('n')
    await tab.getByRole('heading', { level: 1, name: 'Generate a post' }).waitFor()
  })
})

describe('actions on several posts', () => {
  pageTest('publishing sends one request for each draft', async (scene) => {
    await addPosts(scene, three)
    const { tab, sent } = await openPosts(scene)
    await tick(tab, 'One')
    await button(tab, 'Select all').click()
    await tab.getByText('3 selected').waitFor()
    await expectPresentable(tab, '/posts with some selected')
    await button(tab, 'Publish').click()
    await tab.getByText('2 posts published').waitFor()
    expect(await stored(scene)).toEqual(['One: published', 'Two: published', 'Three: published'])
    expect(sent).toEqual(['PATCH {"status":"published"}', 'PATCH {"status":"published"}'])
    await row(tab, 'Three').getByText('Published').waitFor()
  })

  pageTest('the count of drafts in the navigation is updated', async (scene) => {
    await addPosts(scene, three)
    const { tab } = await openPosts(scene)
    const drafts = tab.getByRole('link', { name: /^Posts/ }).locator('.n')
    await drafts.getByText('2', { exact: true }).waitFor()
    await tick(tab, 'Two')
    await button(tab, 'Publish').click()
    await drafts.getByText('1', { exact: true }).waitFor()
  })

  pageTest('unpublishing sends one request for each published post', async (scene) => {
    await addPosts(scene, three)
    const { tab } = await openPosts(scene)
    await tick(tab, 'One')
    await expectSoon(() => button(tab, 'Publish').isDisabled(), true)
    await button(tab, 'Move to draft').click()
    await tab.getByText('1 post moved to draft').waitFor()
    expect(await stored(scene)).toEqual(['One: draft', 'Two: draft', 'Three: draft'])
  })

  pageTest('refusals are counted with the message of the API and can be retried', async (scene) => {
    await addPosts(scene, three)
    const { visitor, tab } = await openPosts(scene)
    const sentence = 'Rate limit exceeded'
    const recover = await answerWith(
      visitor.context,
      '/v1/posts/:id',
      429,
      { error: sentence },
      {
        'retry-after': '600',
      },
    )
    visitor.faults.expect(refusal(429, '/v1/posts/:id'))
    await tick(tab, 'Two')
    await tick(tab, 'Three')
    await button(tab, 'Publish').click()
    await tab.getByText('2 of 2 posts could not be published.').waitFor()
    await tab.getByRole('alert').filter({ hasText: sentence }).waitFor()
    await button(tab, 'Try again in 10 min').waitFor()
    await recover()
    await tab.clock.fastForward(600_000)
    await button(tab, 'Try again').click()
    await tab.getByText('2 posts published').waitFor()
    await tab.getByRole('alert').waitFor({ state: 'detached' })
  })
})

describe('deleting', () => {
  /** Two posts are deleted, and no time goes by from then on. */
  async function deleteTwo(scene: Scene) {
    const ids = await addPosts(scene, three)
    const opened = await openPosts(scene)
    await tick(opened.tab, 'Two')
    await tick(opened.tab, 'Three')
    await stopClock(opened.tab)
    await button(opened.tab, 'Delete').click()
    await opened.tab.getByText('2 posts deleted').waitFor()
    await expectSoon(() => titles(opened.tab), ['One'])
    return { ...opened, deletions: [`DELETE ${ids[2]}`, `DELETE ${ids[1]}`].toSorted() }
  }

  pageTest('sends no request if it is undone within eight seconds', async (scene) => {
    const { tab, sent } = await deleteTwo(scene)
    await button(tab, 'Undo').click()
    await expectSoon(() => titles(tab), ['Three', 'Two', 'One'])
    await tab.clock.runFor(20_000)
    expect(sent).toEqual([])
    expect((await stored(scene)).length).toBe(3)
  })

  pageTest('shows a message, wide and narrow, light and dark', async (scene) => {
    const { tab } = await deleteTwo(scene)
    await tab.clock.resume()
  })

  pageTest('is undone with Ctrl Z too', async (scene) => {
    const { tab, sent } = await deleteTwo(scene)
    await tab.keyboard.press('Control+z')
    await row(tab, 'Two').waitFor()
    await tab.clock.runFor(20_000)
    expect(sent).toEqual([])
  })

  pageTest('is sent once after eight seconds', async (scene) => {
    const { tab, sent, deletions } = await deleteTwo(scene)
    await tab.clock.runFor(7000)
    expect(sent).toEqual([])
    await tab.clock.runFor(1000)
    await tab.clock.resume()
    await tab.getByText('1 post, newest first').waitFor()
    await button(tab, 'Undo').waitFor({ state: 'detached' })
    await expectSoon(() => stored(scene), ['One: published'])
    expect(sent.toSorted()).toEqual(deletions)
    await tab.clock.runFor(20_000)
    expect(sent.length).toBe(2)
  })

  pageTest('is sent when another page is opened', async (scene) => {
    const { tab, sent, deletions } = await deleteTwo(scene)
    await tab.clock.resume()
    await tab.getByRole('link', { name: 'Schedules' }).click()
    await tab.getByRole('heading', { level: 1, name: 'Schedules' }).waitFor()
    // What the page has sent before it answers this is known after it.
    await tab.evaluate('0')
    expect(sent.toSorted()).toEqual(deletions)
    await expectSoon(() => button(tab, 'Undo').count(), 0)
    await tab.goBack()
    await tab.getByText('1 post, newest first').waitFor()
  })

  pageTest('is sent when the tab is closed', async (scene) => {
    const { tab, visitor } = await deleteTwo(scene)
    await tab.clock.resume()
    const closed = tab.waitForEvent('close')
    await tab.close({ runBeforeUnload: true })
    await closed
    await expectSoon(() => stored(scene), ['One: published'])
    const other = await visitor.open('/posts')
    await other.getByText('1 post, newest first').waitFor()
  })

  pageTest('sends an earlier deletion first', async (scene) => {
    const { tab, sent, deletions } = await deleteTwo(scene)
    await tab.clock.resume()
    await tick(tab, 'One')
    await button(tab, 'Delete').click()
    await tab.getByText('Post deleted').waitFor()
    await tab.getByText(postsStrings.noPosts.noPostsYet).waitFor()
    await button(tab, 'Undo').click()
    await row(tab, 'One').waitFor()
    await tab.clock.runFor(20_000)
    await expectSoon(() => stored(scene), ['One: published'])
    expect(sent.toSorted()).toEqual(deletions)
  })

  pageTest('restores the rows after a refusal and says so', async (scene) => {
    const { visitor, tab } = await deleteTwo(scene)
    await answerWith(visitor.context, '/v1/posts/:id', 503, { error: 'The disk of this server is full.' })
    visitor.faults.expect(refusal(503, '/v1/posts/:id'))
    await tab.clock.runFor(8000)
    await tab.clock.resume()
    await tab.getByText('2 posts could not be deleted. The disk of this server is full.').waitFor()
    await expectSoon(() => titles(tab), ['Three', 'Two', 'One'])
    expect((await stored(scene)).length).toBe(3)
  })
})

describe('collections', () => {
  pageTest('link to their posts and can be renamed', async (scene) => {
    const collectionId = await addCollection(scene, ['changelog', 'blog_post'])
    await addPosts(scene, [{ title: 'One', collectionId }, { title: 'Elsewhere' }])
    const { tab } = await openPosts(scene)
    await tab.getByRole('link', { name: 'Collections' }).click()
    await tab.getByRole('link', { name: 'Changelog, Blog post - March 4th 2026' }).click()
    await row(tab, 'One').waitFor()
    await expectSoon(() => titles(tab), ['One'])

    await button(tab, 'Rename').click()
    const dialog = tab.getByRole('dialog', { name: 'Rename the collection' })
    await expectPresentable(tab, 'rename a collection')
    await dialog.getByLabel('Name').fill('The spring release')
    await dialog.getByRole('button', { name: 'Rename' }).click()
    await tab.getByRole('heading', { level: 1, name: 'The spring release' }).waitFor()
    await tab.getByRole('link', { name: 'Collections' }).click()
    await tab.getByRole('link', { name: 'The spring release' }).waitFor()
  })

  pageTest('show why they cannot be renamed', async (scene) => {
    const collectionId = await addCollection(scene, ['changelog'])
    const visitor = await scene.visit()
    visitor.faults.expect(refusal(400, '/v1/collections/:id'))
    const tab = await visitor.open(`/posts/collections/${collectionId}`)
    await button(tab, 'Rename').click()
    const dialog = tab.getByRole('dialog', { name: 'Rename the collection' })
    await dialog.getByLabel('Name').fill('   ')
    await dialog.getByRole('button', { name: 'Rename' }).click()
    await dialog.getByRole('alert').waitFor()
    await expectSoon(() => dialog.getByRole('alert').textContent(), 'Name must have 1 to 120 characters')
  })
})
