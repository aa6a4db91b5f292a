import { and, asc, desc, eq, lte, sql } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import type { Statement } from '../../../db/client.ts'
import { guard } from '../../../db/table.ts'
import { maxRead, type SitemapPage, type SitemapRow } from './model.ts'
import { sitemapPages, sitemaps } from './table.ts'

const weekMilliseconds = 7 * 24 * 60 * 60 * 1000

/** Returns when a sitemap that is read now is read again. */
export const nextReading = (ctx: Context) => new Date(ctx.now().getTime() + weekMilliseconds)

export async function findSitemap(ctx: Context, id: string): Promise<SitemapRow | null> {
  const [row] = await ctx.db.select().from(sitemaps).where(eq(sitemaps.id, id))
  return row ?? null
}

/** Finds a sitemap of a project by id. */
export async function findOwnSitemap(
  ctx: Context,
  projectId: string,
  id: string,
): Promise<SitemapRow | null> {
  const row = await findSitemap(ctx, id)
  return row?.projectId === projectId ? row : null
}

/**
 * Returns statements that store the pages of a sitemap with the texts of the best ones. The guard fails if it
 * was deleted. Pages that could not be read this time keep their previous text.
 */
export function savePages(ctx: Context, id: string, pages: SitemapPage[]): Statement[] {
  const rows = JSON.stringify(pages.map(({ url, title, text }) => [url, title, text]))
  return [
    ctx.db
      .update(sitemaps)
      .set({ status: 'ready', error: null, pages: pages.length, fetchedAt: ctx.now() })
      .where(eq(sitemaps.id, id)),
    ctx.db.run(guard),
    ctx.db.run(sql`
      delete from geo_sitemap_pages
      where sitemap_id = ${id} and url not in (select value ->> 0 from json_each(${rows}))`),
    ctx.db.run(sql`
      insert into geo_sitemap_pages (sitemap_id, url, place, title, text)
      select ${id}, value ->> 0, key, value ->> 1, value ->> 2 from json_each(${rows}) where true
      on conflict do update set
        place = excluded.place, title = coalesce(excluded.title, title), text = coalesce(excluded.text, text)`),
  ]
}

/** Returns a statement that stores why a sitemap could not be read. Its stored pages are preserved. */
export function noteFailure(ctx: Context, id: string, reason: string): Statement {
  return ctx.db
    .update(sitemaps)
    .set({ status: sql`case when fetched_at is null then 'failed' else status end`, error: reason })
    .where(eq(sitemaps.id, id))
}

/** Finds sitemaps that are due, most overdue first. */
export async function findDueSitemaps(ctx: Context, count: number): Promise<SitemapRow[]> {
  return ctx.db
    .select()
    .from(sitemaps)
    .where(lte(sitemaps.nextFetchAt, ctx.now()))
    .orderBy(asc(sitemaps.nextFetchAt))
    .limit(count)
}

/**
 * Returns at most 60 pages of a sitemap that an article can link to, those with the most text first. Without
 * an id, those of the sitemap that was read last; none without a sitemap (contract geo 10: Plan flow, 3).
 * Unread pages may not exist, so they are returned only if no page was read.
 */
export async function findSitemapPages(
  ctx: Context,
  projectId: string,
  sitemapId: string | null,
): Promise<SitemapPage[]> {
  const chosen = sitemapId ? eq(sitemaps.id, sitemapId) : eq(sitemaps.status, 'ready')
  const [sitemap] = await ctx.db
    .select({ id: sitemaps.id })
    .from(sitemaps)
    .where(and(eq(sitemaps.projectId, projectId), chosen))
    .orderBy(desc(sitemaps.fetchedAt))
    .limit(1)
  if (!sitemap) return []
  const { url, title, text, place } = sitemapPages
  const pages = await ctx.db
    .select({ url, title, text })
    .from(sitemapPages)
    .where(eq(sitemapPages.sitemapId, sitemap.id))
    .orderBy(sql`coalesce(length(${text}), 0) desc`, sql`${title} is null`, asc(place))
    .limit(maxRead)
  const read = pages.filter((page) => page.title !== null || page.text !== null)
  return read.length > 0 ? read : pages
}
