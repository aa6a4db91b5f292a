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

/** An organization whose posts anyone may read. */
export type Open = { organizationId: string; site: Site }

/** Opens the site of an organization by its slug; null where there is none, or it is not switched on. */
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
      origin: ctx.config.appUrl,
      path: `/c/${organization.slug}`,
      name: organization.name,
      website: toWebsite(website?.url),
      totals: { changelog: totalOf('changelog'), blog_post: totalOf('blog_post') },
      createdAt: organization.createdAt,
    },
  }
}

/** The page of a list that a query asks for; null where there is none. */
export async function readList(ctx: Context, open: Open, query: URLSearchParams): Promise<List | null> {
  const { organizationId, site } = open
  const listed = readTag(query)
  if (listed === null) return null
  const total = listed === 'all' ? site.totals.changelog + site.totals.blog_post : site.totals[listed]
  const asked = readPage(query, total)
  if (asked === null) return null
  const offset = offsetOf(asked.page, postsPerPage)
  const rows = await pages(ctx)[listed].all({ organizationId, limit: postsPerPage, offset })
  return { site, listed, ...asked, entries: rows.map((row) => toEntry(site, row)) }
}

/** The newest posts whole, for a feed's file; null where the query asks for a kind that there is not. */
export async function readFeed(
  ctx: Context,
  { organizationId, site }: Open,
  file: string,
  query: URLSearchParams,
): Promise<Feed | null> {
  const listed = readTag(query)
  if (listed === null) return null
  const rows = await wholePages(ctx)[listed].all({ organizationId, limit: postsPerPage, offset: 0 })
  const tag = listed === 'all' ? '' : `?tag=${listed}`
  return {
    site,
    entries: rows.map((row) => toEntry(site, row)),
    url: `${site.origin}${site.path}/${file}${tag}`,
    homeUrl: `${site.origin}${site.path}${tag}`,
  }
}

/** The posts whose titles the widget shows. */
export async function readNews(ctx: Context, { organizationId, site }: Open): Promise<Entry[]> {
  const rows = await pages(ctx).all.all({ organizationId, limit: newsCount, offset: 0 })
  return rows.map((row) => toEntry(site, row))
}

/** One post, or where it is by now; null where nothing of that address is published. */
export async function readArticle(
  ctx: Context,
  { organizationId, site }: Open,
  address: string,
): Promise<Article | { movedTo: string } | null> {
  const row = await findPost(ctx).get({ organizationId, address })
  if (!row) return null
  const { id, slug, createdAt, collectionId } = row
  if (address !== (slug ?? id)) return { movedTo: pathOf(site, row) }
  const [older, picture] = await Promise.all([
    findOlder(ctx).get({ organizationId, createdAt: createdAt.getTime(), id }),
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
