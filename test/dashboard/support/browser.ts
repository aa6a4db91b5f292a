import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { atEnd } from '../../support/cleanup.ts'
import { chromiumPath, hasChromium, noChromium } from './chromium.ts'

let browser: Promise<Browser> | undefined

/** A browser that can reach this machine only. */
export function launchBrowser(): Promise<Browser> {
  if (!hasChromium) throw new Error(noChromium)
  const reach = '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost'
  return chromium.launch({ executablePath: chromiumPath, args: ['--no-sandbox', reach] })
}

/** The one browser of a file of tests. */
function startBrowser(): Promise<Browser> {
  browser ??= launchBrowser()
  return browser
}

atEnd(async () => (await browser)?.close())

export const wide = { width: 1280, height: 800 }
export const narrow = { width: 360, height: 740 }

/** A browser of its own for one visitor, on the tests' clock, without movement. */
export async function openContext(baseURL: string, now: Date): Promise<BrowserContext> {
  const context = await (await startBrowser()).newContext({
    baseURL,
    viewport: wide,
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    colorScheme: 'light',
    reducedMotion: 'reduce',
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  context.setDefaultTimeout(30_000)
  await context.clock.install({ time: now })
  return context
}

/** What is on a page, in the words of a screen reader: for the message of a test that failed. */
export async function describePage(page: Page): Promise<string> {
  const tree = await page
    .locator('body')
    .ariaSnapshot({ timeout: 1000 })
    .catch(() => '(nothing)')
  return `${page.url()}\n${tree}`
}
