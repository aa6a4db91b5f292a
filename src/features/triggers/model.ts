import { t } from 'elysia'
import { oneOf } from '../../http/fields.ts'
import { Organization } from '../organizations/model.ts'
import { outputTypes } from '../posts/table.ts'
import { type eventTriggers, triggerEvents } from './table.ts'

export type EventTriggerRow = typeof eventTriggers.$inferSelect

/** The body of create and update alike: an update replaces everything (contract 11.1). */
export const EventTriggerBody = t.Object({
  // The specification writes the code host's name neutrally; clients that took it literally are understood.
  sourceType: oneOf(['github_webhook', 'repohost_webhook'], {
    error: 'sourceType must be github_webhook',
  }),
  sourceConfig: t.Object({
    eventTypes: t.Array(oneOf(triggerEvents, { error: 'eventTypes may hold push and release only' }), {
      minItems: 1,
      maxItems: 20,
      error: 'eventTypes must name at least one event',
    }),
    includePreReleases: t.Optional(t.Boolean({ error: 'includePreReleases must be true or false' })),
  }),
  targets: t.Object({
    repositoryIds: t.Array(t.String({ minLength: 1, maxLength: 100 }), {
      minItems: 1,
      maxItems: 100,
      error: 'repositoryIds must name 1 to 100 repositories',
    }),
  }),
  outputType: oneOf(outputTypes, { error: `outputType must be one of ${outputTypes.join(', ')}` }),
  outputConfig: t.Optional(
    t.Nullable(
      t.Object({
        brandVoiceId: t.Optional(t.String({ maxLength: 100 })),
        publishDestination: t.Optional(
          oneOf(['webflow', 'framer', 'custom'], {
            error: 'publishDestination must be webflow, framer or custom',
          }),
        ),
      }),
    ),
  ),
  enabled: t.Boolean({ error: 'enabled must be true or false' }),
  autoPublish: t.Optional(t.Boolean({ error: 'autoPublish must be true or false' })),
})
export type EventTriggerBody = typeof EventTriggerBody.static

export const EventTrigger = t.Object({
  id: t.String(),
  organizationId: t.String(),
  name: t.String(),
  sourceType: t.Literal('github_webhook'),
  sourceConfig: t.Object({
    eventTypes: t.Array(oneOf(triggerEvents)),
    includePreReleases: t.Boolean(),
  }),
  targets: t.Object({ repositoryIds: t.Array(t.String()) }),
  outputType: oneOf(outputTypes),
  outputConfig: t.Nullable(
    t.Object({ brandVoiceId: t.Optional(t.String()), publishDestination: t.Optional(t.String()) }),
  ),
  enabled: t.Boolean(),
  autoPublish: t.Boolean(),
  createdAt: t.String(),
  updatedAt: t.String(),
})

export const EventTriggerList = t.Object({
  eventTriggers: t.Array(EventTrigger),
  repositoryMap: t.Record(t.String(), t.String()),
  organization: Organization,
})
export const OneEventTrigger = t.Object({ eventTrigger: EventTrigger, organization: Organization })
export const DeletedEventTrigger = t.Object({ id: t.String(), organization: Organization })

export function toEventTrigger(row: EventTriggerRow): typeof EventTrigger.static {
  return {
    id: row.id,
    organizationId: row.organizationId,
    name: row.name,
    sourceType: 'github_webhook',
    sourceConfig: row.sourceConfig,
    targets: { repositoryIds: row.repositoryIds },
    outputType: row.outputType,
    outputConfig: row.outputConfig,
    enabled: row.enabled,
    autoPublish: row.autoPublish,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}
