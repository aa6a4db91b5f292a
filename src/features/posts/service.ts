import { and, eq, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { isUniqueViolation } from '../../db/errors.ts'
import { badRequest, conflict, notFound } from '../../errors.ts'
import { changeShown, laterThanBefore } from '../../http/shown.ts'
import type { Caller } from '../keys/model.ts'
import { type PostPatch, toPost } from './model.ts'
import { withOriginal } from './record.ts'
import { clipTitle, sluggedTypes } from './rules.ts'
import { posts } from './table.ts'

/** Whose posts are meant. */
type Owner = Pick<Caller, 'organization'>

/** A post of any status, null when the organization has none with this id (contract 5.5). */
export async function findPost(ctx: Context, caller: Owner, id: string) {
  const row = await findRow(ctx, caller, id)
  return { post: row ? toPost(row) : null, organization: caller.organization }
}

/**
 * Changes a post; Markdown is rendered again, and gives the title when none is sent (contract 5.6). Who says what they
 * have read overwrites nothing that came since.
 */
export async function updatePost(
  ctx: Context,
  caller: Caller,
  id: string,
  { expectedUpdatedAt, ...patch }: PostPatch,
) {
  if (Object.keys(patch).length === 0) throw badRequest('At least one field must be provided')
  const { slug, markdown } = patch
  const post = await findRow(ctx, caller, id)
  if (!post) throw notFound('Post not found')
  if (slug != null && !sluggedTypes.includes(post.contentType)) {
    throw badRequest('Slug can only be set for blog posts and changelogs')
  }
  if (markdown !== undefined && post.contentType === 'image') {
    throw badRequest('Invalid markdown content')
  }
  const rendered = markdown === undefined ? {} : await renderPost(markdown)
  await caller.spend()
  try {
    const update = ctx.db
      .update(posts)
      .set({
        ...rendered,
        ...patch,
        ...(markdown === undefined ? {} : { sourceMetadata: withOriginal }),
        updatedAt: laterThanBefore(ctx, posts.updatedAt),
      })
      .where(
        and(
          own(caller, id),
          expectedUpdatedAt ? eq(posts.updatedAt, new Date(expectedUpdatedAt)) : undefined,
        ),
      )
      .returning()
    const [[updated]] = await changeShown(ctx, caller, place(caller, id), [update])
    if (!updated) {
      const isThere = (await ctx.db.$count(posts, own(caller, id))) > 0
      throw isThere ? conflict('This post was changed after it was read') : notFound('Post not found')
    }
    return { post: toPost(updated), organization: caller.organization }
  } catch (error) {
    if (isUniqueViolation(error, 'posts.slug')) throw conflict('A post with this slug already exists')
    throw error
  }
}

/** The Markdown of a post as it was written, before anybody changed it. */
export async function getOriginal(ctx: Context, caller: Owner, id: string) {
  const original = sql<string | null>`coalesce(${posts.sourceMetadata} ->> '$.original', ${posts.markdown})`
  const [row] = await ctx.db.select({ markdown: original }).from(posts).where(own(caller, id))
  if (!row) throw notFound('Post not found')
  return row
}

/** Deletes a post; the picture of an image post goes with it. */
export async function deletePost(ctx: Context, caller: Caller, id: string) {
  const { organization } = caller
  const removal = ctx.db.delete(posts).where(own(caller, id)).returning({ id: posts.id })
  const [deleted] = await changeShown(ctx, caller, place(caller, id), [removal])
  if (deleted.length === 0) throw notFound('Post not found')
  return { id, organization }
}

async function findRow(ctx: Context, caller: Owner, id: string) {
  const [row] = await ctx.db.select().from(posts).where(own(caller, id))
  return row
}

const own = ({ organization }: Owner, id: string) =>
  and(eq(posts.organizationId, organization.id), eq(posts.id, id))

const place = (caller: Caller, id: string) => ({ where: own(caller, id), updatedAt: posts.updatedAt })

async function renderPost(markdown: string) {
  const { content, heading } = await tryRender(markdown)
  if (!content) throw badRequest('Invalid markdown content')
  return { content, ...(heading ? { title: clipTitle(heading) } : {}) }
}

async function tryRender(markdown: string) {
  const { firstHeading, renderMarkdown } = await import('../../markdown/html.ts')
  try {
    return { content: renderMarkdown(markdown), heading: firstHeading(markdown) }
  } catch {
    // Thousands of nested quotes or lists exhaust the stack of the parser.
    return { content: null, heading: null }
  }
}
