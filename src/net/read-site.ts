import type { Context } from '../context.ts'
import { plainLines } from '../text/line.ts'
import { chooseLinks, siteOf } from './choose-links.ts'
import { FetchError } from './fetch-error.ts'
import { type FetchOptions, fetchPage, type Page } from './fetch-page.ts'
import { readHead } from './page-head.ts'
import { toPageText } from './page-text.ts'
import { createPermit } from './robots.ts'
import { readSitemap } from './sitemap.ts'

export type SitePage = { url: string; title: string; description: string; text: string }

const mostPages = 5
const mostCharacters = 8000

/**
 * Reads a website as far as it takes to know whose it is: the home page and up to four more of the same site, found
 * by its links and its sitemap, as text. robots.txt is kept. Throws a FetchError when the home page cannot be read;
 * any other page is left out then.
 */
export async function readSite(
  ctx: Context,
  websiteUrl: string,
  signal: AbortSignal,
  network: Pick<FetchOptions, 'resolve' | 'open'> = {},
): Promise<SitePage[]> {
  const { permit, robotsOf } = createPermit(ctx, network)
  const options = { ...network, signal, permit }
  const home = await fetchPage(ctx, websiteUrl, options)
  refuseError(home)
  const { sitemaps } = await robotsOf(new URL(home.url), signal)
  const head = isMarkup(home) ? readHead(home.text, home.url) : { links: [] }
  const listed = await readSitemap(ctx, home.url, sitemaps, options)

  const pages = [toSitePage(home)]
  for (const link of chooseLinks(home.url, [...head.links, ...listed], mostPages - 1)) {
    const page = await tryPage(ctx, link, options)
    if (page && isNew(page.url, pages)) pages.push(toSitePage(page))
  }
  if (pages.some((page) => page.text || page.description)) return pages
  throw new FetchError('unusable', `The website ${home.url} has no text that can be read without a browser.`)
}

async function tryPage(ctx: Context, url: string, options: FetchOptions): Promise<Page | null> {
  try {
    const page = await fetchPage(ctx, url, options)
    return page.status < 300 ? page : null
  } catch (error) {
    if (error instanceof FetchError) return null
    throw error
  }
}

/** False where a redirect led off the site or back to a page that was read. */
function isNew(url: string, pages: SitePage[]): boolean {
  const isSameSite = siteOf(new URL(url)) === siteOf(new URL(pages[0]?.url ?? url))
  return isSameSite && pages.every((page) => page.url !== url)
}

function refuseError({ status, url }: Page) {
  if (status < 300) return
  const isPassing = status >= 500 || status === 429
  const sentence = `The website ${url} answered with status ${status}.`
  throw new FetchError(isPassing ? 'unreachable' : 'missing', sentence)
}

const isMarkup = ({ contentType }: Page) => !/^text\/plain\b/i.test(contentType)

function toSitePage(page: Page): SitePage {
  const { url, text } = page
  if (!isMarkup(page)) return { url, title: '', description: '', text: plainLines(text, mostCharacters) }
  const { title, description } = readHead(text, url)
  return { url, title, description, text: toPageText(text, mostCharacters) }
}
