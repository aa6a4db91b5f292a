import type { Context } from '../../context.ts'
import { offsetOf } from '../../http/paging.ts'
import type { Article } from '../../page/article.ts'
import type { Feed } from '../../page/feeds.ts'
import type { List } from '../../page/posts.ts'
import type { Entry, Kind, Site } from '../../page/view.ts'
import { printableLine } from '../../text/line.ts'
import { pathOf, toEntry, toWebsite } from './model.ts'
import {
  countPublished,
  findOlder,
  findOrganization,
  findPicture,
  findPost,
  findWebsite,
  pages,
  wholePages,
} from './record.ts'
import { newsCount, postsPerPage, readPage, readTag } from './rules.ts'

/** An organization with an enabled public page. */
export type Open = { organizationId: string; site: Site }

/** Opens the site of an organization by its slug; null if there is none or it is disabled. */
export async function openSite(ctx: Context, slug: string): Promise<Open | null> {
  const organization = await findOrganization(ctx).get({ slug: slug.toLowerCase() })
  if (!organization) return null
  const organizationId = organization.id
  const [counted, website] = await Promise.all([
    countPublished(ctx).all({ organizationId }),
    findWebsite(ctx).get({ organizationId }),
  ])
  const totalOf = (kind: Kind) => counted.find((each) => each.kind === kind)?.total ?? 0
  return {
    organizationId,
    site: {
      origin: new URL(ctx.config.appUrl).origin,
      path: `${ctx.config.basePath}/c/${organization.slug}`,
      name: organization.name,
      website: toWebsite(website?.url),
      totals: { changelog: totalOf('changelog'), blog_post: totalOf('blog_post') },
      createdAt: organization.createdAt,
    },
  }
}

/** The requested page of a list; null if there is none. */
export async function readList(ctx: Context, open: Open, query: URLSearchParams): Promise<List | null> {
  const listed = readTag(query)
  const asked = listed && readPage(query, countListed(open.site, listed))
  if (!asked) return null
  const offset = offsetOf(asked.page, postsPerPage)
  return {
    site: open.site,
    listed,
    ...asked,
    entries: await take(ctx, pages, open, listed, postsPerPage, offset),
  }
}

/** The newest posts in full, for a feed; null if the query asks for an unknown kind. */
export async function readFeed(
  ctx: Context,
  open: Open,
  file: string,
  query: URLSearchParams,
): Promise<Feed | null> {
  const { site } = open
  const listed = readTag(query)
  if (listed === null) return null
  const tag = listed === 'all' ? '' : `?tag=${listed}`
  return {
    site,
    entries: await take(ctx, wholePages, open, listed, postsPerPage),
    url: `${site.origin}${site.path}/${file}${tag}`,
    homeUrl: `${site.origin}${site.path}${tag}`,
  }
}

/** The posts in the widget. */
export const readNews = (ctx: Context, open: Open): Promise<Entry[]> =>
  take(ctx, pages, open, 'all', newsCount)

/**
 * Posts of a list from an offset. The limit never exceeds the known number of posts, so that the query stops at the
 * last one.
 */
async function take(
  ctx: Context,
  queries: typeof pages,
  { organizationId, site }: Open,
  listed: Kind | 'all',
  most: number,
  offset = 0,
): Promise<Entry[]> {
  const limit = Math.max(0, Math.min(most, countListed(site, listed) - offset))
  const rows = await queries(ctx)[listed].all({ organizationId, limit, offset })
  return rows.map((row) => toEntry(site, row))
}

const countListed = ({ totals }: Site, listed: Kind | 'all') =>
  listed === 'all' ? totals.changelog + totals.blog_post : totals[listed]

/** One post, or its current address; null if nothing is published at this address. */
export async function readArticle(
  ctx: Context,
  { organizationId, site }: Open,
  address: string,
): Promise<Article | { movedTo: string } | null> {
  const row = await findPost(ctx).get({ organizationId, address })
  if (!row) return null
  const { id, slug, collectionId } = row
  const publishedAt = (row.publishedAt ?? row.createdAt).getTime()
  if (address !== (slug ?? id)) return { movedTo: pathOf(site, row) }
  const [older, picture] = await Promise.all([
    findOlder(ctx).get({ organizationId, publishedAt, id }),
    collectionId === null ? undefined : findPicture(ctx).get({ collectionId }),
  ])
  return {
    site,
    entry: toEntry(site, row),
    highlights: JSON.parse(row.highlights),
    picture: picture?.url ?? null,
    older: older ? { path: pathOf(site, older), title: printableLine(older.title) } : null,
  }
}
