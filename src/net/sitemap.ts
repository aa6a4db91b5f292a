import type { Context } from '../context.ts'
import { decodeEntities } from '../markdown/escape.ts'
import { siteOf } from './choose-links.ts'
import { FetchError } from './fetch-error.ts'
import { type FetchOptions, fetchPage } from './fetch-page.ts'

const mostEntries = 1000

/** The pages that a site's sitemap lists: the one that robots.txt names, else `/sitemap.xml`; none when there is none. */
export async function readSitemap(
  ctx: Context,
  home: string,
  named: string[],
  options: FetchOptions,
): Promise<string[]> {
  const site = siteOf(new URL(home))
  const own = named.map((address) => URL.parse(address, home)).find((url) => url && siteOf(url) === site)
  try {
    const address = (own ?? new URL('/sitemap.xml', home)).href
    const { text } = await fetchPage(ctx, address, { ...options, cut: true })
    return [...text.matchAll(/<loc>\s*([^<\s]+)\s*<\/loc>/gi)]
      .slice(0, mostEntries)
      .map(([, page = '']) => decodeEntities(page))
  } catch (error) {
    if (error instanceof FetchError) return []
    throw error
  }
}
