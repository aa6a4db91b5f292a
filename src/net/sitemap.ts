import type { Context } from '../context.ts'
import { decodeEntities } from '../markdown/escape.ts'
import { runInSlices, type Sliced } from '../slices.ts'
import { siteOf } from './choose-links.ts'
import { FetchError } from './fetch-error.ts'
import { type FetchOptions, readFetched } from './fetch-page.ts'
import { hostOf } from './public-url.ts'
import { createPermit } from './robots.ts'

type Bounds = { maxPages: number; maxFiles: number }

/** A file may have 50,000 entries; those that fit are more than are stored per site. */
const fileBytes = 10 * 1024 * 1024

/**
 * The pages in a sitemap, without duplicates, in their order: from a file, gzipped or not, or an index of files. A
 * URL that is not a sitemap stands for the sitemap of its site. Respects robots.txt. Throws a FetchError if the first
 * file cannot be read or lists nothing; other unreadable files are left out.
 */
export async function readSitemap(
  ctx: Context,
  address: string,
  bounds: Bounds,
  network: Pick<FetchOptions, 'signal' | 'resolve' | 'open'> = {},
): Promise<string[]> {
  const { permit, robotsOf } = createPermit(ctx, network)
  const options = { ...network, permit }
  const first = await readFile(ctx, address, options)
  const pages = await collect(ctx, first, bounds, options)
  if (pages.length > 0) return pages
  const { sitemaps } = await robotsOf(new URL(first.url), network.signal)
  const listed = await findListed(ctx, first.url, sitemaps, options, bounds)
  if (listed.length > 0) return listed
  throw new FetchError('unusable', `The sitemap at ${first.url} lists no pages of its own site.`)
}

/** The pages in a site's sitemap: the one in robots.txt, else `/sitemap.xml`; empty if there is none. */
export async function findListed(
  ctx: Context,
  home: string,
  named: string[],
  options: FetchOptions,
  bounds: Bounds = { maxPages: 1000, maxFiles: 3 },
): Promise<string[]> {
  const site = siteOf(new URL(home))
  const own = named.map((address) => URL.parse(address, home)).find((url) => url && siteOf(url) === site)
  try {
    const file = await readFile(ctx, (own ?? new URL('/sitemap.xml', home)).href, options)
    return await collect(ctx, file, bounds, options)
  } catch (error) {
    if (error instanceof FetchError) return []
    throw error
  }
}

/** The needed part of a sitemap file: the addresses of its pages, or of further files. */
type File = { url: string; isIndex: boolean; addresses: string[] }

/** Reads a file in slices; its text is freed before the next one is fetched. */
function readFile(ctx: Context, address: string, options: FetchOptions): Promise<File> {
  const reading = { ...options, packed: true, cut: true, maxBytes: fileBytes }
  return readFetched(ctx, address, reading, async ({ url, status, text }) => {
    if (status < 300) return { url, ...(await runInSlices(readEntries(text))) }
    const reason = status >= 500 || status === 429 ? 'unreachable' : 'missing'
    throw new FetchError(reason, `The sitemap at ${url} returned status ${status}.`)
  })
}

/** The pages of a file and of the files that it lists, up to the wanted number. */
async function collect(
  ctx: Context,
  first: File,
  { maxPages, maxFiles }: Bounds,
  options: FetchOptions,
): Promise<string[]> {
  const host = hostOf(new URL(first.url)).replace(/^www\./, '')
  const pages = new Set<string>()
  const waiting: string[] = []
  const seen = new Set([first.url])
  take(first)
  while (waiting.length > 0 && pages.size < maxPages && seen.size < maxFiles) {
    const address = waiting.shift() as string
    if (seen.has(address)) continue
    seen.add(address)
    try {
      take(await readFile(ctx, address, options))
    } catch (error) {
      if (!(error instanceof FetchError)) throw error
    }
  }
  return [...pages]

  function take(file: File) {
    const { isIndex, addresses } = file
    for (const address of addresses) {
      if (isIndex ? waiting.length >= maxFiles : pages.size >= maxPages) break
      const url = URL.parse(address, file.url)
      if (!url || !isOf(url, host)) continue
      url.hash = ''
      if (isIndex) waiting.push(url.href)
      else pages.add(url.href)
    }
  }
}

/** True for a page of a host or of its subdomains. */
function isOf(url: URL, host: string): boolean {
  if (!/^https?:$/.test(url.protocol)) return false
  const own = hostOf(url).replace(/^www\./, '')
  return own === host || own.endsWith(`.${host}`)
}

/** The maximum number of entries and the maximum address length of the format. */
const maxEntries = 50_000
const maxAddress = 2_048
/** Fits an address with every character as an entity, and surrounding white space. */
const maxEntry = 16_384
const scannedCharacters = 512 * 1024

/** The addresses in a sitemap file, XML or text with one per line, and whether they are of further files. */
export function* readEntries(text: string): Sliced<Omit<File, 'url'>> {
  const xml = yield* withoutComments(text)
  const isIndex = /<sitemapindex[\s>]/i.test(xml.slice(0, scannedCharacters))
  const { found, addresses } = yield* readLocations(xml)
  return { isIndex, addresses: found > 0 ? addresses : yield* readLines(text) }
}

/** The text between `<loc>` and `</loc>`; an entry without an end counts, but has no address. */
function* readLocations(xml: string): Sliced<{ found: number; addresses: string[] }> {
  const addresses: string[] = []
  let found = 0
  // Windows overlap by a start tag less one character, so that none is missed or found twice.
  for (let from = 0; from < xml.length; from += scannedCharacters) {
    yield
    const window = xml.slice(from, from + scannedCharacters + startTag.length - 1)
    for (const { index } of window.matchAll(/<loc>/gi)) {
      if (++found > maxEntries) return { found, addresses }
      if (found % 100 === 0) yield
      const start = from + index + startTag.length
      const address = readEntry(xml.slice(start, start + maxEntry))
      if (address.length <= maxAddress && /^[^\s<]+$/.test(address)) addresses.push(address)
    }
  }
  return { found, addresses }
}

const startTag = '<loc>'

/** The text before the end of an entry; empty if it has no end. */
function readEntry(rest: string): string {
  const end = /<\/?loc>/i.exec(rest)
  const content = end?.[0].startsWith('</') ? rest.slice(0, end.index).trim() : ''
  const isQuoted = content.startsWith('<![CDATA[') && content.endsWith(']]>')
  return isQuoted ? content.slice(9, -3).trim() : decodeEntities(content)
}

function* readLines(text: string): Sliced<string[]> {
  const addresses: string[] = []
  for (let start = 0, lines = 1; start < text.length; lines++) {
    if (lines % 1000 === 0) yield
    const found = text.indexOf('\n', start)
    const end = found < 0 ? text.length : found
    if (end - start <= maxAddress) {
      const line = text.slice(start, end).trim()
      if (/^https?:\/\/\S+$/i.test(line) && addresses.push(line) === maxEntries) break
    }
    start = end + 1
  }
  return addresses
}

/** A text without its comments; an unclosed one extends to the end. */
function* withoutComments(text: string): Sliced<string> {
  const parts: string[] = []
  let from = 0
  for (let comments = 1; ; comments++) {
    if (comments % 1000 === 0) yield
    const start = text.indexOf('<!--', from)
    if (start !== from) parts.push(text.slice(from, start < 0 ? undefined : start))
    const end = start < 0 ? -1 : text.indexOf('-->', start + 4)
    if (end < 0) return parts.join('')
    from = end + 3
  }
}
