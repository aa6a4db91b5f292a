import { badRequest } from '../../errors.ts'
import { trimmedText } from '../../http/fields.ts'
import type { ScheduleBody } from './model.ts'
import type { CronConfig } from './table.ts'

/** A body as it is stored: defaults filled in, days that the frequency does not need dropped, ids sorted. */
export function toDefinition(body: ScheduleBody) {
  const name = trimmedText('name', body.name, 1, 120)
  const sourceConfig = { cron: toCronConfig(body.sourceConfig.cron) }
  const repositoryIds = [...new Set(body.targets.repositoryIds)].sort()
  const { outputType, outputConfig = null, enabled, autoPublish = false } = body
  const { lookbackWindow = 'last_7_days' } = body
  const { brandVoiceId, publishDestination, instructions } = outputConfig ?? {}
  const output = [outputType, brandVoiceId ?? null, publishDestination ?? null, instructions ?? null]
  // Name, enabled and autoPublish make no difference between two schedules (contract 10.2).
  const identity = JSON.stringify(['cron', sourceConfig, repositoryIds, output, lookbackWindow])
  const fingerprint = new Bun.CryptoHasher('sha256').update(identity).digest('hex')
  return {
    name,
    sourceConfig,
    repositoryIds,
    outputType,
    outputConfig,
    enabled,
    autoPublish,
    lookbackWindow,
    fingerprint,
  }
}
export type Definition = ReturnType<typeof toDefinition>

function toCronConfig({ frequency, hour, minute, dayOfWeek, dayOfMonth }: CronConfig): CronConfig {
  if (frequency === 'daily') return { frequency, hour, minute }
  if (frequency === 'weekly') {
    if (dayOfWeek === undefined) throw badRequest('dayOfWeek is required for weekly schedules')
    return { frequency, hour, minute, dayOfWeek }
  }
  if (dayOfMonth === undefined) throw badRequest('dayOfMonth is required for monthly schedules')
  return { frequency, hour, minute, dayOfMonth }
}
