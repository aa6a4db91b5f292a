import { and, eq, inArray } from 'drizzle-orm'
import { t } from 'elysia'
import type { Context } from '../../context.ts'
import { oneOf } from '../../http/fields.ts'
import type { IntegrationRow } from '../integrations/model.ts'
import { integrations } from '../integrations/table.ts'
import { lookbackWindows, schedules } from '../schedules/table.ts'
import { eventTriggers } from '../triggers/table.ts'
import type { ActivityRow } from '../webhooks/model.ts'
import { activities } from '../webhooks/table.ts'
import type { LookbackWindow } from './lookback.ts'
import type { GenerationRow } from './model.ts'
import { DataPoints, everyDataPoint, Selection } from './select.ts'

const Window = oneOf(lookbackWindows)

/** What started a run. */
export const Cause = t.Union([
  /** A delivery that a trigger matched. */
  t.Object({ type: t.Literal('delivery'), triggerId: t.String(), deliveryId: t.String() }),
  /** A schedule whose time came. */
  t.Object({ type: t.Literal('schedule'), scheduleId: t.String() }),
  /** A request of the API. */
  t.Object({
    type: t.Literal('window'),
    lookbackWindow: Window,
    dataPoints: DataPoints,
    selection: t.Nullable(Selection),
  }),
  /** Two refs of a repository on this machine; the last tag and HEAD where they are left out. */
  t.Object({ type: t.Literal('range'), from: t.Optional(t.String()), to: t.Optional(t.String()) }),
])
export type Cause = typeof Cause.static

/** What a run is to read. */
export type Reading =
  | { type: 'delivery'; event: ActivityRow }
  | { type: 'range'; from?: string; to?: string }
  | { type: 'window'; lookbackWindow: LookbackWindow; dataPoints: DataPoints; selection: Selection | null }

/** What a run is about: its repositories, what of them it reads, and what its post will say of it. */
export type Origin = {
  integrations: IntegrationRow[]
  reading: Reading
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
  const rows = await ctx.db
    .select()
    .from(integrations)
    .where(inArray(integrations.id, generation.repositoryIds))
  const chosen = rows.filter((row) => row.enabled)
  if (cause.type !== 'window' && chosen.length === 0) {
    return { gone: 'The repository was disconnected before the run began.' }
  }
  const repositories = chosen.map(({ owner, repo }) => ({ owner, repo }))
  const origin = { integrations: chosen, autoPublish: false, instructions: null }
  const manual = { triggerId: 'manual_on_demand', triggerSourceType: 'manual', repositories }
  if (cause.type === 'delivery') return readDelivery(ctx, cause, { ...origin, repositories })
  if (cause.type === 'schedule') return readSchedule(ctx, cause.scheduleId, { ...origin, repositories })
  if (cause.type === 'range') return { ...origin, reading: cause, metadata: manual }
  return {
    ...origin,
    reading: cause,
    metadata: { ...manual, lookbackWindow: cause.lookbackWindow, ...describeSelection(cause.selection) },
  }
}

type Sources = Pick<Origin, 'integrations' | 'autoPublish' | 'instructions'> & {
  repositories: { owner: string; repo: string }[]
}

async function readDelivery(
  ctx: Context,
  { triggerId, deliveryId }: { triggerId: string; deliveryId: string },
  { repositories, ...origin }: Sources,
): Promise<Origin | Gone> {
  const [trigger] = await ctx.db.select().from(eventTriggers).where(eq(eventTriggers.id, triggerId))
  if (!trigger?.enabled) return { gone: 'The trigger was disabled or deleted before the run began.' }
  const [event] = await ctx.db
    .select()
    .from(activities)
    .where(
      and(
        eq(activities.integrationId, origin.integrations[0]?.id ?? ''),
        eq(activities.deliveryId, deliveryId),
      ),
    )
  if (!event) return { gone: 'The delivery that started the run is no longer stored.' }
  return {
    ...origin,
    reading: { type: 'delivery', event },
    autoPublish: trigger.autoPublish,
    metadata: {
      triggerId,
      triggerSourceType: 'github_webhook',
      repositories,
      eventType: event.kind,
      eventAction: event.action,
    },
  }
}

async function readSchedule(
  ctx: Context,
  scheduleId: string,
  { repositories, ...origin }: Sources,
): Promise<Origin | Gone> {
  const [schedule] = await ctx.db.select().from(schedules).where(eq(schedules.id, scheduleId))
  if (!schedule?.enabled) return { gone: 'The schedule was disabled or deleted before the run began.' }
  const { lookbackWindow, autoPublish, outputConfig } = schedule
  return {
    ...origin,
    reading: { type: 'window', lookbackWindow, dataPoints: everyDataPoint, selection: null },
    autoPublish,
    instructions: outputConfig?.instructions ?? null,
    metadata: { triggerId: scheduleId, triggerSourceType: 'cron', repositories, lookbackWindow },
  }
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
  }
}
