import type { Context } from '../context.ts'
import { decodeEntities } from '../markdown/escape.ts'
import { siteOf } from './choose-links.ts'
import { FetchError } from './fetch-error.ts'
import { type FetchOptions, fetchPage } from './fetch-page.ts'
import { hostOf } from './public-url.ts'
import { createPermit } from './robots.ts'

type Bounds = { mostPages: number; mostFiles: number }

/** A file may have 50,000 entries; what fits is more than is kept of any site. */
const fileBytes = 10 * 1024 * 1024

/**
 * The pages of a site that a sitemap lists, each once, in their order: a file, gzipped or not, or an index of files; an
 * address where there is no sitemap stands for that of its site. robots.txt is kept. Throws a FetchError where the
 * first file cannot be read or nothing is listed; a further file is left out then.
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
  throw new FetchError('unusable', `The sitemap at ${first.url} lists no pages of its site.`)
}

/** The pages that a site's sitemap lists: the one that robots.txt names, else `/sitemap.xml`; none when there is none. */
export async function findListed(
  ctx: Context,
  home: string,
  named: string[],
  options: FetchOptions,
  bounds: Bounds = { mostPages: 1000, mostFiles: 3 },
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

type File = { url: string; text: string }

async function readFile(ctx: Context, address: string, options: FetchOptions): Promise<File> {
  const reading = { ...options, packed: true, cut: true, maxBytes: fileBytes }
  const { url, status, text } = await fetchPage(ctx, address, reading)
  if (status < 300) return { url, text }
  const reason = status >= 500 || status === 429 ? 'unreachable' : 'missing'
  throw new FetchError(reason, `The sitemap at ${url} answered with status ${status}.`)
}

/** The pages of a file and of the files that it names, as many as are wanted. */
async function collect(
  ctx: Context,
  first: File,
  { mostPages, mostFiles }: Bounds,
  options: FetchOptions,
): Promise<string[]> {
  const host = hostOf(new URL(first.url)).replace(/^www\./, '')
  const pages = new Set<string>()
  const waiting: string[] = []
  const seen = new Set([first.url])
  take(first)
  while (waiting.length > 0 && pages.size < mostPages && seen.size < mostFiles) {
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
    const { isIndex, addresses } = readEntries(file.text)
    for (const address of addresses) {
      const url = URL.parse(address, file.url)
      if (!url || !isOf(url, host)) continue
      url.hash = ''
      if (isIndex) waiting.push(url.href)
      else if (pages.size < mostPages) pages.add(url.href)
    }
  }
}

/** True for a page of a host, or of one below it. */
function isOf(url: URL, host: string): boolean {
  if (!/^https?:$/.test(url.protocol)) return false
  const own = hostOf(url).replace(/^www\./, '')
  return own === host || own.endsWith(`.${host}`)
}

/**
 * The addresses in a sitemap file, be it XML or a text with one on each line, and whether they are of further files.
 * Every step takes time in proportion to the file, whatever stands in it.
 */
function readEntries(text: string): { isIndex: boolean; addresses: string[] } {
  const xml = withoutComments(text)
  const [, ...entries] = xml.split(/<loc>/i)
  const lines = () => text.split('\n').map((line) => line.trim())
  return {
    isIndex: /<sitemapindex[\s>]/i.test(xml),
    addresses:
      entries.length > 0
        ? entries.map(readEntry).filter((address) => /^[^\s<]+$/.test(address))
        : lines().filter((line) => /^https?:\/\/\S+$/i.test(line)),
  }
}

/** What stands before the end of an entry; nothing where it has none. */
function readEntry(rest: string): string {
  const content = rest.slice(0, Math.max(0, rest.search(/<\/loc>/i))).trim()
  const isQuoted = content.startsWith('<![CDATA[') && content.endsWith(']]>')
  return isQuoted ? content.slice(9, -3).trim() : decodeEntities(content)
}

/** A text without its comments; one that does not end takes the rest with it. */
function withoutComments(text: string): string {
  const [before = '', ...rest] = text.split('<!--')
  const after = rest.map((each) => {
    const end = each.indexOf('-->')
    return end < 0 ? '' : each.slice(end + 3)
  })
  return [before, ...after].join('')
}
