import { expect, test } from 'bun:test'
import type { BrowserContext, Page } from 'playwright-core'
import { closeContext, openContext } from './browser.ts'
import { hasChromium } from './chromium.ts'
import { type Faults, watchFaults } from './faults.ts'
import { describePage } from './report.ts'
import { slowness } from './slow.ts'

/** A browser of its own, with cookies and storage of its own; its pages are tabs. */
export type Visitor = { context: BrowserContext; faults: Faults; open(path: string): Promise<Page> }

/** Lets in another visitor of a site. */
export type Admit = (origin: string, now: Date) => Promise<Visitor>

// A safety net as well: what is waited for in a test gives up long before it.
const most = 600_000 * slowness
/** What a report of the pages takes, and to close them. */
const mostAfterwards = 15_000

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
      async function admit(origin: string, now: Date) {
        const visitor = await newVisitor(origin, now)
        visitors.push(visitor)
        return visitor
      }
      let isSound = false
      try {
        await within(most, act(admit))
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
    most + mostAfterwards,
  )
}

/** What is done, unless it takes too long: the runner's own limit would end the test without a word of its pages. */
async function within(limit: number, done: Promise<void>) {
  const { promise: isOver, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`The test was not over after ${limit / 1000} s.`)), limit)
  await Promise.race([done, isOver]).finally(() => clearTimeout(timer))
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

/** An error with what had gone wrong before it came, and with what the visitors saw then. */
async function explain(error: Error, name: string, visitors: Visitor[]): Promise<Error> {
  const faults = visitors.flatMap(({ faults }) => faults.list())
  const seen = await Promise.all(
    visitors.flatMap(({ context, faults }, visitor) =>
      context.pages().map((page, tab) => describePage(page, `${name} ${visitor} ${tab}`, faults.log)),
    ),
  )
  error.message = [Bun.stripANSI(error.message), ...faults, ...seen].join('\n\n')
  return error
}
