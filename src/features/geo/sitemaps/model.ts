import { t } from 'elysia'
import { integer, oneOf, text } from '../../../http/fields.ts'
import { Organization } from '../../organizations/model.ts'
import { sitemapStatuses, type sitemaps } from './table.ts'

export type SitemapRow = typeof sitemaps.$inferSelect

/** Limits of sitemaps per project, stored pages per sitemap, and pages that are read. */
export const maxSitemaps = 10
export const maxPages = 5000
export const maxRead = 60

/** A sitemap whose pages an article can link to (contract geo 23). */
export const Sitemap = t.Object({
  id: t.String(),
  url: t.String(),
  status: oneOf(sitemapStatuses),
  /** The number of stored pages. */
  pages: integer,
  /** Why the last read failed. */
  error: t.Nullable(t.String()),
  fetchedAt: t.Nullable(t.String()),
  createdAt: t.String(),
})

export const SitemapList = t.Object({ sitemaps: t.Array(Sitemap), organization: Organization })
export const OneSitemap = t.Object({ sitemap: Sitemap, organization: Organization })
export const DeletedSitemap = t.Object({ id: t.String(), organization: Organization })

export const SitemapBody = t.Object({
  url: text('url', 1, 2048, {
    description: 'URL of the sitemap, or of its website.',
    error: 'url is required',
  }),
})
export type SitemapBody = typeof SitemapBody.static

/** A page that an article can link to. Title and text are null if it was not read. */
export type SitemapPage = { url: string; title: string | null; text: string | null }

export function toSitemap(row: SitemapRow): typeof Sitemap.static {
  const { id, url, status, pages, error } = row
  return {
    ...{ id, url, status, pages, error },
    fetchedAt: row.fetchedAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
  }
}
