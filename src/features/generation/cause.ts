import { and, eq, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { once } from '../../db/prepared.ts'
import { everyDataPoint, type Patience, type Reading, type Selection } from '../activity/rules.ts'
import { events } from '../activity/table.ts'
import type { AutomationRow } from '../automations/model.ts'
import { automations } from '../automations/table.ts'
import type { IntegrationRow, TrackerRow } from '../integrations/model.ts'
import { integrations } from '../integrations/table.ts'
import { findTrackers } from '../integrations/trackers/service.ts'
import type { Cause, GenerationRow } from './model.ts'
import { automationOf } from './rules.ts'

/** What a run is about: its repositories and trackers, what of them it reads, and what its post will say of it. */
export type Origin = {
  integrations: IntegrationRow[]
  trackers: TrackerRow[]
  reading: Reading
  patience: Patience
  autoPublish: boolean
  instructions: string | null
  metadata: Record<string, unknown>
}
type Gone = { gone: string }

/** Looks up what caused a run; `gone` says why there is nothing left to do. */
export async function readCause(
  ctx: Context,
  generation: GenerationRow,
  cause: Cause,
): Promise<Origin | Gone> {
  const { organizationId, repositoryIds } = generation
  const connected = await enabledRepositories(ctx).all({ organizationId })
  const chosen =
    repositoryIds.length > 0 ? connected.filter(({ id }) => repositoryIds.includes(id)) : connected
  const trackers = await findOwnTrackers(ctx, organizationId, cause)
  if (cause.type !== 'window' && chosen.length + trackers.length === 0) {
    return { gone: 'The repository was disconnected before the run began.' }
  }
  const automation = await findAutomation(ctx, automationOf(cause))
  const origin = {
    integrations: cause.type === 'window' && cause.withoutRepositories ? [] : chosen,
    trackers,
    patience: patience[cause.type],
    autoPublish: automation?.autoPublish ?? false,
    instructions: automation?.outputConfig?.instructions ?? null,
  }
  const repositories = origin.integrations.map(({ owner, repo }) => ({ owner, repo }))
  const manual = { triggerId: 'manual_on_demand', triggerSourceType: 'manual', repositories }

  if (cause.type === 'range') return { ...origin, reading: cause, metadata: manual }
  if (cause.type === 'window') {
    const { lookbackWindow, selection } = cause
    return {
      ...origin,
      reading: cause,
      metadata: { ...manual, ...describeTrackers(trackers), lookbackWindow, ...describeSelection(selection) },
    }
  }
  if (!automation?.enabled) {
    const kind = cause.type === 'schedule' ? 'schedule' : 'trigger'
    return { gone: `The ${kind} was disabled or deleted before the run began.` }
  }
  const automated = { triggerId: automation.id, triggerSourceType: automation.sourceType, repositories }
  if (cause.type === 'schedule') {
    const lookbackWindow = automation.lookbackWindow ?? 'last_7_days'
    const missed = cause.missedSince ? { missedSince: cause.missedSince } : {}
    return {
      ...origin,
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
  const { sourceConfig } = automation
  const stableOnly = 'eventTypes' in sourceConfig && !sourceConfig.includePreReleases
  return {
    ...origin,
    reading: { type: 'delivery', event, stableOnly },
    metadata: { ...automated, eventType: event.kind, eventAction: event.action },
  }
}

/** A request reads the trackers that it chose, a schedule all that are enabled, an event none (contract 10.3, 11.3). */
async function findOwnTrackers(ctx: Context, organizationId: string, cause: Cause): Promise<TrackerRow[]> {
  if (cause.type === 'schedule') return findTrackers(ctx, organizationId)
  if (cause.type !== 'window' || !cause.trackerIds) return []
  const connected = await findTrackers(ctx, organizationId)
  return connected.filter(({ id }) => cause.trackerIds?.includes(id))
}

const describeTrackers = (trackers: TrackerRow[]) =>
  trackers.length > 0 ? { linearIntegrations: trackers.map(({ id }) => ({ integrationId: id })) } : {}

const patience: Record<Cause['type'], Patience> = {
  window: 'person',
  range: 'person',
  schedule: 'schedule',
  delivery: 'event',
}

async function findAutomation(ctx: Context, id: string | null): Promise<AutomationRow | undefined> {
  if (id === null) return undefined
  return automationById(ctx).get({ id })
}

const automationById = once((db) =>
  db
    .select()
    .from(automations)
    .where(eq(automations.id, sql.placeholder('id')))
    .prepare(),
)

const enabledRepositories = once((db) =>
  db
    .select()
    .from(integrations)
    .where(
      and(eq(integrations.organizationId, sql.placeholder('organizationId')), eq(integrations.enabled, true)),
    )
    .prepare(),
)

async function findEvent(ctx: Context, integrationId: string, deliveryId: string) {
  const [event] = await ctx.db
    .select()
    .from(events)
    .where(and(eq(events.integrationId, integrationId), eq(events.deliveryId, deliveryId)))
  return event
}

/** The selection as the post's metadata tells it (contract 5.3). */
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
