import { mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'

/** Pictures of pages whose test failed lie here. */
const pictures = join(tmpdir(), 'herald-page-tests')
/** A page that has hung does not hold up the report. */
const patience = 5000
const mostWords = 1500
const mostOfFocus = 160

/**
 * What can be seen of a page when its test failed, for the message of the failure: where it is, what has the focus, what
 * it says, what it logged and was answered last, and where a picture of it lies.
 */
export async function describePage(page: Page, name: string, log: readonly string[]): Promise<string> {
  const [words, focus, picture] = await Promise.all([
    inTime(readWords(page)),
    inTime(page.locator(':focus').evaluateAll(([element]) => element?.outerHTML ?? 'nothing')),
    inTime(draw(page, name)),
  ])
  return [
    `The page: ${page.url()}`,
    `Focus: ${focus?.slice(0, mostOfFocus) ?? 'the page did not say'}`,
    `Picture: ${picture ?? 'none could be taken'}`,
    `Words: ${words?.slice(0, mostWords) ?? 'the page did not answer'}`,
    `Log:${log.length === 0 ? ' nothing' : log.map((line) => `\n  ${line}`).join('')}`,
  ].join('\n')
}

/** What comes; null where it fails or takes too long. */
function inTime<T>(coming: Promise<T>): Promise<T | null> {
  return Promise.race([coming.catch(() => null), Bun.sleep(patience).then(() => null)])
}

/** The words of the page, and before them those of what lies over it. */
async function readWords(page: Page): Promise<string> {
  const texts = await page.locator('dialog[open], .toast, main, body:not(:has(main))').allInnerTexts()
  return texts
    .reverse()
    .map((text) => text.replaceAll(/\n{2,}/g, '\n').trim())
    .join('\n')
}

async function draw(page: Page, name: string): Promise<string> {
  mkdirSync(pictures, { recursive: true })
  const path = join(pictures, `${name.replaceAll(/[^\w-]+/g, '-').toLowerCase()}.png`)
  await page.screenshot({ path, timeout: patience })
  return path
}
