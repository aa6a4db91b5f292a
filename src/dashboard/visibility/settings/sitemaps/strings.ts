import { count } from '../../../kit/english.ts'

export const sitemapRow = {
  sitemapDeleted: 'Sitemap deleted',
  notDeleted: (message: string) => `The sitemap could not be deleted. ${message}`,
  deleteSitemap: (url: string) => `Delete sitemap ${url}`,
  reading: 'Reading',
  failed: 'Failed',
  pages: (pages: number, ago: string | null) =>
    `${count(pages, 'page')}${ago === null ? '' : `, read ${ago}`}`,
}

export const sitemapSection = {
  sitemaps: 'Sitemaps',
  note: 'Articles link only to pages in these sitemaps',
  noSitemaps: 'No sitemaps yet. Articles do not link to your pages.',
  addSitemap: 'Add sitemap',
  adding: 'Adding',
  sitemapUrl: 'Sitemap URL',
  sitemapUrlPlaceholder: 'acme.dev/sitemap.xml',
  sitemapUrlHint: 'A sitemap or your website URL. Read again every week.',
}

export const words = {
  sitemapPages: (url: string, pages: number) => `${url}, ${count(pages, 'page')}`,
}
