import { eq, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import type { Statement } from '../../db/client.ts'
import { isGuardViolation, isUniqueViolation } from '../../db/errors.ts'
import { badRequest, conflict, notFound } from '../../errors.ts'
import { updateIfUnchanged } from '../../http/reviewed.ts'
import type { Caller } from '../keys/model.ts'
import { prepareChange, renderPost } from './change-post.ts'
import { type PostPatch, toPost } from './model.ts'
import { ownPost } from './own-post.ts'
import { sluggedTypes } from './rules.ts'
import { postRevisions, posts } from './table.ts'
import { findFaults, recheckPost, type TextChecks } from './text-check.ts'

/** The organization that owns the posts. */
type Owner = Pick<Caller, 'organization'>

/** Returns a post of any status; null if the organization has none with this id (contract 5.5). */
export async function findPost(ctx: Context, caller: Owner, id: string) {
  const row = await findRow(ctx, caller, id)
  return {
    post: row ? { ...toPost(row), ...(await findFaults(ctx, id)) } : null,
    organization: caller.organization,
  }
}

/** Checks a post again and returns it with its faults. */
export async function checkPost(ctx: Context, checks: TextChecks, caller: Caller, id: string) {
  await recheckPost(ctx, checks, caller, id)
  return findPost(ctx, caller, id)
}

/**
 * Updates a post. New Markdown is rendered, and provides the title if none is sent (contract 5.6). With
 * `expectedUpdatedAt`, a post that has changed since is not overwritten.
 */
export async function updatePost(
  ctx: Context,
  checks: TextChecks,
  caller: Caller,
  id: string,
  { expectedUpdatedAt, ...patch }: PostPatch,
) {
  if (Object.keys(patch).length === 0) throw badRequest('At least one field must be provided')
  const { slug, markdown } = patch
  const post = await findRow(ctx, caller, id)
  if (!post) throw notFound('Post not found')
  if (expectedUpdatedAt && post.updatedAt.toISOString() !== expectedUpdatedAt) throw changedSince()
  if (slug != null && !sluggedTypes.includes(post.contentType)) {
    throw slugNotAllowed()
  }
  if (markdown !== undefined && post.contentType === 'image') {
    throw badRequest('Invalid markdown content')
  }
  // Unpublished changes become the text of the draft.
  const isWithdrawn = post.status === 'published' && patch.status === 'draft'
  const { updatedAt: revisedAt, ...revised } = (isWithdrawn && (await findRevised(ctx, id))) || {}
  const change = await prepareChange(
    ctx,
    checks,
    caller,
    post,
    { ...revised, ...patch },
    {
      revisedAt,
      expected: expectedUpdatedAt ? new Date(expectedUpdatedAt) : undefined,
    },
  )
  return applyChange(ctx, caller, id, change)
}

async function findRevised(ctx: Context, postId: string) {
  const { title, markdown, updatedAt } = postRevisions
  const [row] = await ctx.db
    .select({ title, markdown, updatedAt })
    .from(postRevisions)
    .where(eq(postRevisions.postId, postId))
  return row
}

/** Runs a prepared change, and returns the post as it is then. `also` is part of the same batch. */
export async function applyChange(
  ctx: Context,
  caller: Caller,
  id: string,
  { before, update, after }: Awaited<ReturnType<typeof prepareChange>>,
  also: Statement[] = [],
) {
  try {
    const [, [updated]] = await updateIfUnchanged(ctx, caller, [before, update, ...after, ...also])
    if (!updated) throw await lost(ctx, caller, id)
    return {
      post: { ...toPost(updated), ...(await findFaults(ctx, id)) },
      organization: caller.organization,
    }
  } catch (error) {
    if (isGuardViolation(error)) throw await lost(ctx, caller, id)
    if (isUniqueViolation(error, 'posts.slug')) throw slugTaken()
    throw error
  }
}

/** Returns why an update changed no post. */
async function lost(ctx: Context, caller: Owner, id: string) {
  const isThere = (await ctx.db.$count(posts, ownPost(caller, id))) > 0
  return isThere ? changedSince() : notFound('Post not found')
}

export const slugNotAllowed = () => badRequest('Slug can only be set for blog posts and changelogs')
export const slugTaken = () => conflict('A post with this slug already exists')

export const changedSince = () => conflict('This post was changed after it was read')

/** Returns the original Markdown of a post, before any change. */
export async function getOriginal(ctx: Context, caller: Owner, id: string) {
  const original = sql<string | null>`coalesce(${posts.sourceMetadata} ->> '$.original', ${posts.markdown})`
  const [row] = await ctx.db.select({ markdown: original }).from(posts).where(ownPost(caller, id))
  if (!row) throw notFound('Post not found')
  return row
}

/** Deletes a post, and the picture of an image post. */
export async function deletePost(ctx: Context, caller: Caller, id: string) {
  const { organization } = caller
  const removal = ctx.db.delete(posts).where(ownPost(caller, id)).returning({ id: posts.id })
  const [deleted] = await updateIfUnchanged(ctx, caller, [removal])
  if (deleted.length === 0) throw notFound('Post not found')
  return { id, organization }
}

/** Returns the stored post of any status. */
export async function findRow(ctx: Context, caller: Owner, id: string) {
  const [row] = await ctx.db.select().from(posts).where(ownPost(caller, id))
  return row
}

/** Returns the title in a text's first heading; undefined without a heading (contract core 5). */
export const titleOfMarkdown = async (caller: Owner, markdown: string): Promise<string | undefined> =>
  (await renderPost(caller, markdown)).title
