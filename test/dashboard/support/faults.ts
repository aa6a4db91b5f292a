import type { BrowserContext, Request } from 'playwright-core'
import { expectSoon } from './soon.ts'

// A safety net for a busy machine: what is expected and comes is waited for no longer than it takes.
const patience = 120_000
const mostLines = 25

export type Faults = ReturnType<typeof watchFaults>

/**
 * Records faults that no page may have in any test: an error in the console, which includes violations of the
 * content security policy, an uncaught error, a request to another host.
 */
export function watchFaults(context: BrowserContext, origin: string) {
  const found: string[] = []
  const expected: RegExp[] = []
  const log: string[] = []
  const unanswered = new Set<Request>()
  let awaited = Promise.withResolvers<void>()

  const isMissing = (each: RegExp) => !found.some((fault) => each.test(fault))
  function note(fault: string) {
    found.push(fault)
    if (!expected.some(isMissing)) awaited.resolve()
  }

  function keep(line: string) {
    log.push(line)
    if (log.length > mostLines) log.shift()
  }

  context.on('console', (message) => {
    const { url } = message.location()
    keep(`${message.type()}: ${message.text()}`)
    // The browser asks for it by itself, where what it shows is no page.
    if (url.endsWith('/favicon.ico')) return
    if (message.type() === 'error') note(`${message.text()} (${url.replace(origin, '')})`)
  })
  context.on('weberror', (error) => note(`Nobody caught: ${error.error().stack}`))
  context.on('request', (request) => {
    const url = new URL(request.url())
    const isOwn = url.origin === origin || url.protocol === 'data:' || url.protocol === 'blob:'
    if (!isOwn) note(`A request to another host: ${request.url()}`)
    if (isOfApi(url)) unanswered.add(request)
  })
  context.on('requestfinished', (request) => unanswered.delete(request))
  context.on('requestfailed', (request) => unanswered.delete(request))
  context.on('response', (response) => {
    const url = new URL(response.url())
    if (isOfApi(url))
      keep(`${response.request().method()} ${url.pathname}${url.search}: ${response.status()}`)
  })

  return {
    /** What the console said last, and what the server answered. */
    log: log as readonly string[],
    /** Waits until the pages have all that they asked the server for: what becomes of it later concerns none of it. */
    quiet: () => expectSoon(() => [...unanswered].map((request) => request.url()), []),
    /** Lets a test bring about what would be a fault elsewhere; it must then happen. */
    expect(fault: RegExp) {
      expected.push(fault)
      awaited = Promise.withResolvers()
    },
    /**
     * Waits for an expected fault: the browser reports an answer's status some time after the page has it.
     */
    async settle() {
      if (expected.some(isMissing)) await Promise.race([awaited.promise, Bun.sleep(patience)])
    },
    /** What happened and was not expected, and what was expected and did not happen. */
    list(): string[] {
      const unexpected = found.filter((fault) => !expected.some((each) => each.test(fault)))
      return [...unexpected, ...expected.filter(isMissing).map((each) => `Nothing happened that is ${each}.`)]
    },
  }
}

const isOfApi = ({ pathname }: URL) => /^\/(?:api|v1)\//.test(pathname)

/** What the console says of a route's answer that refuses; the route is written as in `/v1/posts/:id`. */
export function refusal(status: number, route: string): RegExp {
  return new RegExp(`status of ${status} .*\\(${routePattern(route)}[?)]`)
}

/** The paths of a route, as a regular expression. */
export const routePattern = (route: string) => route.replaceAll(/:\w+/g, '[^/?]+')
