import { and, eq } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { stateOf } from '../../../http/reviewed.ts'
import { textChecks } from '../../../text-checks.ts'
import type { PostPatch } from '../../posts/model.ts'
import { titleOfMarkdown } from '../../posts/service.ts'
import { posts } from '../../posts/table.ts'
import { checkChange } from '../../posts/text-check.ts'
import type { CheckedText } from '../../posts/text-fault.ts'
import type { Input } from '../call.ts'
import { addedLines, linesFor, quote, type Review, type Reviewer, textOf } from './review.ts'
import { competitorsState, factsState, identitiesState } from './states.ts'

/** The state of a post, which a call on it depends on. */
export const postState = ({ organization }: Reviewer, id: string) =>
  stateOf('post', id, [posts.updatedAt], and(eq(posts.organizationId, organization.id), eq(posts.id, id)))

/** The statements of a new post that nothing supports. Posts of users and programs are not checked. */
export async function reviewNewPost(ctx: Context, reviewer: Reviewer, input: Input): Promise<Review> {
  const markdown = textOf(input.markdown)
  const title = textOf(input.title) || (await titleOfMarkdown(reviewer, markdown)) || ''
  return {
    depends: [identitiesState(reviewer), factsState(reviewer), competitorsState(reviewer)],
    outcome: await describeUnsourced(ctx, reviewer, { title, markdown }),
  }
}

async function describeUnsourced(
  ctx: Context,
  { organization }: Reviewer,
  text: CheckedText,
  before?: CheckedText,
) {
  // The checks of claims are loaded on first use: a server starts without them.
  const { findUnsourcedStatements } = await import('../../generation/unsourced-statements.ts')
  const messages = await findUnsourcedStatements(ctx, organization.id, text)
  const known = before ? await findUnsourcedStatements(ctx, organization.id, before) : []
  const added = messages.filter((message) => !known.includes(message))
  return linesFor(
    'posts.write',
    added.map((message) => `The check of claims found: ${quote(message)}`),
  )
}

/**
 * The effects of a post update beyond its input: a new title from the text's first heading, or publishing the stored
 * text.
 */
export async function reviewPostUpdate(ctx: Context, reviewer: Reviewer, input: Input): Promise<Review> {
  const id = textOf(input.postId)
  const depends = [postState(reviewer, id)]
  const [post] = await ctx.db
    .select({
      ...{ id: posts.id, organizationId: posts.organizationId, status: posts.status },
      ...{ title: posts.title, markdown: posts.markdown },
    })
    .from(posts)
    .where(and(eq(posts.organizationId, reviewer.organization.id), eq(posts.id, id)))
  if (!post) return { depends, outcome: [] }
  const markdown = typeof input.markdown === 'string' ? input.markdown : null
  const given = textOf(input.title)
  const heading = markdown !== null && !given ? await titleOfMarkdown(reviewer, markdown) : undefined
  const { status } = input as Pick<PostPatch, 'status'>
  // Approval cannot override blocking faults, so no user is asked.
  const faults = await checkChange(ctx, textChecks, post, {
    title: given || heading,
    markdown: markdown ?? undefined,
    status,
  })
  const isPublished = status === 'published' && markdown === null
  const isUnchecked = faults === null && markdown !== null
  const text = { title: given || heading || (post.title ?? ''), markdown: markdown ?? '' }
  return {
    depends,
    outcome: [
      ...linesFor('posts.write', [
        heading && heading !== post.title
          ? `The title becomes ${quote(heading)}, the first heading of the text.`
          : null,
      ]),
      ...linesFor(
        'posts.read',
        isPublished
          ? [
              `Publishes the title ${quote(given || (post.title ?? ''))} and this text:`,
              ...addedLines(post.markdown ?? ''),
            ]
          : [],
      ),
      ...(isUnchecked
        ? await describeUnsourced(ctx, reviewer, text, { title: post.title, markdown: post.markdown ?? '' })
        : []),
    ],
  }
}
