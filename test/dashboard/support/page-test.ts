import { expect, test } from 'bun:test'
import type { BrowserContext, Page } from 'playwright-core'
import { closeContext, describePage, openContext } from './browser.ts'
import { hasChromium } from './chromium.ts'
import { type Faults, watchFaults } from './faults.ts'
import { screenshot } from './looks.ts'

/** A browser of its own, with cookies and storage of its own; its pages are tabs. */
export type Visitor = { context: BrowserContext; faults: Faults; open(path: string): Promise<Page> }

/** Lets in another visitor of a site. */
export type Admit = (origin: string, now: Date) => Promise<Visitor>

// The browser alone takes a while on a busy machine.
const most = 60_000

/**
 * A test with visitors; whatever it is about, it fails where one of them met a fault. Without a browser it is left out,
 * but where CI says that there has to be one.
 */
export function visitorTest(name: string, act: (admit: Admit) => Promise<void>) {
  const declare = hasChromium || process.env.CI === 'true' ? test : test.skip
  declare(
    name,
    async () => {
      const visitors: Visitor[] = []
      let isSound = false
      try {
        await act(async (origin, now) => {
          const visitor = await newVisitor(origin, now)
          visitors.push(visitor)
          return visitor
        })
        for (const { context, faults } of visitors) {
          await settle(context)
          await faults.settle()
        }
        expect(visitors.flatMap(({ faults }) => faults.list())).toEqual([])
        isSound = true
      } catch (error) {
        throw await explain(error as Error, name, visitors)
      } finally {
        for (const { context } of visitors) await closeContext(context, isSound)
      }
    },
    most,
  )
}

async function newVisitor(origin: string, now: Date): Promise<Visitor> {
  const context = await openContext(origin, now)
  const faults = watchFaults(context, origin)
  return {
    context,
    faults,
    async open(path) {
      const idle = context.pages().find((page) => page.url() === 'about:blank')
      const page = idle ?? (await context.newPage())
      await page.goto(path)
      return page
    },
  }
}

/** What a page said before it answers this is known after it. */
async function settle(context: BrowserContext) {
  for (const page of context.pages()) await page.evaluate('0')
}

/** An error with what the visitors saw when it came, and with what had gone wrong before. */
async function explain(error: Error, name: string, visitors: Visitor[]): Promise<Error> {
  const pages = visitors.flatMap(({ context }) => context.pages())
  for (const [index, page] of pages.entries())
    await screenshot(page, `failed ${name} ${index}`).catch(() => {})
  const faults = visitors.flatMap(({ faults }) => faults.list())
  const seen = await Promise.all(pages.map(describePage))
  error.message = [error.message, ...faults, ...seen].join('\n\n')
  return error
}
