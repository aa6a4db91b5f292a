import pLimit from 'p-limit'
import { chooseLinks, siteOf } from '../net/choose-links.ts'
import { FetchError, toFetchError } from '../net/fetch-error.ts'
import type { FetchedResponse } from '../net/fetch-response.ts'
import { forbidsAll } from '../net/robots.ts'
import { checkedAgents } from './agents.ts'
import type {
  FileFacts,
  NotFoundFacts,
  PageFacts,
  RobotsFacts,
  SampleFacts,
  StartFacts,
  UnreadPage,
} from './facts.ts'
import { fingerprint, isPage } from './fallback.ts'
import { readPageFacts } from './read-page.ts'
import { type Fetch, isUnread, orUnread, refusalOf, tryFetch } from './read-response.ts'
import { readRulesTask, rulesText, toRobotsFacts } from './read-robots.ts'
import { readSitemapFacts } from './read-sitemap.ts'

/** Pages that are read, and the addresses whose status is checked (contract geo 12). */
const maxPages = 20
const maxStatuses = 20
const width = 5
const pageBytes = 2 * 1024 * 1024
const pageMilliseconds = 8_000
const allPagesMilliseconds = 90_000

/** How to read a site: `fetch`, the scanner's own user agent, when to stop, and a callback for each page. */
export type Scanner = {
  fetch: Fetch
  agent: string
  signal?: AbortSignal
  onPage?: (read: number, all: number) => void
}

/** The first step: the start page, robots.txt and the sitemap. Throws a FetchError if the site does not respond or refuses this scanner. */
export async function readStart(scanner: Scanner, target: string): Promise<StartFacts> {
  const { fetch, signal } = scanner
  const response = await fetch(target, { maxBytes: pageBytes })
  const url = new URL(response.url)
  const { origin } = url
  const refusal = refusalOf(response, target)
  if (refusal) throw new FetchError('unusable', refusal.problem)
  const start = await readPageFacts(target, response, signal)
  const notFound = await readNotFound(fetch, origin)

  const robotsUrl = new URL('/robots.txt', origin).href
  const robots = await tryFetch(fetch, robotsUrl)
  const isKnown = !isUnread(robots) && ![401, 403].includes(robots.status)
  const text = isKnown ? rulesText(robots, notFound) : ''
  const first = await askRules(scanner, { text, origin, paths: [] })
  const named = isUnread(first) ? [] : first.sitemaps
  const { facts: sitemap, listed } = await readSitemapFacts(fetch, { origin, named, notFound })
  const links = chooseLinks(url.href, start.links, maxPages)
  const others = (listed.length > 0 ? listed : links).filter((each) => isOther(each, url))
  const chosen = spread(others, maxPages)
  const rules = await askRules(scanner, { text, origin, paths: [url.href, ...chosen].map(toPath) })
  const isUnknown = isUnread(robots) || forbidsAll(robots.status) || isUnread(rules)
  return {
    ...{ target, origin, start: withoutLinks(start), notFound, sitemap },
    robots:
      isKnown && !isUnread(rules)
        ? toRobotsFacts(robots, notFound, rules)
        : unreadRobots(robots, rules, robotsUrl),
    sample: isUnknown ? [] : chosen.filter((each) => rules.permitted.includes(toPath(each))),
    rules: isUnknown ? null : text,
  }
}

/** The last step: up to 20 pages, and the status of permitted addresses that they and llms.txt name. */
export async function readSample(
  scanner: Scanner,
  { start, sample, rules, origin }: StartFacts,
  { llms }: Pick<FileFacts, 'llms'>,
): Promise<SampleFacts> {
  const { fetch, signal, onPage } = scanner
  const limit = pLimit(width)
  const end = AbortSignal.timeout(allPagesMilliseconds)
  let finished = 0
  onPage?.(finished, sample.length)
  const pages = await Promise.all(
    sample.map((url) =>
      limit(async (): Promise<PageFacts> => {
        if (end.aborted) return { url, isRead: false, problem: 'The scan ran out of time.' }
        const reading = { maxBytes: pageBytes, timeoutMilliseconds: pageMilliseconds }
        const page = await orUnread(url, async () => {
          const response = await fetch(url, reading)
          return refusalOf(response, url) ?? withoutLinks(await readPageFacts(url, response, signal))
        })
        onPage?.(++finished, sample.length)
        return page
      }),
    ),
  )
  const read = [start, ...pages].filter((page) => page.isRead)
  const known = new Map(read.map((page) => [page.finalUrl, page.status] as const))
  const canonicals = read.flatMap(
    ({ canonicals, finalUrl }) => URL.parse(canonicals[0] ?? '', finalUrl)?.href ?? [],
  )
  const named = llms.isRead && llms.exists ? spread(llms.links, maxStatuses / 2) : []
  const unknown = [...named, ...canonicals].filter((url) => !known.has(url) && isSame(url, origin))
  const permitted = await choosePermitted(scanner, { rules, origin }, [...new Set(unknown)])
  const statuses = await Promise.all(
    permitted.slice(0, maxStatuses).map((url) =>
      limit(async (): Promise<[string, number | null]> => {
        if (end.aborted) return [url, null]
        const response = await tryFetch(fetch, url, { timeoutMilliseconds: pageMilliseconds })
        return [url, isUnread(response) || refusalOf(response, url) ? null : response.status]
      }),
    ),
  )
  return { pages, statuses: Object.fromEntries([...known, ...statuses]) }
}

/** What robots.txt says about paths, or that it takes too long to read. */
function askRules(
  { agent, signal }: Scanner,
  { text, origin, paths }: { text: string; origin: string; paths: string[] },
) {
  const { href, host } = new URL('/robots.txt', origin)
  return orUnread(href, () =>
    readRulesTask
      .run({ text, origin, agents: checkedAgents, paths, self: agent }, text.length, host, signal)
      .catch((error: unknown) => {
        throw toFetchError(error, 'The robots.txt takes too long to read.')
      }),
  )
}

/** The addresses that robots.txt permits this scanner to read. */
async function choosePermitted(
  scanner: Scanner,
  { rules: text, origin }: Pick<StartFacts, 'rules' | 'origin'>,
  addresses: string[],
): Promise<string[]> {
  if (text === null || addresses.length === 0) return []
  const rules = await askRules(scanner, { text, origin, paths: addresses.map(toPath) })
  return isUnread(rules) ? [] : addresses.filter((each) => rules.permitted.includes(toPath(each)))
}

/** What the site answers to a path that cannot exist. */
async function readNotFound(fetch: Fetch, origin: string): Promise<NotFoundFacts> {
  const response = await tryFetch(fetch, new URL(`/${crypto.randomUUID()}`, origin).href)
  if (isUnread(response)) return { status: null, fingerprint: '', isPage: false }
  return { status: response.status, fingerprint: fingerprint(response), isPage: isPage(response) }
}

/** Why robots.txt was not read: no response, a refusal, or rules that take too long. */
function unreadRobots(robots: FetchedResponse | UnreadPage, rules: object, url: string): RobotsFacts {
  if (isUnread(robots)) return robots
  return isUnread(rules)
    ? rules
    : { url, isRead: false, problem: `The server answered Herald with ${robots.status}.` }
}

/** Links are needed only to choose the sample. */
function withoutLinks<Page extends { links: string[] }>(page: Page): Page {
  return { ...page, links: [] }
}

/** At most `count` items from the whole length of a list, the first one included. */
function spread<T>(items: T[], count: number): T[] {
  if (items.length <= count) return items
  return Array.from({ length: count }, (_, at) => items[Math.floor((at * items.length) / count)] as T)
}

const pathOf = ({ pathname, search }: URL) => pathname + search
const toPath = (address: string) => pathOf(new URL(address))
const isSame = (url: string, origin: string) => siteOf(new URL(url)) === siteOf(new URL(origin))

/** True for a page of the site other than its start page. */
function isOther(address: string, start: URL): boolean {
  const url = new URL(address)
  return siteOf(url) === siteOf(start) && pathOf(url) !== pathOf(start)
}
