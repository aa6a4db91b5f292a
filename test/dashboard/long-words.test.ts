import { expect } from 'bun:test'
import { eq } from 'drizzle-orm'
import type { BrowserContext } from 'playwright-core'
import { geoSettings } from '../../src/features/geo/settings/table.ts'
import { organizations } from '../../src/features/organizations/table.ts'
import { goPublic, publish } from '../support/published.ts'
import { startSite, toHtml } from '../support/site.ts'
import { pages } from './pages.ts'
import { narrow } from './support/browser.ts'
import { expectNoSidewaysScroll } from './support/looks.ts'
import { pageTest } from './support/scene.ts'
import { addScanned } from './support/visibility.ts'

// Words without a place to break, as addresses, hashes and names of classes are.

const word = 'w'.repeat(130)

/** Fields of the API with texts of users, models and code hosts. */
const texts = new Set(
  'title name displayName message text prompt markdown instructions audience description companyName email company reason error summary workingTitle fullName brand topic ref tagName path url host userAgent'.split(
    ' ',
  ),
)

/** Puts the long word in front of every text of an answer. */
function widen(value: unknown, key = ''): unknown {
  if (Array.isArray(value)) return value.map((each) => widen(each, key))
  if (typeof value === 'string') return texts.has(key) ? `${word} ${value}` : value
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, widen(each, name)]))
}

/** Answers with long words from now on. */
const widenAnswers = (context: BrowserContext) =>
  context.route(
    ({ pathname }) => /^\/(v1|api\/app)\//.test(pathname),
    async (route) => {
      if (route.request().method() !== 'GET') return route.fallback()
      const response = await route.fetch()
      if (!response.headers()['content-type']?.includes('json')) return route.fulfill({ response })
      return route.fulfill({ response, json: widen(await response.json()) })
    },
  )

for (const page of pages)
  pageTest(`${page.path} is not widened by a word of 130 letters`, async (scene) => {
    const id = await page.fill(scene)
    const visitor = await scene.visit()
    await widenAnswers(visitor.context)
    const tab = await visitor.open(page.path.replace(':id', id ?? ''))
    await tab.getByText(page.filled).first().waitFor()
    await tab.setViewportSize(narrow)
    await expectNoSidewaysScroll(tab)
    expect(await tab.getByRole('banner').textContent()).toContain(word)
  })

pageTest('no public page, report or widget is widened by a word of 130 letters', async (scene) => {
  const { herald, team, admit } = scene
  const { ctx } = herald
  await goPublic(ctx, team)
  await ctx.db.update(organizations).set({ name: word }).where(eq(organizations.id, team.id))
  const markdown = `${word} ${word}.\n\n## Highlights\n\n### ${word}\n\n- ${word} [#1](https://acme.test/${word})\n\n| ${word} |\n|-|\n| \`${word}\` |`
  const id = await publish(ctx, team, { title: word, markdown })
  for (const title of ['One', 'Two', 'Three', 'Four', 'Five']) await publish(ctx, team, { title })
  const project = await addScanned(scene)
  await ctx.db.update(geoSettings).set({ companyName: word }).where(eq(geoSettings.projectId, project.id))
  const owner = await team.person('owner')
  const links = `/api/app/projects/${project.id}/reports`
  const { url } = (await owner.call('POST', links, { days: 30, expiresInDays: 7 })).body
  const home = `/c/${team.slug}`
  const visitor = await admit(herald.url, ctx.clock.now)
  for (const path of [home, `${home}?q=${word.slice(0, 90)}`, `${home}/${id}`, new URL(url).pathname]) {
    const page = await visitor.open(path)
    await page.setViewportSize(narrow)
    await page.locator('h1').waitFor()
    expect(await page.locator('main').textContent()).toContain(word)
    await expectNoSidewaysScroll(page)
  }

  using site = startSite({
    '/': toHtml(
      `<meta name="viewport" content="width=device-width"><script async src="${herald.url}${home}/widget.js"></script>`,
    ),
  })
  const guest = await admit(site.url, ctx.clock.now)
  guest.faults.expect(/^A request to another host/)
  const page = await guest.open('/')
  await page.setViewportSize(narrow)
  await page.getByRole('button', { name: /^What’s new/ }).click()
  await page
    .getByRole('dialog', { name: /^What’s new/ })
    .getByRole('listitem')
    .first()
    .waitFor()
  await expectNoSidewaysScroll(page)
})
