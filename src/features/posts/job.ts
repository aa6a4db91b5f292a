import { sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { defineJob } from '../../jobs/define.ts'
import { findSubject } from '../organizations/subject.ts'
import { ScheduledPublication, setScheduleError } from './scheduled-publication.ts'
import { posts } from './table.ts'
import type { TextChecks } from './text-check.ts'

/**
 * The job that publishes a scheduled draft. It does nothing if the schedule was changed or cancelled since. The
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

const subjectOf = (ctx: Context, postId: string) =>
  findSubject(
    ctx,
    sql`select organization_id, 'post ' || id || ' (' || title || ')' as record from ${posts} where id = ${postId}`,
  )
