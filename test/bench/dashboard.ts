import type { Browser, Page } from 'playwright-core'
import { bundle } from '../../src/assets/bundle.ts'
import { launchBrowser } from '../dashboard/support/browser.ts'
import { hasChromium, noChromium } from '../dashboard/support/chromium.ts'
import type { Row, Workshop } from './benchmark.ts'
import { fillPosts } from './fill-posts.ts'
import { grouped, milliseconds } from './support/format.ts'
import { install, startHerald } from './support/herald.ts'
import { takeTurns } from './support/rounds.ts'
import { signIn } from './support/sign-in.ts'

const rowCount = 100
const slowDown = 4

/** The waits of a dashboard user: a long list after its data arrives, and the next page after a click. */
export async function dashboard(workshop: Workshop): Promise<Row[]> {
  const size = await assetBytes()
  const carried = {
    what: 'dashboard, in the binary',
    reached: `${grouped(size / 1024)} KB`,
    aim: 'under 1,024 KB',
  }
  const rows: Row[] = [{ ...carried, met: size < 1024 * 1024 }]
  if (hasChromium) return [...rows, ...(await inBrowser(workshop))]
  console.error(`The dashboard is not measured in a browser. ${noChromium}`)
  return rows
}

/** All files that browsers load, as embedded in the binary. */
async function assetBytes(): Promise<number> {
  const { files } = await bundle()
  const sizes = await Promise.all(Object.values(files).map(async (file) => (await file.gzip()).length))
  return sizes.reduce((sum, size) => sum + size, 0)
}

async function inBrowser(workshop: Workshop): Promise<Row[]> {
  const installation = await install(workshop, 'dashboard')
  fillPosts(installation.database, installation.organizationId, rowCount)
  const cookie = await signIn(installation)
  const service = await startHerald(workshop, installation)
  const browser = await launchBrowser()
  const origin = `http://127.0.0.1:${service.port}`
  const visit = () => openHome(browser, origin, cookie)
  const { list, click, reference } = await takeTurns(5, {
    list: () => untilListed(visit),
    click: () => untilPainted(visit),
    reference: () => untilReferenceIsUsable(browser, origin),
  })
  await browser.close()
  await service.stop()
  return [
    toRow(`  a list of ${rowCount} posts on the screen after its data`, list, 50),
    toRow(`  a click on the screen, at ${slowDown} times slower`, click, 100),
    toRow('the API page at /swagger, processor time until it is usable', reference, 1000),
  ]
}

/** The first page of a new visitor. */
async function openHome(browser: Browser, origin: string, cookie: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  const [name = '', value = ''] = cookie.split('=')
  await context.addCookies([{ name, value, url: origin }])
  await context.addInitScript({ path: `${import.meta.dir}/dashboard-in-page.js` })
  const page = await context.newPage()
  await page.goto(`${origin}/app/acme`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  return page
}

/** Milliseconds from the last byte of a list's data to the frame that shows all of its rows. */
async function untilListed(visit: () => Promise<Page>): Promise<number> {
  const page = await visit()
  await page.route(
    (url) => url.pathname === '/api/app/posts',
    (route) => {
      const url = new URL(route.request().url())
      url.searchParams.set('limit', String(rowCount))
      return route.continue({ url: url.href })
    },
  )
  const shown = page.evaluate<number>(`untilListed(${rowCount})`)
  await page.getByRole('link', { name: 'Posts' }).click()
  const end = await shown
  const arrived = await page.evaluate<number>("arrivalOf('/api/app/posts')")
  await page.context().close()
  return end - arrived
}

/** Milliseconds from a click on a link to the next frame, as the browser reports it. */
async function untilPainted(visit: () => Promise<Page>): Promise<number> {
  const page = await visit()
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowDown })
  const longest = page.evaluate<number>('untilClickIsPainted()')
  await page.getByRole('link', { name: 'Posts' }).click()
  const duration = await longest
  await page.context().close()
  return duration
}

/** Milliseconds of processor time that the API page of a new visitor takes until its tags can be opened. */
async function untilReferenceIsUsable(browser: Browser, origin: string): Promise<number> {
  const page = await browser.newPage()
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  await page.goto(`${origin}/swagger`)
  await page.getByRole('button', { name: 'Expand operation' }).first().waitFor()
  const { metrics } = await session.send('Performance.getMetrics')
  await page.close()
  return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0)
}

function toRow(what: string, reached: number, most: number): Row {
  return {
    what,
    reached: milliseconds(reached),
    aim: `under ${milliseconds(most)}`,
    met: reached < most,
  }
}
