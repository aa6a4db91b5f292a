import { t } from 'elysia'
import { commaList, idField, integer, oneOf, text } from '../../../http/fields.ts'
import { Pagination, pageQuery } from '../../../http/paging.ts'
import { GenerationJob, type GenerationRow } from '../../generation/model.ts'
import { Organization } from '../../organizations/model.ts'
import { PostSummary } from '../../posts/model.ts'
import { toLogEntry } from '../model.ts'
import { deliveryStatuses, deliveryTypes } from '../table.ts'

export type DeliveryType = (typeof deliveryTypes)[number]

export const DeliveryQuery = t.Object({
  ...pageQuery(25),
  integrationId: t.Optional(idField('integrationId', 'Only deliveries for this integration, by its ID.')),
  status: commaList('status', {
    choices: deliveryStatuses,
    description: 'Statuses, separated by commas. Default: both.',
  }),
  type: commaList('type', {
    choices: deliveryTypes,
    description: 'Types, separated by commas. Default: all.',
  }),
  search: t.Optional(
    text('search', 0, 200, {
      description: 'Only those with this text in their title or delivery ID, among the newest 100,000.',
    }),
  ),
})
export type DeliveryQuery = typeof DeliveryQuery.static

const { id, status, contentType, postId } = GenerationJob.properties

/** A run that a delivery started, with the post that it wrote. */
const StartedRun = t.Object({ id, status, contentType, postId, post: t.Nullable(PostSummary) })
type StartedRun = typeof StartedRun.static

export const toStartedRun = (
  { id, status, contentType, postId }: GenerationRow,
  post: PostSummary | null,
): StartedRun => ({ id, status, contentType, postId, post })

/** A webhook log entry (spec: Webhook log entry), with its repository and the runs that it started. */
export const Delivery = t.Object({
  id: t.String(),
  integrationId: t.String(),
  referenceId: t.String(),
  title: t.String(),
  integrationType: t.Literal('github'),
  direction: t.Literal('incoming'),
  type: oneOf(deliveryTypes),
  status: oneOf(deliveryStatuses),
  statusCode: integer,
  errorMessage: t.Nullable(t.String()),
  payload: t.Nullable(t.Record(t.String(), t.Any())),
  runs: t.Array(StartedRun),
  createdAt: t.String(),
})

export const DeliveryPage = t.Object({
  deliveries: t.Array(Delivery),
  pagination: Pagination,
  organization: Organization,
})
export const OneDelivery = t.Object({ delivery: Delivery, organization: Organization })

type LogEntryParts = Parameters<typeof toLogEntry>

export function toDelivery([log, event]: LogEntryParts, runs: StartedRun[]): typeof Delivery.static {
  return { ...toLogEntry(log, event), integrationId: log.integrationId, type: log.type ?? 'processed', runs }
}
