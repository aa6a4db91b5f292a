import { expect } from 'bun:test'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { AxeResults, ElementContext, RunOptions } from 'axe-core'
import type { Page, ViewportSize } from 'playwright-core'
import { narrow, wide } from './browser.ts'

export type Theme = 'light' | 'dark'
type Look = { width: ViewportSize; theme: Theme }

/** Pictures of what is tested lie here, when they are asked for: SCREENS=1 bun test ./test/dashboard */
const screens = process.env.SCREENS ? join(import.meta.dir, '../.screens') : null
if (screens) mkdirSync(screens, { recursive: true })

/** WCAG 2.0 to 2.2, A and AA, and what is held for good practice. */
const everything = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** The looks in which axe inspects a page. */
export const looks = {
  /** For each page: each width and each theme. */
  each: [
    { width: wide, theme: 'light' },
    { width: narrow, theme: 'dark' },
  ],
  /** For a state of a page. Its colors are tokens, whose contrast in both themes `test/page/tokens.test.ts` proves. */
  state: [{ width: wide, theme: 'light' }],
} satisfies Record<string, Look[]>

const axeSource = await Bun.file(new URL(import.meta.resolve('axe-core/axe.min.js'))).text()

/** The navigation is the same on each page. */
export const navigation = '#side'

/**
 * What has to hold of any state of any page: it is accessible in these looks, and fits at each width. The navigation is
 * inspected only if nothing is left out.
 */
export async function expectPresentable(
  page: Page,
  name: string,
  inspected: Look[] = looks.state,
  leftOut: string | null = navigation,
) {
  for (const { width, theme } of inspected) {
    await page.setViewportSize(width)
    await page.emulateMedia({ colorScheme: theme })
    await expectNoSidewaysScroll(page)
    await expectGround(page, theme)
    await expectNoViolations(page, leftOut)
    await screenshot(page, `${name}-${width.width}-${theme}`)
  }
  // Between the two, tables have all their columns and the least room.
  for (const width of [narrow, { width: 1024, height: 768 }]) {
    await page.setViewportSize(width)
    await expectNoSidewaysScroll(page)
    await screenshot(page, `${name}-${width.width}`)
  }
  await page.setViewportSize(wide)
  await page.emulateMedia({ colorScheme: 'light' })
  await expectWords(page)
}

/** Fails where a page shows a value that is not a text. */
async function expectWords(page: Page) {
  expect(await page.getByText(/\[object Object\]|\bNaN\b/).allTextContents()).toEqual([])
}

/** Fails where a page is light that should be dark, or the other way round. */
export async function expectGround(page: Page, theme: Theme) {
  const ground = await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
  const shades = (ground.match(/[\d.]+/g) ?? []).slice(0, 3).map(Number)
  const isLight = shades.every((shade) => shade > 200)
  const isDark = shades.every((shade) => shade < 60)
  expect({ ground, theme: isLight ? 'light' : isDark ? 'dark' : null }).toEqual({ ground, theme })
}

/** An element that a bar at the edge of the window covers in part becomes visible by scrolling. */
const isBehindBar = (rule: string, summary: string) =>
  rule === 'target-size' && summary.includes('partially obscured')

type Axe = { run(context: ElementContext, options: RunOptions): Promise<AxeResults> }

/** Fails with what axe finds, and where; it inspects all of the page but what a selector leaves out. */
export async function expectNoViolations(page: Page, leftOut: string | null = null) {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  const options = { runOnly: everything, resultTypes: ['violations' as const], selectors: false }
  const violations = await page.evaluate(
    async ([leftOut, options]) => {
      const isThere = leftOut !== null && document.querySelector(leftOut) !== null
      const { axe } = window as unknown as { axe: Axe }
      return (await axe.run(isThere ? { exclude: [leftOut] } : document, options)).violations
    },
    [leftOut, options] as const,
  )
  const found = violations.flatMap(({ id, help, nodes }) =>
    nodes
      .filter(({ failureSummary = '' }) => !isBehindBar(id, failureSummary))
      .map(({ html, failureSummary }) => `${id}: ${help}\n  ${html}\n  ${failureSummary}`),
  )
  if (found.length === 0) return
  throw new Error(`${await lookOf(page)} is not accessible.\n${found.join('\n')}`)
}

/** Fails with the widest things that reach beyond the right edge. */
export async function expectNoSidewaysScroll(page: Page) {
  const wider = await page.evaluate(() => {
    const room = document.documentElement.clientWidth
    if (document.documentElement.scrollWidth <= room) return []
    return [...document.querySelectorAll('body *')]
      .map((element) => ({
        html: element.outerHTML.slice(0, 120),
        right: element.getBoundingClientRect().right,
      }))
      .filter(({ right }) => right > room + 0.5)
      .toSorted((one, other) => other.right - one.right)
      .slice(0, 5)
      .map(({ html, right }) => `${Math.round(right - room)} px too wide: ${html}`)
  })
  if (wider.length > 0) throw new Error(`${await lookOf(page)} scrolls sideways.\n${wider.join('\n')}`)
}

/** The most by which the content of a page may move while it loads (cumulative layout shift). */
const maxShift = 0.05

/** Fails with what moved, if a page moved its content without any input since it was opened, in milliseconds. */
export async function expectSteady(page: Page, opened: number) {
  const shifts = await page.evaluate(
    (since) =>
      new Promise<{ value: number; moved: string[] }[]>((resolve) => {
        type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: { node?: Node }[] }
        const name = ({ node }: { node?: Node }) =>
          node instanceof Element ? node.outerHTML.slice(0, 80) : (node?.textContent ?? '').slice(0, 80)
        const observer = new PerformanceObserver((list) => {
          observer.disconnect()
          const found = (list.getEntries() as Shift[]).filter(
            ({ hadRecentInput, startTime }) => !hadRecentInput && startTime >= since,
          )
          resolve(found.map(({ value, sources }) => ({ value, moved: sources.map(name) })))
        })
        observer.observe({ type: 'layout-shift', buffered: true })
        // Without an entry, the observer is never called.
        requestAnimationFrame(() => setTimeout(() => resolve([])))
      }),
    opened,
  )
  const sum = shifts.reduce((total, { value }) => total + value, 0)
  if (sum <= maxShift) return
  const parts = shifts.map(({ value, moved }) => `${value.toFixed(3)}: ${moved.join(', ')}`)
  throw new Error(`${await lookOf(page)} moved by ${sum.toFixed(3)} while it loaded.\n${parts.join('\n')}`)
}

/** Keeps a picture of the whole page, when pictures are asked for. */
export async function screenshot(page: Page, name: string) {
  if (!screens) return
  const path = join(screens, `${name.replaceAll(/[^\w-]+/g, '-').toLowerCase()}.png`)
  await page.screenshot({ path, fullPage: true })
}

async function lookOf(page: Page): Promise<string> {
  const { width } = page.viewportSize() ?? wide
  const theme = await page.evaluate(() =>
    matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light',
  )
  return `${new URL(page.url()).pathname} at ${width} px, ${theme},`
}
