import { and, eq, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { isGuardViolation, isUniqueViolation } from '../../db/errors.ts'
import { guard } from '../../db/table.ts'
import { badRequest, conflict, notFound } from '../../errors.ts'
import { nextUpdatedAt, updateIfUnchanged } from '../../http/reviewed.ts'
import { postHtml } from '../../markdown/post-html.ts'
import type { Caller } from '../keys/model.ts'
import { type PostPatch, toPost } from './model.ts'
import { withOriginal } from './record.ts'
import { clipTitle, sluggedTypes } from './rules.ts'
import { posts } from './table.ts'
import { checkChange, findFaults, recheckPost, saveFaults, type TextChecks } from './text-check.ts'
import { datedArticle } from './updated-line.ts'

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
    throw badRequest('Slug can only be set for blog posts and changelogs')
  }
  if (markdown !== undefined && post.contentType === 'image') {
    throw badRequest('Invalid markdown content')
  }
  if (postHtml.isLong((markdown ?? post.markdown ?? '').length)) await caller.spend()
  const rendered = markdown === undefined ? {} : await renderPost(caller, markdown)
  const dated = datedArticle(post, patch, ctx.now())
  const redated =
    dated === null ? {} : { markdown: dated, content: (await renderPost(caller, dated)).content }
  await caller.spend()
  const faults = await checkChange(ctx, checks, post, { ...rendered, ...patch })
  try {
    const update = ctx.db
      .update(posts)
      .set({
        ...rendered,
        ...patch,
        ...redated,
        ...(markdown === undefined ? {} : { sourceMetadata: withOriginal }),
        updatedAt: nextUpdatedAt(ctx, posts.updatedAt),
      })
      .where(
        and(
          own(caller, id),
          expectedUpdatedAt ? eq(posts.updatedAt, new Date(expectedUpdatedAt)) : undefined,
          // The text that is published or dated must still be the one that was read and checked.
          faults || (dated !== null && markdown === undefined)
            ? eq(posts.updatedAt, post.updatedAt)
            : undefined,
        ),
      )
      .returning()
    const checked = faults ? [ctx.db.run(guard), saveFaults(ctx, id, faults)] : []
    const [[updated]] = await updateIfUnchanged(ctx, caller, [update, ...checked])
    if (!updated) throw await lost(ctx, caller, id)
    return {
      post: { ...toPost(updated), ...(await findFaults(ctx, id)) },
      organization: caller.organization,
    }
  } catch (error) {
    if (isGuardViolation(error)) throw await lost(ctx, caller, id)
    if (isUniqueViolation(error, 'posts.slug')) throw conflict('A post with this slug already exists')
    throw error
  }
}

/** Returns why an update changed no post. */
async function lost(ctx: Context, caller: Owner, id: string) {
  const isThere = (await ctx.db.$count(posts, own(caller, id))) > 0
  return isThere ? changedSince() : notFound('Post not found')
}

const changedSince = () => conflict('This post was changed after it was read')

/** Returns the original Markdown of a post, before any change. */
export async function getOriginal(ctx: Context, caller: Owner, id: string) {
  const original = sql<string | null>`coalesce(${posts.sourceMetadata} ->> '$.original', ${posts.markdown})`
  const [row] = await ctx.db.select({ markdown: original }).from(posts).where(own(caller, id))
  if (!row) throw notFound('Post not found')
  return row
}

/** Deletes a post, and the picture of an image post. */
export async function deletePost(ctx: Context, caller: Caller, id: string) {
  const { organization } = caller
  const removal = ctx.db.delete(posts).where(own(caller, id)).returning({ id: posts.id })
  const [deleted] = await updateIfUnchanged(ctx, caller, [removal])
  if (deleted.length === 0) throw notFound('Post not found')
  return { id, organization }
}

async function findRow(ctx: Context, caller: Owner, id: string) {
  const [row] = await ctx.db.select().from(posts).where(own(caller, id))
  return row
}

const own = ({ organization }: Owner, id: string) =>
  and(eq(posts.organizationId, organization.id), eq(posts.id, id))

/** Returns the title in a text's first heading; undefined without a heading (contract core 5). */
export const titleOfMarkdown = async (caller: Owner, markdown: string): Promise<string | undefined> =>
  (await renderPost(caller, markdown)).title

async function renderPost(
  { organization }: Owner,
  markdown: string,
): Promise<{ content: string; title?: string }> {
  const { content, heading } = await postHtml.run(markdown, markdown.length, organization.id)
  if (!content) throw badRequest('Invalid markdown content')
  return { content, ...(heading ? { title: clipTitle(heading) } : {}) }
}
