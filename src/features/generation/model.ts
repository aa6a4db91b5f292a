import { t } from 'elysia'
import { oneOf } from '../../http/fields.ts'
import { Organization } from '../organizations/model.ts'
import { outputTypes } from '../posts/table.ts'
import {
  type generationEvents,
  generationEventTypes,
  type generationJobs,
  generationSources,
  generationStatuses,
} from './table.ts'

export type GenerationRow = typeof generationJobs.$inferSelect

export const GenerationJob = t.Object({
  id: t.String(),
  organizationId: t.String(),
  status: oneOf(generationStatuses),
  contentType: oneOf(outputTypes),
  lookbackWindow: t.Nullable(t.String()),
  repositoryIds: t.Array(t.String()),
  brandVoiceId: t.Nullable(t.String()),
  workflowRunId: t.Nullable(t.String()),
  postId: t.Nullable(t.String()),
  error: t.Nullable(t.String()),
  source: oneOf(generationSources),
  createdAt: t.String(),
  updatedAt: t.String(),
  completedAt: t.Nullable(t.String()),
})

export const GenerationEvent = t.Object({
  id: t.String(),
  jobId: t.String(),
  type: oneOf(generationEventTypes),
  message: t.String(),
  createdAt: t.String(),
  metadata: t.Nullable(t.Record(t.String(), t.Any())),
})

export const QueuedGeneration = t.Object({ job: GenerationJob, organization: Organization })
export const GenerationStatus = t.Object({ job: GenerationJob, events: t.Array(GenerationEvent) })

export function toGenerationJob(row: GenerationRow): typeof GenerationJob.static {
  return {
    id: row.id,
    organizationId: row.organizationId,
    status: row.status,
    contentType: row.contentType,
    lookbackWindow: row.lookbackWindow,
    repositoryIds: row.repositoryIds,
    brandVoiceId: row.brandVoiceId,
    workflowRunId: row.workflowRunId,
    postId: row.postId,
    error: row.error,
    source: row.source,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    completedAt: row.completedAt?.toISOString() ?? null,
  }
}

export function toGenerationEvent(row: typeof generationEvents.$inferSelect): typeof GenerationEvent.static {
  const { id, jobId, type, message, metadata } = row
  return { id, jobId, type, message, metadata, createdAt: row.createdAt.toISOString() }
}
