import { and, eq } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import type { Statement } from '../../db/client.ts'
import { insertJob } from '../../jobs/queue.ts'
import { jobs } from '../../jobs/table.ts'

/** The job that reads the events of a repository that deliveries may have missed. */
export const catchUpJob = 'webhooks.catch-up'
/** At most one check of a repository is queued or running; the key is free again when it ends. */
export const catchUpKey = (integrationId: string) => `${catchUpJob}:${integrationId}`

/** Statements that check a repository now for events since a time. A queued check starts now and has all its retries. */
export function checkSince(ctx: Context, integrationId: string, missedSince: Date): Statement[] {
  const now = ctx.now()
  const key = catchUpKey(integrationId)
  const payload = { integrationId, noticedAt: now.toISOString(), missedSince: missedSince.toISOString() }
  return [
    insertJob(ctx, catchUpJob, payload, { key }),
    ctx.db
      .update(jobs)
      .set({ runAt: now, failures: 0 })
      .where(and(eq(jobs.key, key), eq(jobs.state, 'ready'))),
  ]
}
