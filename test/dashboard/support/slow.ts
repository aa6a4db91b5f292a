import type { BrowserContext, Page } from 'playwright-core'

/**
 * How many times slower than this machine a page runs: `SLOW=6 bun test ./test/dashboard`. Then the server's answers take
 * a while as well. What passes so leans on no luck of a fast machine.
 */
export const slowness = Number(process.env.SLOW ?? 1)

/** How long answers take then, in milliseconds: each its own time, the same in each run. */
const quickest = 50
const slowest = 400

/** Has the answers of a context's server take long. */
export async function slowAnswers(context: BrowserContext) {
  if (slowness === 1) return
  let asked = 0
  await context.route(/\/(?:api|v1)\//, async (route) => {
    asked += 1
    const spread = Bun.hash.crc32(`${asked} ${new URL(route.request().url()).pathname}`)
    await Bun.sleep(quickest + (spread % (slowest - quickest)))
    // The page may be gone by now.
    await route.fallback().catch(() => {})
  })
}

/** Has a page's own work take long. */
export async function slowDown(page: Page) {
  if (slowness === 1) return
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowness })
}
