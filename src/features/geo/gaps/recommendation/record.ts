import { and, asc, desc, eq, sql } from 'drizzle-orm'
import type { Context } from '../../../../context.ts'
import { posts } from '../../../posts/table.ts'
import { sitemapPages, sitemaps } from '../../sitemaps/table.ts'
import type { Target } from './model.ts'

const mostPages = 400
const mostPosts = 300

/** What there is to be brought up to date: pages of the sitemap that was read last, and the newest blog posts. */
export async function readTargets(
  ctx: Context,
  organizationId: string,
  projectId: string,
): Promise<Target[]> {
  const [pages, written] = await Promise.all([readPages(ctx, projectId), readPosts(ctx, organizationId)])
  return [
    ...pages.map(({ url, title }): Target => ({ kind: 'page', title, url, postId: null })),
    ...written.map(({ id, title }): Target => ({ kind: 'post', title, url: null, postId: id })),
  ]
}

function readPages(ctx: Context, projectId: string) {
  const newest = ctx.db
    .select({ id: sitemaps.id })
    .from(sitemaps)
    .where(and(eq(sitemaps.projectId, projectId), eq(sitemaps.status, 'ready')))
    .orderBy(desc(sitemaps.fetchedAt))
    .limit(1)
  return ctx.db
    .select({ url: sitemapPages.url, title: sitemapPages.title })
    .from(sitemapPages)
    .where(eq(sitemapPages.sitemapId, sql`(${newest})`))
    .orderBy(sql`${sitemapPages.title} is null`, asc(sitemapPages.place))
    .limit(mostPages)
}

const readPosts = (ctx: Context, organizationId: string) =>
  ctx.db
    .select({ id: posts.id, title: posts.title })
    .from(posts)
    .where(and(eq(posts.organizationId, organizationId), eq(posts.contentType, 'blog_post')))
    .orderBy(desc(posts.createdAt))
    .limit(mostPosts)
