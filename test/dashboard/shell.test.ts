import { expect } from 'bun:test'
import type { Page } from 'playwright-core'
import * as shellStrings from '../../src/dashboard/app/shell/strings.ts'
import { answerWith, hold } from './support/answers.ts'
import { narrow } from './support/browser.ts'
import { refusal } from './support/faults.ts'
import { expectKeyboardReachesAll } from './support/keyboard.ts'
import { expectGround, expectPresentable } from './support/looks.ts'
import { pageTest } from './support/scene.ts'
import { expectSoon } from './support/soon.ts'
import { addTracked } from './support/visibility.ts'

// The frame of every page, on pages that need nothing else.

const heading = (tab: Page, name: string) => tab.getByRole('heading', { level: 1, name, exact: true })
/** Of an organization that begins. */
const home = (tab: Page) => tab.getByRole('heading', { level: 1, name: /^Welcome, / })
const pathOf = (tab: Page) => new URL(tab.url()).pathname

pageTest('a URL without an organization opens the one of the user', async ({ herald, team, visit }) => {
  const { context } = await visit()
  const tab = await context.newPage()
  await tab.goto(`${herald.url}/app`)
  await home(tab).waitFor()
  await expectSoon(() => pathOf(tab), `/app/${team.slug}`)
  await tab.goto(`${herald.url}/app/posts`)
  await heading(tab, 'Posts').waitFor()
  await expectSoon(() => pathOf(tab), `/app/${team.slug}/posts`)
})

pageTest(
  'the organization of another tenant cannot be opened by its URL',
  async ({ herald, team, visit }) => {
    const other = await herald.team(`${team.slug}-other`)
    const { context } = await visit()
    const tab = await context.newPage()
    await tab.goto(`${herald.url}/app/${other.slug}/posts`)
    await home(tab).waitFor()
    await expectSoon(() => pathOf(tab), `/app/${team.slug}`)
  },
)

pageTest('an unknown URL says so and links back', async ({ visit }) => {
  const tab = await (await visit()).open('/nowhere')
  await tab.getByRole('heading', { level: 1 }).waitFor()
  await expectPresentable(tab, 'not found')
  await tab.getByRole('main').getByRole('link').first().click()
  await home(tab).waitFor()
})

pageTest('in a low window the navigation scrolls to the current page', async ({ team, visit }) => {
  const { open } = await visit()
  const tab = await open('/')
  await tab.setViewportSize({ width: 1280, height: 500 })
  await tab.goto(`/app/${team.slug}/settings`)
  const link = tab.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'General' })
  const account = tab.getByRole('navigation', { name: 'Account' })
  await expectSoon(async () => {
    const [own, foot] = await Promise.all([link.boundingBox(), account.boundingBox()])
    return own !== null && foot !== null && own.y + own.height <= foot.y
  }, true)
})

pageTest('a menu that is opened while the page loads stays open', async ({ visit }) => {
  const { context, open } = await visit()
  const script = Promise.withResolvers<void>()
  await context.route(/account-page-.*\.js$/, (request) => script.promise.then(() => request.fallback()))
  const tab = await open('/account')
  await tab.getByRole('button', { name: 'switch organization' }).click()
  await tab.getByRole('menu').waitFor()
  script.resolve()
  await heading(tab, 'Account').waitFor()
  await tab.getByRole('menuitem', { name: 'New organization' }).click()
  await tab.getByRole('dialog', { name: 'New organization' }).waitFor()
})

pageTest('navigation and tabs have no scrollbar if they fit', async (scene) => {
  await addTracked(scene)
  const tab = await (await scene.visit()).open('/geo')
  await tab.setViewportSize({ width: 1440, height: 900 })
  await tab.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Prompts' }).waitFor()
  const overflows = () =>
    tab
      .locator('.side, .tabs')
      .evaluateAll((all) =>
        all.map((each) => [each.scrollHeight - each.clientHeight, each.scrollWidth - each.clientWidth]),
      )
  await expectSoon(overflows, [
    [0, 0],
    [0, 0],
  ])
})

pageTest('the skip link moves the focus to the content', async ({ visit }) => {
  const tab = await (await visit()).open('/posts')
  await heading(tab, 'Posts').waitFor()
  const skip = tab.getByRole('link', { name: shellStrings.shell.skipToContent })
  await skip.focus()
  await skip.press('Enter')
  await tab.locator('#main:focus').waitFor()
})

pageTest('the palette finds a page by parts of its name', async ({ visit }) => {
  const tab = await (await visit()).open('/')
  await home(tab).waitFor()
  await tab.keyboard.press('Control+k')
  const palette = tab.getByRole('dialog', { name: 'Search' })
  await palette.waitFor()
  await expectPresentable(tab, 'palette')
  await tab.keyboard.type('schedu')
  await tab.keyboard.press('Enter')
  await heading(tab, 'Schedules').waitFor()
  await palette.waitFor({ state: 'detached' })
})

pageTest('the palette closes on Escape and restores the focus', async ({ visit }) => {
  const tab = await (await visit()).open('/')
  await home(tab).waitFor()
  const search = tab.getByRole('button', { name: /^Search/ }).first()
  await search.click()
  await tab.getByRole('dialog', { name: 'Search' }).waitFor()
  await tab.keyboard.press('Escape')
  await tab.getByRole('dialog').waitFor({ state: 'detached' })
  await search.and(tab.locator(':focus')).waitFor()
})

pageTest('two letters open a page, and a question mark lists them', async ({ visit }) => {
  const tab = await (await visit()).open('/')
  await home(tab).waitFor()
  await tab.keyboard.press('g')
  await tab.keyboard.press('p')
  await heading(tab, 'Posts').waitFor()
  await tab.keyboard.press('?')
  await tab.getByRole('dialog', { name: shellStrings.shortcutHelp.title }).waitFor()
  await expectPresentable(tab, 'keys of the keyboard')
  await expectKeyboardReachesAll(tab)
  await tab.keyboard.press('Escape')
  await tab.getByRole('dialog').waitFor({ state: 'detached' })
})

pageTest('on a narrow screen a button opens the navigation', async ({ visit }) => {
  const tab = await (await visit()).open('/')
  await home(tab).waitFor()
  await tab.setViewportSize(narrow)
  const link = tab.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Posts' })
  await link.waitFor({ state: 'hidden' })
  await tab.getByRole('button', { name: 'Pages' }).click()
  await link.click()
  await heading(tab, 'Posts').waitFor()
  await link.waitFor({ state: 'hidden' })
})

pageTest('a skeleton is shown after 150 ms', async ({ visit }) => {
  const { context, open } = await visit()
  const tab = await open('/posts')
  await heading(tab, 'Posts').waitFor()
  const letGo = await hold(context, '/app/assets/:file')
  await tab.clock.pauseAt(new Date('2026-03-04T13:00:00.000Z'))
  await tab.getByRole('link', { name: 'Usage' }).click()
  const bars = tab.getByRole('status', { name: 'Loading' })
  await tab.clock.runFor(149)
  expect(await bars.count()).toBe(0)
  await tab.clock.runFor(2)
  await expectSoon(() => bars.count(), 1)
  await tab.clock.resume()
  await letGo()
  await heading(tab, 'Usage').waitFor()
})

pageTest('while the server is unreachable a bar says so', async ({ visit }) => {
  const visitor = await visit()
  const tab = await visitor.open('/posts')
  await heading(tab, 'Posts').waitFor()
  visitor.faults.expect(/ERR_INTERNET_DISCONNECTED/)
  await visitor.context.setOffline(true)
  await tab.clock.fastForward(61_000)
  const bar = tab.getByText(shellStrings.offlineBar.offline)
  await bar.waitFor()
  await expectPresentable(tab, 'offline')
  await visitor.context.setOffline(false)
  await tab.clock.runFor(5_000)
  await bar.waitFor({ state: 'detached' })
})

pageTest('the theme follows the system unless one is chosen', async ({ herald, visit }) => {
  const { context, open } = await visit()
  const tab = await open('/posts')
  await heading(tab, 'Posts').waitFor()
  await expectGround(tab, 'light')
  await tab.emulateMedia({ colorScheme: 'dark' })
  await expectGround(tab, 'dark')
  for (const [chosen, system] of [
    ['dark', 'light'],
    ['light', 'dark'],
  ] as const) {
    await context.addCookies([{ name: 'herald_theme', value: chosen, url: herald.url }])
    await tab.emulateMedia({ colorScheme: system })
    await tab.reload()
    await heading(tab, 'Posts').waitFor()
    await expectGround(tab, chosen)
  }
})

pageTest('at a rate limit the page says how long to wait', async ({ visit }) => {
  const visitor = await visit()
  const recover = await answerWith(
    visitor.context,
    '/api/app/session',
    429,
    { error: 'Too many requests' },
    {
      'retry-after': '30',
    },
  )
  visitor.faults.expect(refusal(429, '/api/app/session'))
  const tab = await visitor.open('/')
  const button = tab.getByRole('button', { name: /^Try again in \d+ s$/ })
  await button.waitFor()
  await expectSoon(() => button.isDisabled(), true)
  await recover()
  await tab.clock.runFor(31_000)
  await tab.getByRole('button', { name: 'Try again', exact: true }).click()
  await home(tab).waitFor()
})
