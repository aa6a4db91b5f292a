import type { Page } from 'playwright-core'

/**
 * Has a page's time stand still, however long the machine takes, until the test lets it go on. What its queries read
 * is shown by a timer, and waits with it.
 */
export async function stopClock(tab: Page) {
  const now = await tab.evaluate(() => Date.now())
  await tab.clock.pauseAt(now + 10_000)
}
