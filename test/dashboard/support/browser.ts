import { type Browser, type BrowserContext, chromium } from 'playwright-core'
import { atEnd } from '../../support/cleanup.ts'
import { chromiumPath, hasChromium, noChromium } from './chromium.ts'
import { slowDown, slowness } from './slow.ts'

let browser: Promise<Browser> | undefined

/** Most tests load a page for a second: to optimize its scripts takes a tenth of their processor time. */
const interpreted = '--js-flags=--no-maglev --no-turbofan'

/** A browser that can reach this machine only. */
export function launchBrowser(): Promise<Browser> {
  if (!hasChromium) throw new Error(noChromium)
  const reach = '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost'
  return chromium.launch({ executablePath: chromiumPath, args: ['--no-sandbox', reach, interpreted] })
}

/** The one browser of a file of tests; in the check of a process, at whose end it closes by itself. */
function startBrowser(): Promise<Browser> {
  if (browser) return browser
  const started = launchBrowser()
  browser = started
  if (process.env.SHARED_BROWSER) return started
  atEnd(async () => {
    browser = undefined
    inUse = null
    await (await started).close()
  })
  return started
}

export const wide = { width: 1280, height: 800 }
export const narrow = { width: 360, height: 740 }

/**
 * As Playwright's own runner does for speed: one context is reset each time, without cookies, routes and listeners; its
 * page keeps its process.
 */
type Reusing = Browser & {
  _newContextForReuse: Browser['newContext']
  _disconnectFromReusedContext(reason: string): Promise<void>
  _connection: { toImpl(context: BrowserContext): Resettable }
}

type Progress = { race(done: Promise<void>): Promise<void> }
type Resettable = { setStorageState(progress: Progress): Promise<void>; doClearCookies(): Promise<void> }

let inUse: BrowserContext | null = null

/**
 * Playwright empties the cache for each test, and visits the origin of the last one to clear its storage, which takes a
 * third of a short test. The cache contains only what is the same for everybody; `clearStorage` needs no visit.
 */
function keepCache(browser: Reusing, context: BrowserContext) {
  const inner = browser._connection.toImpl(context)
  inner.setStorageState = (progress) => progress.race(inner.doClearCookies())
}

/** Clears what earlier visitors stored, before the first script of the first page of an origin runs. */
function clearStorage(visitor: string) {
  const name = 'visitor'
  try {
    if (localStorage.getItem(name) === visitor) return
  } catch {
    // A page without an origin has no storage.
    return
  }
  localStorage.clear()
  sessionStorage.clear()
  localStorage.setItem(name, visitor)
}

/**
 * Keeps the frames of a page out of the tests' clock, in which they are timers like others: they would be
 * late, or never come while it is stopped, and a page that scrolls in its next frame would do so between the
 * press and the release of a click.
 */
const keepFrames = `for (const name of ['requestAnimationFrame', 'cancelAnimationFrame']) {
  const own = window[name]
  Object.defineProperty(window, name, { get: () => own, set() {} })
}`

/**
 * A page asks again for what is under way every two to five seconds: here four times as often, unless a test counts
 * these requests (`keepPace`).
 */
const hurry = `{
  const own = window.setInterval
  window.setInterval = (act, delay, ...more) =>
    own(act, delay >= 2000 && delay <= 5000 && !window.keepsPace ? delay / 4 : delay, ...more)
}`

/** Lets the pages that are opened from now on ask again as rarely as they do elsewhere. */
export const keepPace = (context: BrowserContext) => context.addInitScript('window.keepsPace = true')

/** A browser of its own for one visitor, on the tests' clock, without movement. */
export async function openContext(baseURL: string, now: Date): Promise<BrowserContext> {
  const browser = (await startBrowser()) as Reusing
  const isFree = inUse === null
  const open = isFree ? browser._newContextForReuse.bind(browser) : browser.newContext.bind(browser)
  const context = await open({
    baseURL,
    viewport: wide,
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    colorScheme: 'light',
    reducedMotion: 'reduce',
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  if (isFree) {
    inUse = context
    keepCache(browser, context)
    await context.addInitScript(clearStorage, crypto.randomUUID())
  }
  context.setDefaultTimeout(120_000 * slowness)
  await context.addInitScript(keepFrames)
  await context.clock.install({ time: now })
  await context.addInitScript(hurry)
  await slowDown(context)
  return context
}

/** Ends a context; what is `sound` may be used again, and what failed may have left anything behind. */
export async function closeContext(context: BrowserContext, isSound: boolean) {
  if (context !== inUse || !isSound) await context.close()
  else {
    // Otherwise Playwright lets a stopped clock continue, when it may be the next test's.
    await context.clock.resume()
    await (context.browser() as Reusing)._disconnectFromReusedContext('The test is over.')
  }
  if (context === inUse) inUse = null
}
