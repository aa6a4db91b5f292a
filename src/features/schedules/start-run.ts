import type { Context } from '../../context.ts'
import type { Statement } from '../../db/client.ts'
import { writePostJob } from '../generation/job.ts'
import { queueGeneration } from '../generation/record.ts'
import type { ScheduleRow } from './model.ts'

/** Statements that start one generation run of a schedule; repeated with the same key they change nothing. */
export async function startRun(ctx: Context, schedule: ScheduleRow, runKey: string): Promise<Statement[]> {
  const id = `job_${new Bun.CryptoHasher('sha256').update(runKey).digest('hex').slice(0, 32)}`
  return [
    ...queueGeneration(ctx, {
      id,
      organizationId: schedule.organizationId,
      contentType: schedule.outputType,
      lookbackWindow: schedule.lookbackWindow,
      repositoryIds: schedule.repositoryIds,
      brandVoiceId: schedule.outputConfig?.brandVoiceId ?? null,
      workflowRunId: runKey,
      source: 'automation',
    }),
    writePostJob.insert(
      ctx,
      { generationId: id, cause: { type: 'schedule', scheduleId: schedule.id } },
      { key: runKey },
    ),
  ]
}
