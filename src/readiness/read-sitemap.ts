import { siteOf } from '../net/choose-links.ts'
import type { FetchedResponse } from '../net/fetch-response.ts'
import { readEntries } from '../net/sitemap.ts'
import { runInSlices } from '../slices.ts'
import type { NotFoundFacts, SitemapFacts, UnreadPage } from './facts.ts'
import { isFallback, isPage } from './fallback.ts'
import { type Fetch, isUnread, tryFetch } from './read-response.ts'

const maxFiles = 3
const maxDates = 50_000
const reading = { packed: true, maxBytes: 5 * 1024 * 1024, timeoutMilliseconds: 20_000 }

type File = {
  kind: 'urlset' | 'index' | 'text' | null
  addresses: string[]
  foreign: number
  dates: string[]
}

/** The facts of a site's sitemap and the pages of the site that it lists. An index is followed once. */
export async function readSitemapFacts(
  fetch: Fetch,
  { origin, named, notFound }: { origin: string; named: string[]; notFound: NotFoundFacts },
): Promise<{ facts: SitemapFacts; listed: string[] }> {
  const site = siteOf(new URL(origin))
  const own = named.map((address) => URL.parse(address, origin)).find((url) => url && siteOf(url) === site)
  const url = (own ?? new URL('/sitemap.xml', origin)).href
  const response = await tryFetch(fetch, url, reading)
  if (isUnread(response)) return { facts: response, listed: [] }
  if ([401, 403, 429].includes(response.status) || response.status >= 500)
    return { facts: unreadable(url, response.status), listed: [] }

  const fallsBack = isPage(response) || isFallback(response, notFound)
  const first = fallsBack || response.status !== 200 ? nothing : await readFile(response, site)
  const files = first.kind === 'index' ? await readChildren(fetch, first, url, site) : [first]
  const listed = [...new Set(files.flatMap(({ addresses }) => addresses))]
  const dates = files.flatMap((file) => file.dates)
  return {
    facts: {
      ...{ url, isRead: true, status: response.status, isNamed: own !== undefined },
      isFallback: response.status === 200 && fallsBack,
      kind: first.kind,
      own: listed.length,
      foreign: first.foreign + (first.kind === 'index' ? sum(files.map((file) => file.foreign)) : 0),
      dates: dates.length,
      distinctDates: new Set(dates).size,
    },
    listed,
  }
}

const nothing: File = { kind: null, addresses: [], foreign: 0, dates: [] }

const unreadable = (url: string, status: number): UnreadPage => ({
  ...{ url, isRead: false },
  problem: `The server answered Herald with ${status}.`,
})

/** The files of an index, without those that cannot be read and those that are an index again. */
async function readChildren(fetch: Fetch, { addresses }: File, index: string, site: string): Promise<File[]> {
  const files: File[] = []
  for (const address of addresses.filter((each) => each !== index).slice(0, maxFiles)) {
    const response = await tryFetch(fetch, address, reading)
    if (isUnread(response) || response.status !== 200 || isPage(response)) continue
    const file = await readFile(response, site)
    if (file.kind !== 'index') files.push(file)
  }
  return files
}

async function readFile({ url, text }: FetchedResponse, site: string): Promise<File> {
  const { isIndex, addresses } = await runInSlices(readEntries(text))
  const urls = addresses.map((address) => URL.parse(address, url)).filter((each) => each !== null)
  const own = urls.filter((each) => siteOf(each) === site)
  const isSet = /<urlset[\s>]/i.test(text.slice(0, 10_000))
  const fallback = addresses.length > 0 && !/^\s*</.test(text) ? 'text' : null
  return {
    kind: isIndex ? 'index' : isSet ? 'urlset' : fallback,
    addresses: own.map(({ href }) => href),
    foreign: urls.length - own.length,
    dates: await runInSlices(readDates(text)),
  }
}

function* readDates(text: string): Generator<undefined, string[]> {
  const dates: string[] = []
  for (const [, date = ''] of text.matchAll(/<lastmod>\s*([\d:TZ.+-]{4,40})\s*<\/lastmod>/gi)) {
    if (dates.push(date) === maxDates) break
    if (dates.length % 500 === 0) yield
  }
  return dates
}

const sum = (numbers: number[]) => numbers.reduce((total, each) => total + each, 0)
