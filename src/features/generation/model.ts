import { t } from 'elysia'
import { oneOf } from '../../http/fields.ts'
import { outputTypes } from '../../writer/content-types.ts'
import { DataPoints, Selection } from '../activity/model.ts'
import { sourceFields } from '../activity/sources.ts'
import { lookbackWindows } from '../automations/table.ts'
import { Collection } from '../collections/model.ts'
import { Organization } from '../organizations/model.ts'
import {
  type generationEvents,
  generationEventTypes,
  type generationJobs,
  generationSources,
  generationStatuses,
} from './table.ts'

export type GenerationRow = typeof generationJobs.$inferSelect

export const unknownFormat = `contentType must be one of ${outputTypes.join(', ')}`

const Id = t.String({ maxLength: 100 })
const Tag = t.String({ maxLength: 255 })
const PullRequest = t.Object({
  repositoryId: Id,
  number: t.Number({ multipleOf: 1, minimum: 1, maximum: 2_147_483_647 }),
})

/** The body of POST /v1/posts/generate (contract 6.1). */
export const GenerationRequest = t.Object({
  ...sourceFields,
  contentType: t.Optional(oneOf(outputTypes, { error: unknownFormat })),
  /** Several formats from one reading of the activity, instead of `contentType`. */
  contentTypes: t.Optional(
    t.Array(oneOf(outputTypes), {
      minItems: 2,
      maxItems: outputTypes.length,
      error: `contentTypes must contain two to five of ${outputTypes.join(', ')}`,
    }),
  ),
  brandIdentityId: t.Optional(t.Nullable(Id)),
  brandVoiceId: t.Optional(t.Nullable(Id)),
  selectedItems: t.Optional(
    t.Object({
      commitShas: t.Optional(t.Array(t.String({ maxLength: 64 }), { maxItems: 1000 })),
      pullRequestNumbers: t.Optional(t.Array(PullRequest, { maxItems: 1000 })),
      releaseTagNames: t.Optional(
        t.Array(t.Union([Tag, t.Object({ repositoryId: Id, tagName: Tag })]), { maxItems: 1000 }),
      ),
      linearIssueIds: t.Optional(t.Array(t.Object({ integrationId: Id, issueId: Id }), { maxItems: 1000 })),
    }),
  ),
})
export type GenerationRequest = typeof GenerationRequest.static

/** A request of the API. */
export const WindowCause = t.Object({
  type: t.Literal('window'),
  lookbackWindow: oneOf(lookbackWindows),
  dataPoints: DataPoints,
  selection: t.Nullable(Selection),
  /** Ids of the trackers to read. */
  trackerIds: t.Optional(t.Array(t.String())),
  /** Whether only trackers were requested. */
  withoutRepositories: t.Optional(t.Boolean()),
  /** The chat in which it was requested. */
  chatId: t.Optional(t.String()),
})
export type WindowCause = typeof WindowCause.static

/** What started a run. */
export const Cause = t.Union([
  /** A delivery that a trigger matched. */
  t.Object({ type: t.Literal('delivery'), triggerId: t.String(), deliveryId: t.String() }),
  /** A schedule that was due. */
  t.Object({
    type: t.Literal('schedule'),
    scheduleId: t.String(),
    /** The first missed due time, if its days are made up for. */
    missedSince: t.Optional(t.String()),
    /** Started manually. Its result does not count for pausing the schedule. */
    byHand: t.Optional(t.Boolean()),
  }),
  WindowCause,
  /** Two refs of a local repository. Default: the last tag and HEAD. */
  t.Object({ type: t.Literal('range'), from: t.Optional(t.String()), to: t.Optional(t.String()) }),
])
export type Cause = typeof Cause.static

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
  /** The model's answer if its text is in no post. Lists omit it. */
  rejectedText: t.Optional(t.String()),
})

export const GenerationEvent = t.Object({
  id: t.String(),
  jobId: t.String(),
  type: oneOf(generationEventTypes),
  message: t.String(),
  createdAt: t.String(),
  metadata: t.Nullable(t.Record(t.String(), t.Any())),
})

/** `job` is the first of `jobs`, which has one per format. */
export const QueuedGeneration = t.Object({
  job: GenerationJob,
  jobs: t.Array(GenerationJob),
  collection: Collection,
  organization: Organization,
})
/** A run that another request started. */
export const StartedRun = t.Object({ jobId: t.String() })
export const GenerationStatus = t.Object({ job: GenerationJob, events: t.Array(GenerationEvent) })

/**
 * The formats that can be written now, and what prevents the others, in the words that the run would fail
 * with.
 */
export const FormatList = t.Object({
  formats: t.Array(
    t.Object({
      contentType: oneOf(outputTypes),
      obstacle: t.Nullable(t.Object({ kind: oneOf(['model', 'quota']), sentence: t.String() })),
    }),
  ),
})
export type FormatList = typeof FormatList.static

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

/** Converts a run with the fields that lists omit. */
export const toWholeJob = (row: GenerationRow): typeof GenerationJob.static => ({
  ...toGenerationJob(row),
  ...(row.rejectedText !== null && { rejectedText: row.rejectedText }),
})

export function toGenerationEvent(row: typeof generationEvents.$inferSelect): typeof GenerationEvent.static {
  const { id, jobId, type, message, metadata } = row
  return { id, jobId, type, message, metadata, createdAt: row.createdAt.toISOString() }
}
