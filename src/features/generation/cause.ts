import { and, eq } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { everyDataPoint, type ReadRequest, type Selection } from '../activity/model.ts'
import type { RetryPolicy } from '../activity/rules.ts'
import { events } from '../activity/table.ts'
import { findAutomation } from '../automations/service.ts'
import type { IntegrationRow, TrackerRow } from '../integrations/model.ts'
import { listEnabled } from '../integrations/service.ts'
import { findTrackers } from '../integrations/trackers.ts'
import type { Cause, GenerationRow, WindowCause } from './model.ts'

/**
 * The scope of a run: its repositories and trackers, the activity to read, and the provenance for its post.
 */
export type Origin = {
  integrations: IntegrationRow[]
  trackers: TrackerRow[]
  reading: ReadRequest
  patience: RetryPolicy
  autoPublish: boolean
  instructions: string | null
  metadata: Record<string, unknown>
}
type MissingCause = { gone: string }

/** Resolves the cause of a run; `gone` says why there is nothing left to do. */
export async function readOrigin(
  ctx: Context,
  run: GenerationRow,
  cause: Cause,
): Promise<Origin | MissingCause> {
  if (cause.type === 'window') return readWindow(ctx, run, cause)
  const chosen = await findChosen(ctx, run)
  const trackers = cause.type === 'schedule' ? await findTrackers(ctx, run.organizationId) : []
  if (chosen.length + trackers.length === 0) {
    return { gone: 'The repository was disconnected before the run began.' }
  }
  const integrations = chosen
  const repositories = chosen.map(toName)
  if (cause.type === 'range') {
    return { ...byHand, integrations, trackers, reading: cause, metadata: { ...manual, repositories } }
  }
  const isSchedule = cause.type === 'schedule'
  const automation = await findAutomation(ctx, isSchedule ? cause.scheduleId : cause.triggerId)
  if (!automation?.enabled) {
    const kind = isSchedule ? 'schedule' : 'trigger'
    return { gone: `The ${kind} was disabled or deleted before the run began.` }
  }
  const { autoPublish, outputConfig, sourceConfig } = automation
  const origin = { integrations, trackers, autoPublish, instructions: outputConfig?.instructions ?? null }
  const automated = { triggerId: automation.id, triggerSourceType: automation.sourceType, repositories }
  if (isSchedule) {
    const lookbackWindow = automation.lookbackWindow ?? 'last_7_days'
    const missed = cause.missedSince ? { missedSince: cause.missedSince } : {}
    return {
      ...origin,
      patience: cause.byHand ? 'person' : 'schedule',
      reading: {
        type: 'window',
        lookbackWindow,
        dataPoints: everyDataPoint,
        selection: null,
        missedSince: cause.missedSince ? new Date(cause.missedSince) : undefined,
      },
      metadata: { ...automated, lookbackWindow, ...missed },
    }
  }
  const event = await findEvent(ctx, chosen[0]?.id ?? '', cause.deliveryId)
  if (!event) return { gone: 'The delivery that started the run is no longer stored.' }
  const stableOnly = 'eventTypes' in sourceConfig && !sourceConfig.includePreReleases
  return {
    ...origin,
    patience: 'event',
    reading: { type: 'delivery', event, stableOnly },
    metadata: { ...automated, eventType: event.kind, eventAction: event.action },
  }
}

/**
 * Resolves a requested window. It is never gone: a run that finds nothing to read fails with its own message.
 */
export async function readWindow(ctx: Context, run: GenerationRow, cause: WindowCause): Promise<Origin> {
  const { lookbackWindow, selection, trackerIds, withoutRepositories, chatId } = cause
  const integrations = withoutRepositories ? [] : await findChosen(ctx, run)
  const connected = trackerIds ? await findTrackers(ctx, run.organizationId) : []
  const trackers = connected.filter(({ id }) => trackerIds?.includes(id))
  const repositories = integrations.map(toName)
  const sources = { repositories, ...describeTrackers(trackers) }
  const metadata = {
    ...manual,
    ...sources,
    lookbackWindow,
    ...describeSelection(selection),
    ...(chatId !== undefined && { chatId }),
  }
  return { ...byHand, integrations, trackers, reading: cause, metadata }
}

const byHand = { patience: 'person', autoPublish: false, instructions: null } as const
const manual = { triggerId: 'manual_on_demand', triggerSourceType: 'manual' }
const toName = ({ owner, repo }: IntegrationRow) => ({ owner, repo })

/** Returns the enabled repositories of a run: the given ones, else all (contract 6.1). */
async function findChosen(ctx: Context, { organizationId, repositoryIds }: GenerationRow) {
  const connected = await listEnabled(ctx, organizationId)
  return repositoryIds.length > 0 ? connected.filter(({ id }) => repositoryIds.includes(id)) : connected
}

const describeTrackers = (trackers: TrackerRow[]) =>
  trackers.length > 0 ? { linearIntegrations: trackers.map(({ id }) => ({ integrationId: id })) } : {}

async function findEvent(ctx: Context, integrationId: string, deliveryId: string) {
  const [event] = await ctx.db
    .select()
    .from(events)
    .where(and(eq(events.integrationId, integrationId), eq(events.deliveryId, deliveryId)))
  return event
}

/** Describes the selection for the post's metadata (contract 5.3). */
function describeSelection(selection: Selection | null) {
  if (!selection) return {}
  const selectedReleases = selection.releaseTags.filter((tag) => tag.repositoryId !== null)
  return {
    ...(selection.commitShas.length > 0 ? { selectedCommitShas: selection.commitShas } : {}),
    ...(selection.pullRequestNumbers.length > 0
      ? { selectedPullRequests: selection.pullRequestNumbers }
      : {}),
    ...(selectedReleases.length > 0 ? { selectedReleases } : {}),
    ...(selection.linearIssues?.length ? { selectedLinearIssues: selection.linearIssues } : {}),
  }
}
