import { and, asc, desc, eq, inArray, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { once } from '../../db/prepared.ts'
import { prepareSelect } from '../../db/prepared-select.ts'
import { maxFeedContent } from '../../page/document.ts'
import { type Kind, kinds } from '../../page/view.ts'
import { brandIdentities } from '../brand-identities/table.ts'
import { organizations } from '../organizations/table.ts'
import { postCounts, posts } from '../posts/table.ts'
import { maxAddresses, maxSearched } from './page-query.ts'
import { customDomains, publicPages } from './table.ts'

// These queries run for every visitor: each is prepared once and uses an index.

/** The organization of a public page; undefined if there is none or its page is disabled. */
export const findOrganization = once((db) => {
  const { id, slug, name, createdAt } = organizations
  const query = db
    .select({ id, slug, name, createdAt })
    .from(organizations)
    .where(and(eq(slug, sql.placeholder('slug')), eq(organizations.publicPage, true)))
  return prepareSelect(db, query)
})

/** The URL of the organization's product. */
export const findWebsite = once((db) => {
  const query = db
    .select({ url: brandIdentities.websiteUrl })
    .from(brandIdentities)
    .where(and(eq(brandIdentities.organizationId, sql.placeholder('organizationId')), sql`is_default = 1`))
  return prepareSelect(db, query)
})

/** How its page looks. */
export const findAppearance = once((db) => {
  const { intro, accent, logo, icon, externalImages, subscriptions, links } = publicPages
  const query = db
    .select({ intro, accent, logo, icon, externalImages, subscriptions, links })
    .from(publicPages)
    .where(eq(publicPages.organizationId, sql.placeholder('organizationId')))
  return prepareSelect(db, query)
})

/** The domain of an organization that is proved. */
export const findDomain = once((db) => {
  const { domain, organizationId, verifiedAt } = customDomains
  const query = db
    .select({ domain })
    .from(customDomains)
    .where(and(eq(organizationId, sql.placeholder('organizationId')), isNotNull(verifiedAt)))
  return prepareSelect(db, query)
})

/** The organization of a domain that is proved, if its public page is enabled. */
export const findByDomain = once((db) => {
  const query = db
    .select({ slug: organizations.slug })
    .from(customDomains)
    .innerJoin(organizations, eq(organizations.id, customDomains.organizationId))
    .where(
      and(
        eq(customDomains.domain, sql.placeholder('domain')),
        isNotNull(customDomains.verifiedAt),
        eq(organizations.publicPage, true),
      ),
    )
  return prepareSelect(db, query)
})

/** The number of published posts of each kind, from stored counts. */
export const countPublished = once((db) => {
  const { organizationId, status, contentType, total } = postCounts
  const query = db
    .select({ kind: contentType, total: sql<number>`sum(${total})` })
    .from(postCounts)
    .where(
      and(
        eq(organizationId, sql.placeholder('organizationId')),
        eq(status, 'published'),
        inArray(contentType, [...kinds]),
      ),
    )
    .groupBy(contentType)
  return prepareSelect(db, query)
})

/** Only the counts of a ledger are read, since it can be long. */
const placed = (placement: string) => sql.raw(`count(*) filter (where placement = '${placement}')`)
const columns = {
  id: posts.id,
  slug: posts.slug,
  title: posts.title,
  contentType: posts.contentType,
  createdAt: posts.createdAt,
  publishedAt: posts.publishedAt,
  updatedAt: posts.updatedAt,
  reached: sql<string | null>`json_extract(source_metadata, '$.range.to')`,
  placements: sql<string>`(
    select json_array(${placed('highlight')}, ${placed('listed')}, ${placed('omitted')})
    from (select value ->> 'placement' as placement from json_each(posts.source_metadata, '$.ledger')))`,
}

/** A list shows the beginning of a post; only this many characters are read. */
const beginning = sql<string>`substr(content, 1, 20000)`
/** A feed leaves out longer posts. */
const whole = sql<string>`substr(content, 1, ${sql.raw(String(maxFeedContent + 1))})`

const own = eq(posts.organizationId, sql.placeholder('organizationId'))
// Written out, not bound, so that SQLite can use the partial indexes.
const published = sql`${posts.status} = 'published'`
const isPublic = and(own, published, inArray(posts.contentType, [...kinds]))

/** One page of a list, newest first, with the beginnings of posts. */
export const pages = once((db) => newestOf(db, beginning))

/** Like `pages`, with the text that a feed can contain. */
export const wholePages = once((db) => newestOf(db, whole))

/**
 * The same for the posts published from `from` until before `to` whose titles match `pattern`; with `isSearch` 1, of
 * the newest posts only, so that a search has a limited cost.
 */
export const filteredPages = once((db) => {
  const searched = sql`coalesce((
    select ${posts.publishedAt} from ${posts} where ${own} and ${published}
    order by ${posts.publishedAt} desc limit ${sql.placeholder('isSearch')} offset ${maxSearched}), 0)`
  return newestOf(
    db,
    beginning,
    sql`${posts.publishedAt} >= max(${sql.placeholder('from')}, ${searched})
      and ${posts.publishedAt} < ${sql.placeholder('to')}
      and ${posts.title} like ${sql.placeholder('pattern')} escape '\\'`,
  )
})

function newestOf(db: Db, content: SQL<string>, filter?: SQL) {
  const build = (listed: Kind[]) => {
    const query = db
      .select({ ...columns, content })
      .from(posts)
      .where(and(own, published, inArray(posts.contentType, listed), filter))
      .orderBy(desc(posts.publishedAt), desc(posts.id))
      .limit(sql.placeholder('limit'))
      .offset(sql.placeholder('offset'))
    return prepareSelect(db, query)
  }
  return { all: build([...kinds]), changelog: build(['changelog']), blog_post: build(['blog_post']) }
}

/** A post by its slug or its id; a slug takes precedence over an equal id. */
export const findPost = once((db) => {
  const address = sql.placeholder('address')
  const query = db
    .select({
      ...columns,
      content: posts.content,
      collectionId: posts.collectionId,
      highlights: sql<string>`(
        select json_group_array(json_object('title', value ->> 'title', 'url', value ->> 'url'))
        from json_each(posts.source_metadata, '$.ledger') where value ->> 'placement' = 'highlight')`,
    })
    .from(posts)
    .where(and(isPublic, sql`(${posts.slug} = ${address} or ${posts.id} = ${address})`))
    .orderBy(desc(sql`${posts.slug} = ${address}`))
    .limit(1)
  return prepareSelect(db, query)
})

/** The same post without its text. */
export const findTitle = once((db) => {
  const address = sql.placeholder('address')
  const query = db
    .select({ ...columns, content: sql<string>`''` })
    .from(posts)
    .where(and(isPublic, sql`(${posts.slug} = ${address} or ${posts.id} = ${address})`))
    .orderBy(desc(sql`${posts.slug} = ${address}`))
    .limit(1)
  return prepareSelect(db, query)
})

/** The next post in one direction of time. */
const findNeighbor = (comparison: SQL, direction: typeof asc) =>
  once((db) => {
    const { id, slug, title, publishedAt } = posts
    const query = db
      .select({ id, slug, title })
      .from(posts)
      .where(
        and(
          isPublic,
          sql`(${publishedAt}, ${id}) ${comparison} (${sql.placeholder('publishedAt')}, ${sql.placeholder('id')})`,
        ),
      )
      .orderBy(direction(publishedAt), direction(id))
      .limit(1)
    return prepareSelect(db, query)
  })

export const findOlder = findNeighbor(sql`<`, desc)
export const findNewer = findNeighbor(sql`>`, asc)

/** The Markdown of a post by its slug or its id. */
export const findMarkdown = once((db) => {
  const address = sql.placeholder('address')
  const { id, slug, title, createdAt, publishedAt, markdown } = posts
  const query = db
    .select({ id, slug, title, createdAt, publishedAt, markdown })
    .from(posts)
    .where(and(isPublic, sql`(${slug} = ${address} or ${id} = ${address})`))
    .orderBy(desc(sql`${slug} = ${address}`))
    .limit(1)
  return prepareSelect(db, query)
})

/** The addresses of the newest posts, for the sitemap. */
export const listAddresses = once((db) => {
  const { id, slug, updatedAt, publishedAt } = posts
  const query = db
    .select({ id, slug, updatedAt })
    .from(posts)
    .where(isPublic)
    .orderBy(desc(publishedAt), desc(id))
    .limit(maxAddresses)
  return prepareSelect(db, query)
})

/** Those of the given years, a JSON list, in which a post was published. */
export const findYears = once((db) => {
  const start = (years: SQL) => sql`unixepoch((${years}) || '-01-01') * 1000`
  const query = db
    .select({ year: sql<number>`json_each.value` })
    .from(sql`json_each(${sql.placeholder('years')})`)
    .where(
      sql`exists (select 1 from ${posts} where ${isPublic}
        and ${posts.publishedAt} >= ${start(sql`json_each.value`)}
        and ${posts.publishedAt} < ${start(sql`json_each.value + 1`)})`,
    )
  return prepareSelect(db, query)
})

/** The published picture from the same run as a post. */
export const findPicture = once((db) => {
  const query = db
    .select({ url: posts.content })
    .from(posts)
    .where(
      and(
        eq(posts.collectionId, sql.placeholder('collectionId')),
        eq(posts.contentType, 'image'),
        eq(posts.status, 'published'),
      ),
    )
    .orderBy(desc(posts.createdAt))
    .limit(1)
  return prepareSelect(db, query)
})
