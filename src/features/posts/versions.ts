import { desc, eq, type SQL, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import type { Statement } from '../../db/client.ts'
import { notFound } from '../../errors.ts'
import { nameOfCaller } from '../keys/caller-name.ts'
import type { Caller } from '../keys/model.ts'
import { ownPost } from './own-post.ts'
import { posts, postVersions, type versionKinds } from './table.ts'

export type VersionKind = (typeof versionKinds)[number]

/** Edits of one author within this time are one version. */
const combinedMs = 30 * 60 * 1000
/** Older versions are deleted, except the first one. */
export const maxVersions = 50

const newest = (postId: string): SQL => sql`(select max(number) from post_versions where post_id = ${postId})`

/** Returns the statement that stores the text before the first change; it comes before the change in its batch. */
export const recordFirstVersion = (ctx: Context, postId: string): Statement =>
  ctx.db.run(sql`
    insert into post_versions (post_id, number, kind, title, slug, markdown, started_at, created_at)
    select id, 1, 'recorded', title, slug, markdown, created_at, created_at from posts
    where id = ${postId} and not exists (select 1 from post_versions where post_id = ${postId})`)

/** Returns the statements that store the text after a change; they follow the change in its batch. */
export function recordVersion(ctx: Context, postId: string, kind: VersionKind, author: string): Statement[] {
  const now = ctx.now().getTime()
  // The insert depends on changes(), the number of rows of the statement before it.
  return [
    ctx.db.run(sql`
      update post_versions set (title, slug, markdown, created_at) =
        (select title, slug, markdown, ${now} from posts where id = ${postId})
      where post_id = ${postId} and number = ${newest(postId)} and kind = 'edited' and ${kind} = 'edited'
        and author = ${author} and started_at > ${now - combinedMs}`),
    ctx.db.run(sql`
      insert into post_versions (post_id, number, kind, author, title, slug, markdown, started_at, created_at)
      select id, coalesce(${newest(postId)}, 0) + 1, ${kind}, ${author}, title, slug, markdown, ${now}, ${now}
      from posts where id = ${postId} and changes() = 0`),
    ctx.db.run(sql`
      delete from post_versions
      where post_id = ${postId} and number > 1 and number <= ${newest(postId)} - ${maxVersions - 1}`),
  ]
}

/** Lists the versions of a post without their texts, newest first. A post that never changed has one. */
export async function listVersions(ctx: Context, caller: Pick<Caller, 'organization'>, postId: string) {
  const [post] = await ctx.db
    .select({ title: posts.title, createdAt: posts.createdAt })
    .from(posts)
    .where(ownPost(caller, postId))
  if (!post) throw notFound('Post not found')
  const { number, kind, title, createdAt, author } = postVersions
  const rows = await ctx.db
    .select({ number, kind, title, createdAt, author: nameOfCaller(author) })
    .from(postVersions)
    .where(eq(postVersions.postId, postId))
    .orderBy(desc(number))
  const versions = rows.length > 0 ? rows : [{ ...post, number: 1, kind: 'recorded' as const, author: null }]
  return { versions: versions.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() })) }
}

/** Returns the title and Markdown of one version. */
export async function getVersion(
  ctx: Context,
  caller: Pick<Caller, 'organization'>,
  postId: string,
  number: number,
) {
  const [stored] = await ctx.db
    .select({ title: postVersions.title, markdown: postVersions.markdown })
    .from(postVersions)
    .innerJoin(posts, eq(posts.id, postVersions.postId))
    .where(sql`${ownPost(caller, postId)} and ${postVersions.number} = ${number}`)
  if (stored) return stored
  const [post] = await ctx.db
    .select({ title: posts.title, markdown: posts.markdown })
    .from(posts)
    .where(
      sql`${ownPost(caller, postId)} and ${number} = 1
        and not exists (select 1 from post_versions where post_id = ${postId})`,
    )
  if (!post) throw notFound('Version not found')
  return post
}
