import { t } from 'elysia'
import { emptyList, oneOf, text } from '../../http/fields.ts'
import { outputTypes } from '../../writer/content-types.ts'
import { Organization } from '../organizations/model.ts'
import {
  type automations,
  type CronConfig,
  type EventConfig,
  frequencies,
  lookbackWindows,
  type SourceType,
  triggerEvents,
} from './table.ts'

export type AutomationRow = typeof automations.$inferSelect

export const timeZoneFault = 'timeZone must be the name of a time zone, such as Europe/Berlin'

// Elysia's own `t.Integer` would accept the text "9" as 9.
const whole = (field: string, minimum: number, maximum: number) =>
  t.Number({
    multipleOf: 1,
    minimum,
    maximum,
    error: `${field} must be an integer from ${minimum} to ${maximum}`,
  })

const yesOrNo = (field: string) => t.Boolean({ error: `${field} must be true or false` })

/** The fields that both kinds share. */
const common = {
  targets: t.Object({
    repositoryIds: t.Array(t.String({ minLength: 1, maxLength: 100 }), {
      minItems: 1,
      maxItems: 100,
      error: 'repositoryIds must contain 1 to 100 repositories',
    }),
  }),
  outputType: oneOf(outputTypes, { error: `outputType must be one of ${outputTypes.join(', ')}` }),
  enabled: yesOrNo('enabled'),
  autoPublish: t.Optional(yesOrNo('autoPublish')),
}

const destination = t.Optional(
  oneOf(['webflow', 'framer', 'custom'], {
    error: 'publishDestination must be webflow, framer or custom',
  }),
)

const destinations = t.Optional(
  t.Array(t.String({ pattern: '^(github-release|(pull-request|message):[A-Za-z0-9_-]{1,100})$' }), {
    maxItems: 20,
    description:
      'Destinations of its posts after publication: "github-release", or "message:" or "pull-request:" and the ID of a destination. Deleted destinations are skipped.',
    error: 'destinations must be a list of up to 20 destinations',
  }),
)

/** The body of create and update: an update replaces everything (contract 11.1). */
export const EventTriggerBody = t.Object({
  // The specification uses a neutral name for the code host; clients that send it literally are accepted.
  sourceType: oneOf(['github_webhook', 'repohost_webhook'], {
    error: 'sourceType must be github_webhook',
  }),
  sourceConfig: t.Object({
    eventTypes: t.Array(oneOf(triggerEvents, { error: 'eventTypes accepts only push and release' }), {
      minItems: 1,
      maxItems: 20,
      error: 'eventTypes must contain at least one event',
    }),
    includePreReleases: t.Optional(yesOrNo('includePreReleases')),
    ignoreCommitPatterns: emptyList('ignoreCommitPatterns'),
  }),
  ...common,
  outputConfig: t.Optional(
    t.Nullable(
      t.Object({
        brandVoiceId: t.Optional(t.String({ maxLength: 100 })),
        publishDestination: destination,
        destinations,
      }),
    ),
  ),
})
export type EventTriggerBody = typeof EventTriggerBody.static

export const Cron = t.Object({
  frequency: oneOf(frequencies, { error: `frequency must be one of ${frequencies.join(', ')}` }),
  hour: whole('hour', 0, 23),
  minute: whole('minute', 0, 59),
  dayOfWeek: t.Optional(whole('dayOfWeek', 0, 6)),
  dayOfMonth: t.Optional(whole('dayOfMonth', 1, 31)),
  timeZone: t.Optional(
    t.String({
      maxLength: 64,
      description: 'IANA name of the time zone of hour and minute, such as Europe/Berlin. Default: UTC.',
      error: timeZoneFault,
    }),
  ),
})

/** The body of create and update: an update replaces everything (contract 10.1). */
export const ScheduleBody = t.Object({
  name: text('name', 1, 120, { error: 'name is required' }),
  sourceType: t.Literal('cron', { error: 'sourceType must be cron' }),
  sourceConfig: t.Object({ cron: Cron }),
  ...common,
  outputConfig: t.Optional(
    t.Nullable(
      t.Object({
        brandVoiceId: t.Optional(t.String({ maxLength: 100 })),
        publishDestination: destination,
        destinations,
        instructions: t.Optional(t.String({ minLength: 1, maxLength: 2000 })),
      }),
      {
        error:
          'outputConfig accepts brandVoiceId, publishDestination (webflow, framer or custom), destinations and instructions (1 to 2000 characters)',
      },
    ),
  ),
  lookbackWindow: t.Optional(
    oneOf(lookbackWindows, { error: `lookbackWindow must be one of ${lookbackWindows.join(', ')}` }),
  ),
})
export type ScheduleBody = typeof ScheduleBody.static

const shared = {
  id: t.String(),
  organizationId: t.String(),
  name: t.String(),
  targets: t.Object({ repositoryIds: t.Array(t.String()) }),
  outputType: oneOf(outputTypes),
  enabled: t.Boolean(),
  autoPublish: t.Boolean(),
  createdAt: t.String(),
  updatedAt: t.String(),
}

export const EventTrigger = t.Object({
  ...shared,
  sourceType: t.Literal('github_webhook'),
  sourceConfig: t.Object({
    eventTypes: t.Array(oneOf(triggerEvents)),
    includePreReleases: t.Boolean(),
  }),
  outputConfig: t.Nullable(
    t.Object({
      brandVoiceId: t.Optional(t.String()),
      publishDestination: t.Optional(t.String()),
      destinations: t.Optional(
        t.Array(t.String(), { description: 'Destinations of its posts after publication.' }),
      ),
    }),
  ),
})

export const Schedule = t.Object({
  ...shared,
  sourceType: t.Literal('cron'),
  sourceConfig: t.Object({ cron: Cron }),
  outputConfig: t.Nullable(
    t.Object({
      brandVoiceId: t.Optional(t.String()),
      publishDestination: t.Optional(t.String()),
      destinations: t.Optional(
        t.Array(t.String(), { description: 'Destinations of its posts after publication.' }),
      ),
      instructions: t.Optional(t.String()),
    }),
  ),
  lookbackWindow: oneOf(lookbackWindows),
})

const listed = { repositoryMap: t.Record(t.String(), t.String()), organization: Organization }
export const EventTriggerList = t.Object({ eventTriggers: t.Array(EventTrigger), ...listed })
export const ScheduleList = t.Object({ schedules: t.Array(Schedule), ...listed })
export const OneEventTrigger = t.Object({ eventTrigger: EventTrigger, organization: Organization })
export const OneSchedule = t.Object({ schedule: Schedule, organization: Organization })
export const DeletedAutomation = t.Object({ id: t.String(), organization: Organization })

export function toEventTrigger(row: AutomationRow): typeof EventTrigger.static {
  return {
    ...toCommon(row),
    sourceType: 'github_webhook',
    sourceConfig: row.sourceConfig as EventConfig,
  }
}

export function toSchedule(row: AutomationRow): typeof Schedule.static {
  return {
    ...toCommon(row),
    sourceType: 'cron',
    sourceConfig: row.sourceConfig as { cron: CronConfig },
    lookbackWindow: row.lookbackWindow ?? 'last_7_days',
  }
}

function toCommon(row: AutomationRow) {
  const { id, organizationId, name, repositoryIds, outputType, outputConfig, enabled, autoPublish } = row
  return {
    id,
    organizationId,
    name,
    targets: { repositoryIds },
    outputType,
    outputConfig,
    enabled,
    autoPublish,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}

type DisabledRow = { id: string; name: string; sourceType: SourceType }

const named = t.Array(t.Object({ id: t.String(), name: t.String() }))
/** The automations disabled because something that they use was deleted. */
export const Disabled = { disabledSchedules: named, disabledEvents: named }

/**
 * The disabled automations, as the API returns them after deleting an integration or a brand identity (contract 8.3,
 * 9).
 */
export function toDisabled(rows: DisabledRow[]) {
  const pick = (matches: (row: DisabledRow) => boolean) =>
    rows.filter(matches).map(({ id, name }) => ({ id, name }))
  return {
    disabledSchedules: pick(({ sourceType }) => sourceType === 'cron'),
    disabledEvents: pick(({ sourceType }) => sourceType !== 'cron'),
  }
}
