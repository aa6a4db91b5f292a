// Writes the pictures of README: bun test/dashboard/screenshots.ts
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { launchBrowser } from './support/browser.ts'

const root = join(import.meta.dir, '../..')
const folder = join(root, 'docs/images')
const pages = [
  { name: 'post', path: 'posts', open: 'Acme 1.5.0', shows: 'Nothing is missing' },
  { name: 'visibility', path: 'geo', open: null, shows: 'Share of voice' },
]

mkdirSync(folder, { recursive: true })
const demo = Bun.spawn(['bun', 'src/main.ts', 'demo'], { cwd: root, stdout: 'pipe', stderr: 'ignore' })
try {
  const link = await readLink(demo.stdout)
  await using browser = await launchBrowser()
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  await page.goto(link)
  await page.waitForURL(/\/app\/acme/)
  for (const { name, path, open, shows } of pages) {
    await page.goto(new URL(`/app/acme/${path}`, link).href)
    if (open) await page.getByRole('link', { name: open }).first().click()
    await page.getByRole('heading', { level: 1 }).waitFor()
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.reload()
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.getByText(shows).first().waitFor()
      await page.locator('.skeleton').first().waitFor({ state: 'detached' })
      await page.waitForLoadState('networkidle')
      await save(page, join(folder, `${name}-${colorScheme}.webp`))
    }
  }
} finally {
  demo.kill()
  await demo.exited
}

/** The link that signs a reader of the demo in. */
async function readLink(output: ReadableStream<Uint8Array>): Promise<string> {
  let text = ''
  for await (const chunk of output) {
    text += new TextDecoder().decode(chunk)
    const link = /^(http\S+\/app\/sign-in#\w+)$/m.exec(text)?.[1]
    if (link) return link
  }
  throw new Error(`The demo printed no link: ${text}`)
}

async function save(page: Page, path: string) {
  const session = await page.context().newCDPSession(page)
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 80 })
  await Bun.write(path, Buffer.from(data, 'base64'))
}
