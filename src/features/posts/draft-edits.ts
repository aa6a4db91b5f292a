import { and, eq, gte, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import type { Statement } from '../../db/client.ts'
import { ratioOf } from '../../statistics/ratio.ts'
import { findHunks } from '../../text/difference.ts'
import type { DraftEdits, DraftEditsQuery } from './model.ts'
import { draftEdits, type posts } from './table.ts'

const day = 24 * 60 * 60 * 1000
const windowDays = 90

/**
 * Counts the lines of a draft, and the lines that were deleted, rewritten or added before it was published. Blank
 * lines and spaces around a line do not count.
 */
export function countEdits(draft: string, published: string): { lines: number; edits: number } {
  const [before, after] = [linesOf(draft), linesOf(published)]
  const edits = findHunks(before.join('\n'), after.join('\n')).reduce(
    (sum, { removed, added }) => sum + Math.max(removed.length, added.length),
    0,
  )
  return { lines: before.length, edits }
}

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

type Post = Pick<
  typeof posts.$inferSelect,
  'id' | 'organizationId' | 'collectionId' | 'contentType' | 'markdown' | 'sourceMetadata'
>

/**
 * Returns the statement that stores how much of a draft changed before its first publication; none for a post that
 * Herald did not write.
 */
export function recordDraftEdits(ctx: Context, post: Post, published: string, now: Date): Statement[] {
  const draft = post.sourceMetadata?.original ?? post.markdown
  if (post.collectionId === null || typeof draft !== 'string' || draft === '') return []
  const { id: postId, organizationId, contentType } = post
  return [
    ctx.db
      .insert(draftEdits)
      .values({ postId, organizationId, contentType, publishedAt: now, ...countEdits(draft, published) })
      .onConflictDoNothing(),
  ]
}

/** How much people changed of the drafts that were published in the last 90 days, of all types or of one. */
export async function getDraftEdits(
  ctx: Context,
  organizationId: string,
  { contentType }: DraftEditsQuery,
): Promise<DraftEdits> {
  const { lines, edits, publishedAt } = draftEdits
  const [sums = { units: 0, x: 0, y: 0, xx: 0, xy: 0, yy: 0 }] = await ctx.db
    .select({
      units: sql<number>`count(*)`,
      x: sql<number>`coalesce(sum(${edits}), 0)`,
      y: sql<number>`coalesce(sum(${lines}), 0)`,
      xx: sql<number>`coalesce(sum(${edits} * ${edits}), 0)`,
      xy: sql<number>`coalesce(sum(${edits} * ${lines}), 0)`,
      yy: sql<number>`coalesce(sum(${lines} * ${lines}), 0)`,
    })
    .from(draftEdits)
    .where(
      and(
        eq(draftEdits.organizationId, organizationId),
        gte(publishedAt, new Date(ctx.now().getTime() - windowDays * day)),
        contentType ? eq(draftEdits.contentType, contentType) : undefined,
      ),
    )
  const found = ratioOf(sums)
  return {
    days: windowDays,
    posts: sums.units,
    lines: sums.y,
    edits: sums.x,
    editsPer100Lines: found && found.ratio * 100,
    interval: found?.interval ? { low: found.interval.low * 100, high: found.interval.high * 100 } : null,
  }
}
