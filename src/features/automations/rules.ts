import { badRequest } from '../../errors.ts'
import { isTimeZone } from '../../text/time-zone.ts'
import { type AutomationRow, type EventTriggerBody, type ScheduleBody, timeZoneFault } from './model.ts'
import type { CronConfig, FailureReason } from './table.ts'

/** An automation as it is stored: with defaults, sorted ids, and the hash that identifies duplicates. */
export type Definition = Pick<
  AutomationRow,
  | 'sourceType'
  | 'name'
  | 'sourceConfig'
  | 'repositoryIds'
  | 'outputType'
  | 'outputConfig'
  | 'enabled'
  | 'autoPublish'
  | 'lookbackWindow'
  | 'fingerprint'
>

/** An event trigger; `outputConfig` is not part of the hash that identifies duplicates (contract 11.2). */
export function defineEventTrigger(body: EventTriggerBody): Definition {
  const sourceType = 'github_webhook'
  const sourceConfig = {
    eventTypes: [...new Set(body.sourceConfig.eventTypes)].sort(),
    includePreReleases: body.sourceConfig.includePreReleases ?? true,
  }
  const common = defineCommon(body)
  return {
    ...common,
    sourceType,
    // Requests have no name; every response has this one (contract 11.1).
    name: 'Untitled Schedule',
    sourceConfig,
    lookbackWindow: null,
    fingerprint: hash([sourceType, sourceConfig, common.repositoryIds, common.outputType]),
  }
}

/** A schedule; name, enabled and autoPublish are not part of the hash that identifies duplicates (contract 10.2). */
export function defineSchedule(body: ScheduleBody): Definition {
  const sourceType = 'cron'
  const sourceConfig = { cron: defineTimes(body.sourceConfig.cron) }
  const common = defineCommon(body)
  const { lookbackWindow = 'last_7_days' } = body
  const { brandVoiceId, publishDestination, instructions } = body.outputConfig ?? {}
  const output = [body.outputType, brandVoiceId ?? null, publishDestination ?? null, instructions ?? null]
  return {
    ...common,
    sourceType,
    name: body.name,
    sourceConfig,
    lookbackWindow,
    fingerprint: hash([sourceType, sourceConfig, common.repositoryIds, output, lookbackWindow]),
  }
}

function defineCommon({
  targets,
  outputType,
  outputConfig = null,
  ...body
}: EventTriggerBody | ScheduleBody) {
  const repositoryIds = [...new Set(targets.repositoryIds)].sort()
  const { enabled, autoPublish = false } = body
  return { repositoryIds, outputType, outputConfig, enabled, autoPublish }
}

/** Drops the days that the frequency does not use, and the default time zone. */
function defineTimes({ frequency, hour, minute, dayOfWeek, dayOfMonth, timeZone }: CronConfig): CronConfig {
  if (timeZone !== undefined && !isTimeZone(timeZone)) throw badRequest(timeZoneFault)
  const zone = timeZone === undefined || timeZone === 'UTC' ? {} : { timeZone }
  if (frequency === 'daily') return { frequency, hour, minute, ...zone }
  if (frequency === 'weekly') {
    if (dayOfWeek === undefined) throw badRequest('dayOfWeek is required for weekly schedules')
    return { frequency, hour, minute, dayOfWeek, ...zone }
  }
  if (dayOfMonth === undefined) throw badRequest('dayOfMonth is required for monthly schedules')
  return { frequency, hour, minute, dayOfMonth, ...zone }
}

function hash(identity: unknown): string {
  return new Bun.CryptoHasher('sha256').update(JSON.stringify(identity)).digest('hex')
}

/**
 * The five cron fields of a schedule, and its time zone if that is not UTC; a month without that day has no run
 * (contract 10.2).
 */
export function toPattern({ frequency, hour, minute, dayOfWeek, dayOfMonth, timeZone }: CronConfig): string {
  const days = { daily: '* * *', weekly: `* * ${dayOfWeek}`, monthly: `${dayOfMonth} * *` }[frequency]
  return [minute, hour, days, timeZone].filter((part) => part !== undefined).join(' ')
}

/** True if an automation matches an event of one of its repositories (spec: Trigger matching). */
export function isForEvent(
  { sourceConfig }: AutomationRow,
  event: { kind: string; action: string; data: object },
): boolean {
  if (!('eventTypes' in sourceConfig)) return false
  const isNamed = sourceConfig.eventTypes.some((type) => type === event.kind)
  // A pre-release is announced twice: as `prereleased`, and as `published` with a flag.
  const isPreRelease =
    event.action === 'prereleased' || ('prerelease' in event.data && event.data.prerelease === true)
  return isNamed && (sourceConfig.includePreReleases || !isPreRelease)
}

/** Consecutive failures for one reason that pause an automation (contract 10.3). */
export const failuresBeforePause = 3

const pauseSentences: Record<FailureReason, string> = {
  ai_credits_depleted: 'Three runs in a row had no AI credits left.',
  plan_limit_reached: 'Three runs in a row exceeded the monthly limit.',
  workflow_errors: 'Three runs in a row failed.',
}

/** Why an automation was paused automatically; null if it was not. */
export function pauseSentence({
  enabled,
  failureReason,
  failureCount,
}: Pick<AutomationRow, 'enabled' | 'failureReason' | 'failureCount'>): string | null {
  if (enabled || failureCount < failuresBeforePause) return null
  return pauseSentences[failureReason as FailureReason] ?? null
}
