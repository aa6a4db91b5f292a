import type { Context } from '../../context.ts'
import { likePattern } from '../../db/like.ts'
import { offsetOf } from '../../http/paging.ts'
import { findMail } from '../../mail/find-mail.ts'
import { readableAccent } from '../../page/accent.ts'
import type { Article } from '../../page/article.ts'
import type { Feed } from '../../page/feeds.ts'
import type { Address } from '../../page/indexes.ts'
import type { List } from '../../page/posts.ts'
import { type Entry, type Filter, isFiltered, type Kind, type Site, urlOf } from '../../page/view.ts'
import { printableLine } from '../../text/line.ts'
import { domainUrl, serverUrlOf } from '../organizations/public-url.ts'
import { pathOf, toEntry, toWebsite } from './model.ts'
import {
  maxPages,
  newsCount,
  postsPerPage,
  readFilter,
  readPage,
  readPageNumber,
  readTag,
  yearsBefore,
} from './page-query.ts'
import {
  countPublished,
  filteredPages,
  findAppearance,
  findDomain,
  findMarkdown,
  findNewer,
  findOlder,
  findOrganization,
  findPicture,
  findPost,
  findWebsite,
  findYears,
  listAddresses,
  pages,
  wholePages,
} from './record.ts'

/** An organization with an enabled public page. */
export type OpenSite = { organizationId: string; site: Site }

/**
 * Opens the site of an organization by its slug; null if there is none or it is disabled. `host` is its own domain if
 * the request came there.
 */
export async function openSite(
  ctx: Context,
  slug: string,
  host: string | null = null,
): Promise<OpenSite | null> {
  const organization = await findOrganization(ctx).get({ slug: slug.toLowerCase() })
  return organization ? openSiteOf(ctx, organization, host) : null
}

/** Opens the site of an organization, whether or not it is enabled. */
export async function openSiteOf(
  ctx: Context,
  { id: organizationId, slug, name, createdAt }: OwnerOfSite,
  host: string | null = null,
): Promise<OpenSite> {
  const [counted, website, look, mail, domain] = await Promise.all([
    countPublished(ctx).all({ organizationId }),
    findWebsite(ctx).get({ organizationId }),
    findAppearance(ctx).get({ organizationId }),
    findMail(ctx),
    findDomain(ctx).get({ organizationId }),
  ])
  const totalOf = (kind: Kind) => counted.find((each) => each.kind === kind)?.total ?? 0
  return {
    organizationId,
    site: {
      ...placeOf(ctx, slug, domain?.domain ?? null, host !== null),
      root: ctx.config.basePath,
      slug,
      name,
      website: toWebsite(website?.url),
      totals: { changelog: totalOf('changelog'), blog_post: totalOf('blog_post') },
      intro: look?.intro ?? null,
      accent: look?.accent ? readableAccent(look.accent) : null,
      logo: look?.logo ?? null,
      icon: look?.icon ?? null,
      externalImages: look?.externalImages ?? false,
      links: look?.links ?? [],
      subscriptions: mail !== null && (look?.subscriptions ?? false),
      createdAt,
    },
  }
}

/** The addresses of a site, and the paths of its pages where they are read: at its own domain or at this server. */
function placeOf(ctx: Context, slug: string, domain: string | null, isAtDomain: boolean) {
  const lastingUrl = serverUrlOf(ctx, slug)
  const url = domain === null ? lastingUrl : domainUrl(ctx, domain)
  const path = isAtDomain ? '' : `${ctx.config.basePath}/c/${slug}`
  return {
    origin: isAtDomain ? url : new URL(lastingUrl).origin,
    ...{ url, lastingUrl, path, home: path || '/' },
  }
}

type OwnerOfSite = { id: string; slug: string; name: string; createdAt: Date }

/** The requested page of a list; null if there is none. */
export async function readList(ctx: Context, open: OpenSite, query: URLSearchParams): Promise<List | null> {
  const listed = readTag(query)
  const filter = readFilter(query)
  if (listed === null || filter === null) return null
  const [read, years] = await Promise.all([
    isFiltered(filter)
      ? readFiltered(ctx, open, listed, filter, readPageNumber(query))
      : readNewest(ctx, open, listed, readPage(query, countListed(open.site, listed))),
    findYears(ctx).all({
      organizationId: open.organizationId,
      years: JSON.stringify(yearsBefore(ctx.now())),
    }),
  ])
  return read && { site: open.site, listed, filter, years: years.map(({ year }) => year), ...read }
}

type PageOfList = Pick<List, 'entries' | 'page' | 'isLast'>

async function readNewest(
  ctx: Context,
  open: OpenSite,
  listed: Kind | 'all',
  asked: { page: number; isLast: boolean } | null,
): Promise<PageOfList | null> {
  if (!asked) return null
  const offset = offsetOf(asked.page, postsPerPage)
  return { ...asked, entries: await take(ctx, pages, open, listed, postsPerPage, offset) }
}

/** Reads one post more than a page has, since no count of matches is stored. */
async function readFiltered(
  ctx: Context,
  { organizationId, site }: OpenSite,
  listed: Kind | 'all',
  { search, year }: Filter,
  page: number | null,
): Promise<PageOfList | null> {
  if (page === null) return null
  const rows = await filteredPages(ctx)[listed].all({
    organizationId,
    from: year === null ? 0 : Date.UTC(year),
    to: year === null ? Number.MAX_SAFE_INTEGER : Date.UTC(year + 1),
    pattern: likePattern(search),
    isSearch: search === '' ? 0 : 1,
    limit: postsPerPage + 1,
    offset: offsetOf(page, postsPerPage),
  })
  if (rows.length === 0 && page > 1) return null
  const entries = rows.slice(0, postsPerPage).map((row) => toEntry(site, row))
  return { page, isLast: rows.length <= postsPerPage || page === maxPages, entries }
}

/** The addresses in the sitemap, newest first. */
export async function readAddresses(ctx: Context, { organizationId, site }: OpenSite): Promise<Address[]> {
  const rows = await listAddresses(ctx).all({ organizationId })
  return rows.map((row) => ({ path: pathOf(site, row), changedAt: row.updatedAt }))
}

/** A post as Markdown, or the current address of its page; null if nothing is published at this address. */
export async function readMarkdown(ctx: Context, { organizationId, site }: OpenSite, address: string) {
  const row = await findMarkdown(ctx).get({ organizationId, address })
  if (!row) return null
  const path = pathOf(site, row)
  if (address !== (row.slug ?? row.id)) return { movedTo: path }
  return {
    path,
    title: printableLine(row.title),
    publishedAt: row.publishedAt ?? row.createdAt,
    markdown: row.markdown ?? '',
  }
}

/** The newest posts for a feed; null if the query asks for an unknown kind. */
export async function readFeed(
  ctx: Context,
  open: OpenSite,
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
    url: `${site.url}/${file}${tag}`,
    homeUrl: urlOf(site, site.home + tag),
    lastingUrl: site.lastingUrl + tag,
  }
}

/** The posts in the widget. */
export const readNews = (ctx: Context, open: OpenSite): Promise<Entry[]> =>
  take(ctx, pages, open, 'all', newsCount)

/**
 * Posts of a list from an offset. The limit never exceeds the known number of posts, so that the query stops at the
 * last one.
 */
async function take(
  ctx: Context,
  queries: typeof pages,
  { organizationId, site }: OpenSite,
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
  { organizationId, site }: OpenSite,
  address: string,
): Promise<Article | { movedTo: string } | null> {
  const row = await findPost(ctx).get({ organizationId, address })
  if (!row) return null
  const { id, slug, collectionId } = row
  const publishedAt = (row.publishedAt ?? row.createdAt).getTime()
  if (address !== (slug ?? id)) return { movedTo: pathOf(site, row) }
  const [older, newer, picture] = await Promise.all([
    findOlder(ctx).get({ organizationId, publishedAt, id }),
    findNewer(ctx).get({ organizationId, publishedAt, id }),
    collectionId === null ? undefined : findPicture(ctx).get({ collectionId }),
  ])
  return {
    site,
    entry: toEntry(site, row),
    highlights: JSON.parse(row.highlights),
    picture: picture?.url ?? null,
    older: older ? toNeighbour(site, older) : null,
    newer: newer ? toNeighbour(site, newer) : null,
  }
}

const toNeighbour = (site: Site, row: { id: string; slug: string | null; title: string }) => ({
  path: pathOf(site, row),
  title: printableLine(row.title),
})
