import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { once } from '../../db/prepared.ts'
import { prepareSelect } from '../../db/prepared-select.ts'
import { type Kind, kinds } from '../../page/view.ts'
import { brandIdentities } from '../brand-identities/table.ts'
import { organizations } from '../organizations/table.ts'
import { postCounts, posts } from '../posts/table.ts'

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
const whole = sql<string>`content`

const own = eq(posts.organizationId, sql.placeholder('organizationId'))
// Written out, not bound, so that SQLite can use the partial indexes.
const published = sql`${posts.status} = 'published'`
const isPublic = and(own, published, inArray(posts.contentType, [...kinds]))

/** One page of a list, newest first, with the beginnings of posts. */
export const pages = once((db) => newestOf(db, beginning))

/** The same with complete posts. */
export const wholePages = once((db) => newestOf(db, whole))

function newestOf(db: Db, content: SQL<string>) {
  const build = (listed: Kind[]) => {
    const query = db
      .select({ ...columns, content })
      .from(posts)
      .where(and(own, published, inArray(posts.contentType, listed)))
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

/** The previous post. */
export const findOlder = once((db) => {
  const { id, slug, title, publishedAt } = posts
  const query = db
    .select({ id, slug, title })
    .from(posts)
    .where(
      and(
        isPublic,
        sql`(${publishedAt}, ${id}) < (${sql.placeholder('publishedAt')}, ${sql.placeholder('id')})`,
      ),
    )
    .orderBy(desc(publishedAt), desc(id))
    .limit(1)
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
