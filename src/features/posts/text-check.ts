import { and, eq, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { conflict, notFound } from '../../errors.ts'
import { updateIfUnchanged } from '../../http/reviewed.ts'
import type { Caller } from '../keys/model.ts'
import type { PostPatch } from './model.ts'
import { postChecks, posts } from './table.ts'
import {
  type CheckedText,
  countBlocking,
  isBlocking,
  refusePublication,
  type TextBasis,
  type TextFault,
} from './text-fault.ts'

/** Checks a text against the rules for its kind. */
export type TextCheck = (
  ctx: Context,
  basis: Record<string, unknown>,
  text: CheckedText,
  organizationId: string,
) => Promise<TextFault[]>

/** The checks of the features that write texts. */
export type TextChecks = Record<TextBasis['kind'], TextCheck>

/** Columns that store the result of a check. */
export const checkedNow = (ctx: Context, faults: TextFault[]) => ({
  // Blocking faults first.
  faults: faults.toSorted((one, other) => Number(isBlocking(other)) - Number(isBlocking(one))),
  blocking: countBlocking(faults),
  minor: faults.length - countBlocking(faults),
  checkedAt: ctx.now(),
})

/** Returns the result and time of the last check as fields; empty for a post that is not checked. */
export async function findFaults(
  ctx: Context,
  postId: string,
): Promise<{ faults?: TextFault[]; checkedAt?: string }> {
  const [row] = await ctx.db
    .select({ faults: postChecks.faults, checkedAt: postChecks.checkedAt })
    .from(postChecks)
    .where(eq(postChecks.postId, postId))
  return row ? { faults: row.faults, checkedAt: row.checkedAt.toISOString() } : {}
}

/** Returns the faults that a text of a post would have; null if the post is not checked. */
export async function checkText(
  ctx: Context,
  checks: TextChecks,
  organizationId: string,
  postId: string,
  text: CheckedText,
): Promise<TextFault[] | null> {
  const [row] = await ctx.db
    .select({ kind: postChecks.kind, basis: postChecks.basis })
    .from(postChecks)
    .where(eq(postChecks.postId, postId))
  return row ? checks[row.kind](ctx, row.basis, text, organizationId) : null
}

type CheckedPost = Pick<typeof posts.$inferSelect, 'id' | 'organizationId' | 'title' | 'markdown' | 'status'>

/**
 * Returns the faults that a post would have after a change; null if the change or the post is not checked.
 * Refuses a change that would publish blocking faults; nobody can override this.
 */
export async function checkChange(
  ctx: Context,
  checks: TextChecks,
  { id, organizationId, ...post }: CheckedPost,
  patch: Pick<PostPatch, 'title' | 'markdown' | 'status'>,
): Promise<TextFault[] | null> {
  const isChecked = patch.markdown !== undefined || patch.title !== undefined || patch.status === 'published'
  if (!isChecked) return null
  const title = patch.title ?? post.title
  const markdown = patch.markdown ?? post.markdown ?? ''
  const faults = await checkText(ctx, checks, organizationId, id, { title, markdown })
  const refusal = faults && (patch.status ?? post.status) === 'published' ? refusePublication(faults) : null
  if (refusal !== null) throw conflict(refusal)
  return faults
}

/** Returns a statement that stores the result of a check. */
export const saveFaults = (ctx: Context, postId: string, faults: TextFault[]) =>
  ctx.db.update(postChecks).set(checkedNow(ctx, faults)).where(eq(postChecks.postId, postId))

/** Checks the stored text of a post again, for example after a supporting fact was added. */
export async function recheckPost(ctx: Context, checks: TextChecks, caller: Caller, id: string) {
  const [post] = await ctx.db
    .select({ title: posts.title, markdown: posts.markdown, updatedAt: posts.updatedAt })
    .from(posts)
    .where(and(eq(posts.organizationId, caller.organization.id), eq(posts.id, id)))
  if (!post) throw notFound('Post not found')
  await caller.spend()
  const text = { title: post.title, markdown: post.markdown ?? '' }
  const faults = await checkText(ctx, checks, caller.organization.id, id, text)
  if (faults === null) throw conflict('Only posts in which a check found problems can be checked again.')
  const isUnchanged = sql`exists (
    select 1 from ${posts} where ${posts.id} = ${id} and ${eq(posts.updatedAt, post.updatedAt)})`
  const update = ctx.db
    .update(postChecks)
    .set(checkedNow(ctx, faults))
    .where(and(eq(postChecks.postId, id), isUnchanged))
    .returning({ postId: postChecks.postId })
  const [saved] = await updateIfUnchanged(ctx, caller, [update])
  if (saved.length === 0) throw conflict('This post was changed while it was checked. Check it again.')
}
