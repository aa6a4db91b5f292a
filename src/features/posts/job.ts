import { sql } from 'drizzle-orm'
import { t } from 'elysia'
import type { Context } from '../../context.ts'
import type { Statement } from '../../db/client.ts'
import { defineJob } from '../../jobs/define.ts'
import { findSubject } from '../organizations/subject.ts'
import { afterPublication } from './publication.ts'
import { ScheduledPublication, setScheduleError } from './scheduled-publication.ts'
import { posts } from './table.ts'
import type { TextChecks } from './text-check.ts'

/**
 * The job that publishes a scheduled draft. It does nothing if the schedule was changed or canceled since. The
 * post and the end of the job are committed together, so it is published once.
 */
export const publishPostJob = (checks: TextChecks) =>
  defineJob(
    'posts.publish',
    ScheduledPublication,
    async (ctx, scheduled) => {
      const { publishScheduled } = await import('./publish-scheduled.ts')
      return publishScheduled(ctx, checks, scheduled)
    },
    {
      title: 'Publishing a scheduled post',
      subject: (ctx, { postId }) => subjectOf(ctx, postId),
      onDead: (ctx, scheduled, reason) => [setScheduleError(ctx, scheduled, reason)],
    },
  )

/** What a feature does once a post is published; its statements are committed with the end of the job. */
export type AfterPublication = (ctx: Context, postId: string, signal: AbortSignal) => Promise<Statement[]>

/** The job that follows the publication of a post. */
export const publishedJob = (followers: AfterPublication[]) =>
  defineJob(
    afterPublication,
    t.Object({ postId: t.String() }),
    async (ctx, { postId }, { signal }) => {
      const statements: Statement[] = []
      for (const follow of followers) statements.push(...(await follow(ctx, postId, signal)))
      return statements
    },
    { title: 'Announcing a published post', subject: (ctx, { postId }) => subjectOf(ctx, postId) },
  )

const subjectOf = (ctx: Context, postId: string) =>
  findSubject(
    ctx,
    sql`select organization_id, 'post ' || id || ' (' || title || ')' as record from ${posts} where id = ${postId}`,
  )
