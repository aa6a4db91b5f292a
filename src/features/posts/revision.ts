import { eq, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { isGuardViolation } from '../../db/errors.ts'
import { guard } from '../../db/table.ts'
import { conflict, notFound } from '../../errors.ts'
import { nextUpdatedAt } from '../../http/reviewed.ts'
import { postHtml } from '../../markdown/post-html.ts'
import { nameOfCaller } from '../keys/caller-name.ts'
import type { Caller } from '../keys/model.ts'
import { prepareChange, renderPost } from './change-post.ts'
import { type RevisionBody, type RevisionPublication, toPost } from './model.ts'
import { applyChange, changedSince, findRow } from './service.ts'
import { postRevisions, posts } from './table.ts'
import { findFaults, type TextChecks } from './text-check.ts'

/**
 * Returns a post as its editor shows it: a published post with unpublished changes has their text, and
 * `revision` says which published text they were made from.
 */
export async function findEditedPost(ctx: Context, caller: Caller, id: string) {
  const row = await findRow(ctx, caller, id)
  if (!row) return { post: null, revision: null }
  const [revision, faults] = await Promise.all([findRevision(ctx, id), findFaults(ctx, id)])
  if (!revision || row.status === 'draft') return { post: { ...toPost(row), ...faults }, revision: null }
  const { title, markdown, basedOn, updatedAt, author } = revision
  const { content } = await renderPost(caller, markdown)
  return {
    post: { ...toPost({ ...row, title, markdown, content, updatedAt }), ...faults },
    revision: {
      author,
      basedOn: basedOn.toISOString(),
      publishedVersion: row.updatedAt.toISOString(),
    },
  }
}

/** Stores the unpublished text of a published post. Fails if it changed after `expectedUpdatedAt`. */
export async function saveRevision(ctx: Context, caller: Caller, id: string, body: RevisionBody) {
  const { title, markdown, expectedUpdatedAt } = body
  const post = await findRow(ctx, caller, id)
  if (!post) throw notFound('Post not found')
  if (post.status !== 'published' || post.markdown === null) throw notPublished()
  if (postHtml.isLong(markdown.length)) await caller.spend()
  await renderPost(caller, markdown)
  await caller.spend()
  const expected = new Date(expectedUpdatedAt)
  const revision = await findRevision(ctx, id)
  if ((revision?.updatedAt ?? post.updatedAt).getTime() !== expected.getTime()) throw changedSince()
  const update = ctx.db
    .update(postRevisions)
    .set({ title, markdown, author: caller.id, updatedAt: nextUpdatedAt(ctx, postRevisions.updatedAt) })
    .where(sql`${postRevisions.postId} = ${id} and ${eq(postRevisions.updatedAt, expected)}`)
  const insert = ctx.db.run(sql`
    insert into post_revisions (post_id, title, markdown, based_on, author, updated_at)
    select id, ${title}, ${markdown}, updated_at, ${caller.id}, ${nextUpdatedAt(ctx, posts.updatedAt)}
    from ${posts} where id = ${id} and status = 'published' and ${eq(posts.updatedAt, expected)}
      and not exists (select 1 from post_revisions where post_id = ${id})`)
  try {
    await ctx.db.batch([revision ? update : insert, ctx.db.run(guard)])
  } catch (error) {
    throw isGuardViolation(error) ? changedSince() : error
  }
  return findEditedPost(ctx, caller, id)
}

/** Deletes the unpublished changes; the published text stays. */
export async function discardRevision(ctx: Context, caller: Caller, id: string) {
  if (!(await findRow(ctx, caller, id))) throw notFound('Post not found')
  await ctx.db.delete(postRevisions).where(eq(postRevisions.postId, id))
  return findEditedPost(ctx, caller, id)
}

/** Publishes the unpublished changes that were read, over the published version that was read. */
export async function publishRevision(
  ctx: Context,
  checks: TextChecks,
  caller: Caller,
  id: string,
  { expectedUpdatedAt, publishedVersion }: RevisionPublication,
) {
  const post = await findRow(ctx, caller, id)
  if (!post) throw notFound('Post not found')
  const revision = await findRevision(ctx, id)
  if (!revision || post.status !== 'published') throw conflict('This post has no unpublished changes.')
  const read = new Date(expectedUpdatedAt)
  const isAsRead =
    revision.updatedAt.getTime() === read.getTime() && post.updatedAt.toISOString() === publishedVersion
  if (!isAsRead) throw changedSince()
  const { title, markdown } = revision
  const change = await prepareChange(
    ctx,
    checks,
    caller,
    post,
    { title, markdown },
    { kind: 'updated', expected: post.updatedAt },
  )
  const removal = ctx.db
    .delete(postRevisions)
    .where(sql`${postRevisions.postId} = ${id} and ${eq(postRevisions.updatedAt, read)}`)
  await applyChange(ctx, caller, id, change, [removal, ctx.db.run(guard)])
  return findEditedPost(ctx, caller, id)
}

async function findRevision(ctx: Context, postId: string) {
  const { title, markdown, basedOn, updatedAt, author } = postRevisions
  const [row] = await ctx.db
    .select({ title, markdown, basedOn, updatedAt, author: nameOfCaller(author) })
    .from(postRevisions)
    .where(eq(postRevisions.postId, postId))
  return row
}

const notPublished = () => conflict('Only published texts have unpublished changes. Reload the page.')
