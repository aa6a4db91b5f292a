import robotsParser from 'robots-parser'
import type { Context } from '../context.ts'
import { defineTextTask } from '../text-thread.ts'
import { FetchError, toFetchError } from './fetch-error.ts'
import { agentName, type FetchOptions, fetchPage } from './fetch-page.ts'
import { hostOf } from './public-url.ts'

const maxBytes = 512 * 1024

/** True for a status of robots.txt that allows nothing for now: the server fails (RFC 9309). */
export const forbidsAll = (status: number) => status >= 500 || status === 429

export type Robots = {
  isAllowed(url: URL): boolean | Promise<boolean>
  /** True if the server did not give an answer: nothing is allowed for now. */
  isUnknown: boolean
  sitemaps: string[]
}

/**
 * What the robots.txt of a URL's origin allows: everything if there is none, nothing while the server fails (RFC
 * 9309).
 */
export async function readRobots(ctx: Context, url: URL, options: FetchOptions): Promise<Robots> {
  const address = new URL('/robots.txt', url).href
  const text = await readRules(ctx, address, options)
  if (text === null) return { isAllowed: () => false, isUnknown: true, sitemaps: [] }
  const { sitemaps } = await readRobotsFile({ address, text })
  return {
    isAllowed: async ({ href }) => (await readRobotsFile({ address, text, href })).isAllowed,
    isUnknown: false,
    sitemaps,
  }
}

/** More wildcards than any real rule has; the time to match a rule grows with them. */
const maxWildcards = 20

/**
 * The lines of a robots.txt that name agents, rules and sitemaps. Other lines never end a group (RFC 9309), but do so
 * for the parser; sitemaps come last for the same reason. Rules that would take long to match are emptied.
 */
export function toRules(text: string): string {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/)
  const isRule = (line: string) => /^[ \t]*(?:user-agent|allow|disallow)[ \t]*:/i.test(line)
  const isShort = (line: string) => line.split('*', maxWildcards + 2).length <= maxWildcards + 1
  const isSitemap = (line: string) => /^[ \t]*sitemap[ \t]*:/i.test(line)
  // A rule that allows nothing and forbids nothing stays, so that its group still ends where it did.
  const rules = lines.filter(isRule).map((line) => (isShort(line) ? line : 'Disallow:'))
  return [...rules, ...lines.filter(isSitemap)].join('\n')
}

type RobotsFile = { address: string; text: string; href?: string }

/** Parses a robots.txt file; a long one on the text thread. */
export const robotsFile = defineTextTask('robots', 8_000, ({ address, text, href }: RobotsFile) => {
  const rules = robotsParser(address, toRules(text))
  const isAllowed = href === undefined || (rules.isAllowed(href, agentName) ?? true)
  return { isAllowed, sitemaps: rules.getSitemaps() }
})

async function readRobotsFile(file: RobotsFile) {
  try {
    return await robotsFile.run(file, file.text.length, new URL(file.address).host)
  } catch (error) {
    throw toFetchError(error, `The file ${file.address} takes too long to read.`)
  }
}

/** Rejects URLs that the robots.txt of their origin disallows; each robots.txt is fetched once. */
export function createPermit(ctx: Context, options: FetchOptions) {
  const known = new Map<string, Promise<Robots>>()
  function robotsOf(url: URL, signal?: AbortSignal): Promise<Robots> {
    const robots = known.get(url.origin) ?? readRobots(ctx, url, { ...options, signal })
    known.set(url.origin, robots)
    // A fetch that was aborted with its page must not affect the others.
    robots.catch(() => known.delete(url.origin))
    return robots
  }
  async function permit(url: URL, signal: AbortSignal): Promise<void> {
    const robots = await robotsOf(url, signal)
    if (robots.isUnknown) {
      throw new FetchError('unreachable', `The robots.txt of ${hostOf(url)} cannot be read at the moment.`)
    }
    if (!(await robots.isAllowed(url))) {
      throw new FetchError('refused', `The robots.txt of ${hostOf(url)} does not allow reading this page.`)
    }
  }
  return { permit, robotsOf }
}

async function readRules(ctx: Context, address: string, options: FetchOptions): Promise<string | null> {
  try {
    const { status, text } = await fetchPage(ctx, address, {
      ...options,
      maxBytes,
      cut: true,
      isCovered: true,
    })
    return forbidsAll(status) ? null : text
  } catch (error) {
    // Not a robots.txt file: many sites serve a page for every path.
    if (error instanceof FetchError && error.reason !== 'unreachable') return ''
    throw error
  }
}
