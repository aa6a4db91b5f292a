import type { Context } from '../context.ts'
import { chooseLinks, siteOf } from './choose-links.ts'
import { FetchError } from './fetch-error.ts'
import { type FetchOptions, fetchPage, type Page } from './fetch-page.ts'
import { createPermit } from './robots.ts'
import { findSitePage, readPageAndLinks, type SitePage } from './site-page.ts'
import { findListed } from './sitemap.ts'

const maxPages = 5

/**
 * Reads enough of a website to describe its company: the text of the home page and of up to four more pages of the
 * same site, from its links and its sitemap. Respects robots.txt. Throws a FetchError if the home page cannot be
 * read; other unreadable pages are left out.
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
  const { links, ...first } = await readPageAndLinks(home)
  const listed = await findListed(ctx, home.url, sitemaps, options)

  const pages: SitePage[] = [first]
  for (const link of chooseLinks(home.url, [...links, ...listed], maxPages - 1)) {
    const page = await findSitePage(ctx, link, options)
    if (page && isNew(page.url, pages)) pages.push(page)
  }
  if (pages.some((page) => page.text || page.description)) return pages
  throw new FetchError('unusable', `The website ${home.url} has no text without JavaScript.`)
}

/** False if a redirect left the site or led to a page that was already read. */
function isNew(url: string, pages: SitePage[]): boolean {
  const isSameSite = siteOf(new URL(url)) === siteOf(new URL(pages[0]?.url ?? url))
  return isSameSite && pages.every((page) => page.url !== url)
}

function refuseError({ status, url }: Page) {
  if (status < 300) return
  const isPassing = status >= 500 || status === 429
  const sentence = `The website ${url} returned status ${status}.`
  throw new FetchError(isPassing ? 'unreachable' : 'missing', sentence)
}
