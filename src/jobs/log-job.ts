import type { Context } from '../context.ts'
import type { Job } from './define.ts'
import type { ClaimedJob } from './queue.ts'

/** Logs a line that starts with the job's title and subject: "Writing a post for acme failed." */
export async function logJob(
  ctx: Context,
  level: 'warn' | 'error',
  job: Job | undefined,
  claimed: ClaimedJob,
  { fields, event }: { fields: Record<string, unknown>; event: string },
): Promise<void> {
  // Its subject is unknown while the database is unavailable.
  const subject = await job?.findSubject(ctx, claimed.payload).catch(() => null)
  const { organization = null, record = null } = subject ?? {}
  const title = job?.title ?? `The job ${claimed.name}`
  const named = {
    job: claimed.name,
    jobId: claimed.id,
    ...(organization === null ? {} : { organization }),
    ...(record === null ? {} : { record }),
  }
  ctx.log[level](
    { ...named, ...fields },
    organization === null ? `${title} ${event}` : `${title} for ${organization} ${event}`,
  )
}
