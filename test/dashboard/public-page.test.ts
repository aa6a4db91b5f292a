import { describe, expect } from 'bun:test'
import type { Page } from 'playwright-core'
import { setSwitches } from '../../src/features/organizations/service.ts'
import type { Team } from '../support/app.ts'
import { goPublic, ledgerOf, type Publishing, publish } from '../support/published.ts'
import { startSite } from '../support/site.ts'
import { narrow } from './support/browser.ts'
import { refusal } from './support/faults.ts'
import { type Herald, sharedHerald } from './support/herald.ts'
import { expectKeyboardReachesAll } from './support/keyboard.ts'
import {
  expectNoSidewaysScroll,
  expectNoViolations,
  expectPresentable,
  looks,
  screenshot,
} from './support/looks.ts'
import { type Admit, visitorTest } from './support/page-test.ts'
import { expectSoon } from './support/soon.ts'

const changelog = {
  title: 'Acme 1.4: exports, saved views and calmer pages',
  markdown: `Reports can leave Acme now. Export any of them as a PDF that prints the way it looks.

## Highlights

### Export a report as PDF

Choose Export in any report. [#412](https://github.com/acme/app/pull/412) (Author: [@ada](https://github.com/ada))

### Saved views

A view keeps filters, columns and order under a name. [#398](https://github.com/acme/app/pull/398)

## More Updates

### Features & Enhancements

- Sort a table by two columns with Shift and a click [#401](https://github.com/acme/app/pull/401)
- Duplicate a dashboard with its filters [#407](https://github.com/acme/app/pull/407)

### Bug Fixes

- Keep the order of columns after a reload [#409](https://github.com/acme/app/pull/409)
`,
  sourceMetadata: {
    range: { from: 'v1.3.0', to: 'v1.4.0' },
    ledger: ledgerOf({ highlight: 2, listed: 3, omitted: 10 }),
  },
} satisfies Publishing

const article = {
  title: 'How we count',
  contentType: 'blog_post',
  markdown: `We count things, and say **how**, with \`code\` and https://example.com/${'a-very-long-address/'.repeat(8)}.

1. First
2. Second
   - nested

> A quotation that says something.

\`\`\`ts
const changes = await collect({ from: 'v1.3.0', to: 'v1.4.0' }) // ${'a long line '.repeat(12)}
\`\`\`

| Engine | Requests/s | Notes | More | ${'Columns | '.repeat(8)}
|-|-:|-|-|${'-|'.repeat(8)}
| embedded | 9,500 | in the process | yes | ${'other | '.repeat(8)}

---

## Second level

### Third level

#### Fourth level

End.
`,
} satisfies Publishing

const hebrew = { title: 'גרסה 1.4: ייצוא', markdown: 'דוחות יכולים לצאת.\n\n- מיון\n- עוד' }

type Scene = { herald: Herald; team: Team; open(path?: string): Promise<Page>; admit: Admit }

let teams = 0

/** A test of what an organization publishes, before somebody who is not signed in. */
function publicTest(name: string, posts: Publishing[], act: (scene: Scene) => Promise<void>) {
  visitorTest(name, async (admit) => {
    const herald = await sharedHerald()
    const team = await herald.team(`public-${++teams}`)
    await goPublic(herald.ctx, team)
    for (const post of posts) await publish(herald.ctx, team, post)
    const open = async (path = '') => {
      const visitor = await admit(herald.url, herald.ctx.clock.now)
      return visitor.open(`/c/${team.slug}${path}`)
    }
    await act({ herald, team, open, admit })
  })
}

/** What audits of pages and search engines look for, apart from accessibility and console errors. */
async function expectDescribed(page: Page) {
  const found = await page.evaluate(() => {
    const attributeOf = (selector: string, name: string) =>
      document.querySelector(selector)?.getAttribute(name) ?? ''
    const sources = (selector: string) =>
      [...document.querySelectorAll(selector)].map((each) => each.outerHTML)
    return {
      mode: document.compatMode,
      charset: document.characterSet,
      language: document.documentElement.lang,
      viewport: attributeOf('meta[name=viewport]', 'content'),
      canonical: new URL(attributeOf('link[rel=canonical]', 'href')).pathname,
      headings: document.querySelectorAll('h1').length,
      empty: ['title', 'description', 'og:title', 'og:description', 'og:image'].filter((name) =>
        name === 'title'
          ? document.title === ''
          : attributeOf(`meta[name="${name}"], meta[property="${name}"]`, 'content') === '',
      ),
      hidden: sources('meta[name=robots]'),
      unsized: sources('img:not([width][height][alt])'),
      scripts: sources('script:not([type="application/ld+json"])'),
      unnamed: [...document.links]
        .filter(({ textContent }) =>
          /^(|here|click here|more|read more|link)$/i.test(textContent?.trim() ?? ''),
        )
        .map((each) => each.outerHTML),
    }
  })
  expect(found).toEqual({
    mode: 'CSS1Compat',
    charset: 'UTF-8',
    language: 'en',
    viewport: 'width=device-width, initial-scale=1',
    canonical: new URL(page.url()).pathname,
    headings: 1,
    empty: [],
    hidden: [],
    unsized: [],
    scripts: [],
    unnamed: [],
  })
}

describe('the page', () => {
  const postPath = '/acme-1-4-exports-saved-views-and-calmer-pages'
  for (const [name, path, posts] of [
    ['a list', '', [article, hebrew, changelog]],
    ['an empty list', '', []],
    ['a changelog', postPath, [article, changelog]],
    ['an article with everything that Markdown has', '/how-we-count', [article]],
    ['a post from right to left', '/1-4', [hebrew]],
  ] as const)
    publicTest(
      `of ${name} is accessible and fits, wide and narrow, light and dark`,
      [...posts],
      async ({ open }) => {
        const page = await open(path)
        await page.locator('h1').waitFor()
        await expectPresentable(page, `public ${name}`, looks.each)
        await expectDescribed(page)
      },
    )

  publicTest('an empty page is accessible too', [changelog], async ({ herald, team, admit }) => {
    const visitor = await admit(herald.url, herald.ctx.clock.now)
    visitor.faults.expect(refusal(404, `/c/${team.slug}/nothing`))
    const page = await visitor.open(`/c/${team.slug}/nothing`)
    await page.getByRole('heading', { name: 'Not found' }).waitFor()
    await expectPresentable(page, 'public nothing')
  })

  publicTest('works by keyboard alone', [article, changelog], async ({ open }) => {
    for (const path of ['', postPath, '/how-we-count']) await expectKeyboardReachesAll(await open(path))
  })

  publicTest(
    'is read from the skip link, through a post, back to all',
    [article, changelog],
    async ({ open, team }) => {
      const page = await open()
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      await page.locator('#main:focus').waitFor()
      await page.getByRole('link', { name: 'Read the 5 changes' }).click()
      await page.getByRole('heading', { level: 1, name: changelog.title }).waitFor()
      await page.getByRole('link', { name: 'Bug Fixes' }).click()
      await page.waitForURL('**/*#bug-fixes')
      await page.getByRole('link', { name: 'How we count' }).click()
      await page.getByRole('heading', { level: 1, name: 'How we count' }).waitFor()
      await page.getByRole('link', { name: 'All posts' }).click()
      await page.waitForURL(`**/c/${team.slug}`)
    },
  )

  publicTest('puts the bullets of a list on the side where its text begins', [hebrew], async ({ open }) => {
    const page = await open('/1-4')
    const item = page.locator('.prose li').first()
    const sides = await item.evaluate((li) => {
      const { direction } = getComputedStyle(li)
      const { marginLeft, marginRight } = getComputedStyle(li, '::before')
      return { direction, marginLeft, marginRight }
    })
    expect(sides).toEqual({ direction: 'rtl', marginLeft: '0px', marginRight: '-18px' })
  })

  publicTest('prints on white, without navigation', [article, changelog], async ({ open }) => {
    const page = await open(postPath)
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    expect(await page.evaluate(() => getComputedStyle(document.body).color)).toBe('rgb(28, 26, 22)')
    for (const part of ['.mast nav', 'footer', '.pairs', '.contents', '.skip'])
      expect([part, await page.locator(part).isVisible()]).toEqual([part, false])
    for (const part of ['.wordmark', 'h1', '.tally >> nth=0', '.prose'])
      expect([part, await page.locator(part).first().isVisible()]).toEqual([part, true])
    await screenshot(page, 'public print')
  })
})

describe('the widget on the page of another site', () => {
  const hostile = { title: '<img src=x onerror=alert(1)> & "quotes"' }

  /** Another site whose policy allows Herald's scripts and answers, and nothing inline. */
  function siteWith(herald: Herald, team: Team, { attributes = '', head = '' } = {}) {
    const script = `<script async src="${herald.url}/c/${team.slug}/widget.js" ${attributes}></script>`
    const body = `<main><h1>Reports</h1><p id="menu">Menu</p>${script}<p>More</p></main>`
    const policy = `default-src 'none'; script-src ${herald.url}; connect-src ${herald.url}; img-src data:`
    const html = `<!doctype html><html lang="en"><head><title>Acme</title><meta name="viewport" content="width=device-width"><link rel="icon" href="data:,">${head}</head><body>${body}</body></html>`
    const headers = { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy }
    return startSite({ '/': new Response(html, { headers }) })
  }

  async function visit({ herald, team, admit }: Scene, options?: Parameters<typeof siteWith>[2]) {
    const site = siteWith(herald, team, options)
    const visitor = await admit(site.url, herald.ctx.clock.now)
    visitor.faults.expect(
      new RegExp(`^A request to another host: ${herald.url}/c/${team.slug}/(widget.js|news.json)$`),
    )
    return { ...visitor, [Symbol.dispose]: site.stop }
  }

  const button = (page: Page) => page.getByRole('button', { name: /^What’s new/ })
  const panel = (page: Page) => page.getByRole('dialog', { name: /^What’s new in Team/ })

  publicTest('shows the newest titles as text with links', [article, hostile, changelog], async (scene) => {
    using visitor = await visit(scene)
    const page = await visitor.open('/')
    await button(page).click()
    const links = panel(page).getByRole('listitem').getByRole('link')
    await expectSoon(
      () => links.allInnerTexts(),
      [
        `${changelog.title}\n\nMarch 4, 5 changes`,
        `${hostile.title}\n\nMarch 4`,
        `${article.title}\n\nMarch 4`,
      ],
    )
    const { herald, team } = scene
    const home = `${herald.url}/c/${team.slug}`
    await expectSoon(() => links.last().getAttribute('href'), `${home}/how-we-count`)
    await expectSoon(
      () => panel(page).getByRole('link', { name: 'See all changes' }).getAttribute('href'),
      home,
    )
    await expectSoon(
      () => panel(page).getByRole('link', { name: 'Feed' }).getAttribute('href'),
      `${home}/feed.xml`,
    )
  })

  publicTest(
    'marks posts that are newer than the last visit, and none for new visitors',
    [article],
    async (scene) => {
      using visitor = await visit(scene)
      const page = await visitor.open('/')
      await button(page).waitFor()
      await expectSoon(() => button(page).textContent(), 'What’s new')
      await publish(scene.herald.ctx, scene.team, changelog)
      // What a browser keeps for a minute is older than that by now.
      await page.evaluate(
        (url) => fetch(url, { cache: 'reload' }),
        `${scene.herald.url}/c/${scene.team.slug}/news.json`,
      )
      await page.reload()
      await screenshot(page, 'widget badge')
      await page.getByRole('button', { name: 'What’s new, 1 new' }).click()
      await screenshot(page, 'widget 1280')
      await expectSoon(() => panel(page).getByText('New', { exact: true }).count(), 1)
      await expectSoon(() => button(page).textContent(), 'What’s new')
      await page.reload()
      await button(page).click()
      expect(await panel(page).getByText('New', { exact: true }).count()).toBe(0)
    },
  )

  publicTest('works without storage', [article], async (scene) => {
    using visitor = await visit(scene)
    await visitor.context.addInitScript(() => {
      Object.defineProperty(window, 'localStorage', {
        get() {
          throw new DOMException('Denied', 'SecurityError')
        },
      })
    })
    const page = await visitor.open('/')
    await button(page).click()
    await panel(page).getByText(article.title).waitFor()
  })

  publicTest('works by keyboard and for screen readers', [article, changelog], async (scene) => {
    using visitor = await visit(scene)
    const page = await visitor.open('/')
    await button(page).waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await panel(page).waitFor()
    const focused = () =>
      page.evaluate(() => {
        const inner = document.activeElement?.shadowRoot?.activeElement
        return inner?.getAttribute('aria-label') ?? inner?.getAttribute('role') ?? inner?.textContent
      })
    await expectSoon(focused, 'dialog')
    await page.keyboard.press('Tab')
    await expectSoon(focused, 'Close')
    await page.keyboard.press('Escape')
    await panel(page).waitFor({ state: 'hidden' })
    await expectSoon(focused, 'What’s new')
  })

  publicTest('fits a phone', [article, changelog], async (scene) => {
    using visitor = await visit(scene)
    const page = await visitor.open('/')
    await page.setViewportSize(narrow)
    await button(page).click()
    await expectNoSidewaysScroll(page)
    const box = await panel(page).boundingBox()
    expect([box?.x, box && box.x + box.width]).toEqual([8, narrow.width - 8])
    await screenshot(page, 'widget 360')
  })

  publicTest('is placed in the given element, in the color scheme of the page', [article], async (scene) => {
    using visitor = await visit(scene, {
      attributes: 'data-target="#menu" data-label="News" data-theme="dark"',
    })
    const page = await visitor.open('/')
    const news = page.locator('#menu').getByRole('button', { name: 'News' })
    await news.click()
    expect(await panel(page).evaluate((element) => getComputedStyle(element).backgroundColor)).toBe(
      'rgb(29, 34, 36)',
    )
    await expectNoViolations(page)
    await screenshot(page, 'widget dark')
  })

  publicTest('is hidden once the organization is no longer public', [article], async (scene) => {
    using visitor = await visit(scene)
    await setSwitches(scene.herald.ctx, scene.team.id, { publicPage: false })
    const page = await visitor.open('/')
    await page.waitForLoadState('networkidle')
    expect(await page.getByRole('button').count()).toBe(0)
  })
})
