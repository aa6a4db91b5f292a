import type { Page } from 'playwright-core'

/**
 * Stops a page's clock, however long the machine takes, until the test continues it. The results of queries
 * are shown by a timer, and wait with it.
 */
export async function stopClock(tab: Page) {
  const now = await tab.evaluate(() => Date.now())
  await tab.clock.pauseAt(now + 10_000)
}
