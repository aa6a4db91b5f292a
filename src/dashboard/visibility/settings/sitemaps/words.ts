import type { Sitemap } from '../../../data/sitemaps.ts'
import * as strings from './strings.ts'

/** A sitemap in short: acme.dev, or acme.dev/blog for a part of a site. */
export function nameOf(url: string): string {
  const { host, pathname } = new URL(url)
  const place = pathname.replace(/\/(sitemap[^/]*)?$/, '')
  return `${host.replace(/^www\./, '')}${place}`
}

/** The same with its number of pages. */
export const describe = ({ url, pages }: Sitemap) => strings.words.sitemapPages(nameOf(url), pages)

/** The default sitemap: the one that was read last (contract geo 10). */
export function standardOf(sitemaps: Sitemap[]): Sitemap | undefined {
  return sitemaps
    .filter(({ status }) => status === 'ready')
    .toSorted((one, other) => (other.fetchedAt ?? '').localeCompare(one.fetchedAt ?? ''))[0]
}
