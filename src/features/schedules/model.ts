import { t } from 'elysia'
import { oneOf } from '../../http/fields.ts'
import { Organization } from '../organizations/model.ts'
import { outputTypes } from '../posts/table.ts'
import { frequencies, lookbackWindows, type schedules } from './table.ts'

export type ScheduleRow = typeof schedules.$inferSelect

// Elysia's own `t.Integer` would take the text "9" for 9.
const whole = (field: string, minimum: number, maximum: number) =>
  t.Number({
    multipleOf: 1,
    minimum,
    maximum,
    error: `${field} must be an integer from ${minimum} to ${maximum}`,
  })

const Cron = t.Object({
  frequency: oneOf(frequencies, { error: `frequency must be one of ${frequencies.join(', ')}` }),
  hour: whole('hour', 0, 23),
  minute: whole('minute', 0, 59),
  dayOfWeek: t.Optional(whole('dayOfWeek', 0, 6)),
  dayOfMonth: t.Optional(whole('dayOfMonth', 1, 31)),
})

/** The body of create and update alike: an update replaces everything (contract 10.1). */
export const ScheduleBody = t.Object({
  name: t.String({ error: 'name is required' }),
  sourceType: t.Literal('cron', { error: 'sourceType must be cron' }),
  sourceConfig: t.Object({ cron: Cron }),
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
        publishDestination: t.Optional(oneOf(['webflow', 'framer', 'custom'])),
        instructions: t.Optional(t.String({ minLength: 1, maxLength: 2000 })),
      }),
      {
        error:
          'outputConfig may hold brandVoiceId, publishDestination (webflow, framer or custom) and instructions (1 to 2000 characters)',
      },
    ),
  ),
  enabled: t.Boolean({ error: 'enabled must be true or false' }),
  autoPublish: t.Optional(t.Boolean({ error: 'autoPublish must be true or false' })),
  lookbackWindow: t.Optional(
    oneOf(lookbackWindows, { error: `lookbackWindow must be one of ${lookbackWindows.join(', ')}` }),
  ),
})
export type ScheduleBody = typeof ScheduleBody.static

export const Schedule = t.Object({
  id: t.String(),
  organizationId: t.String(),
  name: t.String(),
  sourceType: t.Literal('cron'),
  sourceConfig: t.Object({ cron: Cron }),
  targets: t.Object({ repositoryIds: t.Array(t.String()) }),
  outputType: oneOf(outputTypes),
  outputConfig: t.Nullable(
    t.Object({
      brandVoiceId: t.Optional(t.String()),
      publishDestination: t.Optional(t.String()),
      instructions: t.Optional(t.String()),
    }),
  ),
  enabled: t.Boolean(),
  autoPublish: t.Boolean(),
  createdAt: t.String(),
  updatedAt: t.String(),
  lookbackWindow: oneOf(lookbackWindows),
})

export const ScheduleList = t.Object({
  schedules: t.Array(Schedule),
  repositoryMap: t.Record(t.String(), t.String()),
  organization: Organization,
})
export const OneSchedule = t.Object({ schedule: Schedule, organization: Organization })
export const DeletedSchedule = t.Object({ id: t.String(), organization: Organization })

export function toSchedule(row: ScheduleRow): typeof Schedule.static {
  return {
    id: row.id,
    organizationId: row.organizationId,
    name: row.name,
    sourceType: 'cron',
    sourceConfig: row.sourceConfig,
    targets: { repositoryIds: row.repositoryIds },
    outputType: row.outputType,
    outputConfig: row.outputConfig,
    enabled: row.enabled,
    autoPublish: row.autoPublish,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    lookbackWindow: row.lookbackWindow,
  }
}
