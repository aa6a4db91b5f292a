import { and, eq, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import type { Statement } from '../../db/client.ts'
import { changed, guard } from '../../db/table.ts'
import { badRequest } from '../../errors.ts'
import { nextUpdatedAt } from '../../http/reviewed.ts'
import { postHtml } from '../../markdown/post-html.ts'
import type { Caller } from '../keys/model.ts'
import { recordDraftEdits } from './draft-edits.ts'
import type { PostPatch } from './model.ts'
import { ownPost } from './own-post.ts'
import { announcePublication } from './publication.ts'
import { withOriginal } from './record.ts'
import { clipTitle } from './rules.ts'
import { postRevisions, postSchedules, posts } from './table.ts'
import { checkChange, saveFaults, type TextChecks } from './text-check.ts'
import { datedArticle } from './updated-line.ts'
import { recordFirstVersion, recordVersion, type VersionKind } from './versions.ts'

type Post = typeof posts.$inferSelect

/** Who changes a post: `id` is the caller id that its history shows. */
export type Author = Pick<Caller, 'id' | 'organization' | 'spend'>

export type Change = Omit<PostPatch, 'expectedUpdatedAt'>

type ChangeOptions = {
  kind?: VersionKind
  /** The version of the post that was read, if any other fails the change. */
  expected?: Date
  /** The version of the unpublished changes that the patch includes; a newer one fails the change. */
  revisedAt?: Date
}

/**
 * Returns the statements that change a post, record the new version and check its text: `before`, the update
 * itself, and `after`, in this order in one batch. The batch fails if the post is gone, or if it changed since it
 * was read and the change depends on what was read. With `expected`, any change since then fails it.
 */
export async function prepareChange(
  ctx: Context,
  checks: TextChecks,
  author: Author,
  post: Post,
  patch: Change,
  { kind = kindOf(post, patch), expected, revisedAt }: ChangeOptions = {},
) {
  const { id } = post
  const { markdown, status } = patch
  if ((status ?? post.status) === 'published' && post.markdown === '' && !markdown)
    throw badRequest('An empty post cannot be published')
  if (postHtml.isLong((markdown ?? post.markdown ?? '').length)) await author.spend()
  const rendered = markdown === undefined ? {} : await renderPost(author, markdown)
  const now = ctx.now()
  const dated = datedArticle(post, patch, now)
  const redated =
    dated === null ? {} : { markdown: dated, content: (await renderPost(author, dated)).content }
  await author.spend()
  const faults = await checkChange(ctx, checks, post, { ...rendered, ...patch })
  // The text that is published or dated must still be the one that was read and checked.
  const dependsOnText = faults !== null || (dated !== null && markdown === undefined)
  const read = expected ?? (dependsOnText ? post.updatedAt : undefined)
  const update = ctx.db
    .update(posts)
    .set({
      ...rendered,
      ...patch,
      ...redated,
      ...(markdown === undefined ? {} : { sourceMetadata: withOriginal }),
      ...(status === 'published'
        ? { publishedAt: sql`coalesce(${posts.publishedAt}, ${now.getTime()})` }
        : {}),
      updatedAt: nextUpdatedAt(ctx, posts.updatedAt),
    })
    .where(and(ownPost(author, id), read && eq(posts.updatedAt, read)))
    .returning()
  const after: Statement[] = [
    ctx.db.run(guard),
    ...(faults ? [saveFaults(ctx, id, faults)] : []),
    ...recordVersion(ctx, id, kind, author.id),
    ...(status === 'published' && post.publishedAt === null
      ? recordDraftEdits(ctx, post, markdown ?? post.markdown ?? '', now)
      : []),
    ...(status === 'published' && post.status === 'draft' ? [announcePublication(ctx, id)] : []),
    ...(status === undefined || status === post.status
      ? []
      : [
          ctx.db.delete(postSchedules).where(eq(postSchedules.postId, id)),
          ctx.db
            .delete(postRevisions)
            .where(and(eq(postRevisions.postId, id), revisedAt && eq(postRevisions.updatedAt, revisedAt))),
          ctx.db.run(changed(sql`select 1 from ${postRevisions} where ${postRevisions.postId} = ${id}`)),
        ]),
  ]
  return { before: recordFirstVersion(ctx, id), update, after }
}

function kindOf(post: Post, { status }: Change): VersionKind {
  if (status === 'published' && post.status === 'draft') return 'published'
  return status === 'draft' && post.status === 'published' ? 'unpublished' : 'edited'
}

/** Renders Markdown to HTML; `title` is its first heading, if it has one. Refuses Markdown without content. */
export async function renderPost(
  { organization }: Pick<Caller, 'organization'>,
  markdown: string,
): Promise<{ content: string; title?: string }> {
  const { content, heading } = await postHtml.run(markdown, markdown.length, organization.id)
  if (!content) throw badRequest('Invalid markdown content')
  return { content, ...(heading ? { title: clipTitle(heading) } : {}) }
}
