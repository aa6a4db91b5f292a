import { and, eq, sql } from 'drizzle-orm'
import { type Static, t } from 'elysia'
import type { Context } from '../../context.ts'
import type { Statement } from '../../db/client.ts'
import { changed } from '../../db/table.ts'
import { isRefusal } from '../../errors.ts'
import { defineJob } from '../../jobs/define.ts'
import { findSubject } from '../organizations/subject.ts'
import { organizations } from '../organizations/table.ts'
import { prepareChange } from './change-post.ts'
import { postSchedules, posts } from './table.ts'
import type { TextChecks } from './text-check.ts'

const Payload = t.Object({ postId: t.String(), scheduledAt: t.Integer(), createdAt: t.Integer() })
type Payload = Static<typeof Payload>

const isSchedule = ({ postId, scheduledAt, createdAt }: Payload) =>
  and(
    eq(postSchedules.postId, postId),
    eq(postSchedules.scheduledAt, new Date(scheduledAt)),
    eq(postSchedules.createdAt, new Date(createdAt)),
  )

/**
 * The job that publishes a scheduled draft. It does nothing if the schedule was changed or cancelled since. The
 * post and the end of the job are committed together, so it is published once.
 */
export const publishPostJob = (checks: TextChecks) =>
  defineJob(
    'posts.publish',
    Payload,
    async (ctx, payload) => {
      const isThis = isSchedule(payload)
      const [row] = await ctx.db
        .select({ post: posts, organization: organizations, author: postSchedules.author })
        .from(postSchedules)
        .innerJoin(posts, eq(posts.id, postSchedules.postId))
        .innerJoin(organizations, eq(organizations.id, posts.organizationId))
        .where(isThis)
      if (!row || row.post.status === 'published') return []
      const author = { id: row.author, organization: row.organization, spend: async () => {} }
      const isGone = sql`select 1 where not exists (select 1 from ${postSchedules} where ${isThis})`
      return [ctx.db.run(changed(isGone)), ...(await publish(ctx, checks, author, row.post, payload))]
    },
    {
      title: 'Publishing a scheduled post',
      subject: (ctx, { postId }) => subjectOf(ctx, postId),
      onDead: (ctx, payload, reason) => [setError(ctx, payload, reason)],
    },
  )

async function publish(
  ctx: Context,
  checks: TextChecks,
  author: Parameters<typeof prepareChange>[2],
  post: typeof posts.$inferSelect,
  payload: Payload,
): Promise<Statement[]> {
  try {
    const { before, update, after } = await prepareChange(
      ctx,
      checks,
      author,
      post,
      { status: 'published' },
      { expected: post.updatedAt },
    )
    return [before, update, ...after]
  } catch (error) {
    if (!isRefusal(error)) throw error
    return [setError(ctx, payload, error.message)]
  }
}

const setError = (ctx: Context, payload: Payload, error: string) =>
  ctx.db.update(postSchedules).set({ error }).where(isSchedule(payload))

const subjectOf = (ctx: Context, postId: string) =>
  findSubject(
    ctx,
    sql`select organization_id, 'post ' || id || ' (' || title || ')' as record from ${posts} where id = ${postId}`,
  )
