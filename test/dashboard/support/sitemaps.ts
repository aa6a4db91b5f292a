import { sitemapPages, sitemaps } from '../../../src/features/geo/sitemaps/table.ts'
import type { Scene } from './scene.ts'

type Row = Partial<typeof sitemaps.$inferInsert>

/** A sitemap as a reading has left it. */
export async function addSitemap({ herald: { ctx } }: Scene, projectId: string, row: Row = {}) {
  const id = row.id ?? Bun.randomUUIDv7()
  await ctx.db.insert(sitemaps).values({
    ...{ id, projectId, url: 'https://acme.dev/sitemap.xml', status: 'ready', pages: 214 },
    ...{ fetchedAt: ctx.now(), nextFetchAt: ctx.now(), createdAt: ctx.now() },
    ...row,
  })
  return id
}

/** Pages that a sitemap lists. */
export async function addPages({ herald: { ctx } }: Scene, sitemapId: string, urls: string[]) {
  await ctx.db.insert(sitemapPages).values(urls.map((url, place) => ({ sitemapId, url, place })))
}
