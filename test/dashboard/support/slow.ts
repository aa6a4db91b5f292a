import type { BrowserContext, Page } from 'playwright-core'

/**
 * How many times slower than this machine a page runs: `SLOW=6 bun test ./test/dashboard`. Then scripts that load later
 * and the server's answers take a while as well. What passes does not depend on a fast machine.
 */
export const slowness = Number(process.env.SLOW ?? 1)

/** How long scripts and answers take then, in milliseconds: each its own time, the same in each run. */
const quickest = 50
const slowest = 400

/** Slows down the pages of a context, their scripts and the server's answers. */
export async function slowDown(context: BrowserContext) {
  if (slowness === 1) return
  context.on('page', slowPage)
  await Promise.all(context.pages().map(slowPage))
  let asked = 0
  await context.route(/\/(?:api|v1|v2|app\/assets)\//, async (route) => {
    asked += 1
    const spread = Bun.hash.crc32(`${asked} ${new URL(route.request().url()).pathname}`)
    await Bun.sleep(quickest + (spread % (slowest - quickest)))
    // The page may be gone by now.
    await route.fallback().catch(() => {})
  })
}

async function slowPage(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowness })
}
