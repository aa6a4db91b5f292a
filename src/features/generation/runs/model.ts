import { t } from 'elysia'
import { commaList, idField, oneOf } from '../../../http/fields.ts'
import { Pagination, pageQuery } from '../../../http/paging.ts'
import { eventKinds } from '../../activity/table.ts'
import { Organization } from '../../organizations/model.ts'
import { LedgerCounts, PostSummary } from '../../posts/model.ts'
import { GenerationEvent, GenerationJob } from '../model.ts'
import { generationStatuses } from '../table.ts'

export const RunQuery = t.Object({
  ...pageQuery(25),
  status: commaList('status', {
    choices: generationStatuses,
    description: 'Statuses, separated by commas. Default: all.',
  }),
  integrationId: t.Optional(
    idField(
      'integrationId',
      'Only runs that read this integration, by its ID, including runs that read all integrations. Searches the newest 100,000 runs.',
    ),
  ),
})
export type RunQuery = typeof RunQuery.static

/** What started a run, as data and as text. Deleted records are null. */
export const RunCause = t.Object({
  type: oneOf(['delivery', 'schedule', 'request']),
  /** For example "Release v1.4.0 of acme/app". */
  text: t.String(),
  /** The event trigger or the schedule. */
  automationId: t.Nullable(t.String()),
  automationName: t.Nullable(t.String()),
  deliveryId: t.Nullable(t.String()),
  event: t.Nullable(oneOf(eventKinds)),
  /** The tag of a release, or the branch of a push. */
  ref: t.Nullable(t.String()),
})
export type RunCause = typeof RunCause.static

/** A run: its job, what started it, and what it wrote. */
export const Run = t.Object({
  ...GenerationJob.properties,
  cause: RunCause,
  post: t.Nullable(PostSummary),
  /** Only for posts that account for changes. */
  ledger: t.Nullable(LedgerCounts),
})
export type Run = typeof Run.static

export const RunPage = t.Object({ runs: t.Array(Run), pagination: Pagination, organization: Organization })
export const OneRun = t.Object({ run: Run, events: t.Array(GenerationEvent), organization: Organization })
