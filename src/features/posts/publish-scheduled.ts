import { eq, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import type { Statement } from '../../db/client.ts'
import { changed } from '../../db/table.ts'
import { isRefusal } from '../../errors.ts'
import { organizations } from '../organizations/table.ts'
import { prepareChange } from './change-post.ts'
import { type ScheduledPublication, setScheduleError, whereScheduled } from './scheduled-publication.ts'
import { postSchedules, posts } from './table.ts'
import type { TextChecks } from './text-check.ts'

/**
 * Returns the statements that publish a scheduled draft, or that store why it cannot be published. None if the
 * schedule was changed or canceled.
 */
export async function publishScheduled(
  ctx: Context,
  checks: TextChecks,
  scheduled: ScheduledPublication,
): Promise<Statement[]> {
  const isThis = whereScheduled(scheduled)
  const [row] = await ctx.db
    .select({ post: posts, organization: organizations, author: postSchedules.author })
    .from(postSchedules)
    .innerJoin(posts, eq(posts.id, postSchedules.postId))
    .innerJoin(organizations, eq(organizations.id, posts.organizationId))
    .where(isThis)
  if (!row || row.post.status === 'published') return []
  const { post, organization } = row
  const author = { id: row.author, organization, spend: async () => {} }
  const isGone = sql`select 1 where not exists (select 1 from ${postSchedules} where ${isThis})`
  try {
    const patch = { status: 'published' as const }
    const change = await prepareChange(ctx, checks, author, post, patch, { expected: post.updatedAt })
    return [ctx.db.run(changed(isGone)), change.before, change.update, ...change.after]
  } catch (error) {
    if (!isRefusal(error)) throw error
    return [setScheduleError(ctx, scheduled, error.message)]
  }
}
