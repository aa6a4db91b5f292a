import { and, eq } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import type { IntegrationRow } from '../integrations/model.ts'
import { integrations } from '../integrations/table.ts'
import { eventTriggers } from '../triggers/table.ts'
import type { ActivityRow } from '../webhooks/model.ts'
import { activities } from '../webhooks/table.ts'
import type { GenerationRow } from './model.ts'

export type Cause =
  | { type: 'delivery'; triggerId: string; deliveryId: string }
  | { type: 'range'; from?: string; to?: string }

/** What a run is about: the repository, the delivery or range it covers, and what its post will say of it. */
export type Origin = {
  integration: IntegrationRow
  event: ActivityRow | null
  range: { from?: string; to?: string }
  autoPublish: boolean
  metadata: Record<string, unknown>
}

/** Looks up what caused a run; `gone` says why there is nothing left to do. */
export async function readCause(
  ctx: Context,
  generation: GenerationRow,
  cause: Cause,
): Promise<Origin | { gone: string }> {
  const [integrationId = ''] = generation.repositoryIds
  const [integration] = await ctx.db.select().from(integrations).where(eq(integrations.id, integrationId))
  if (!integration) return { gone: 'The repository was disconnected before the run began.' }
  const repositories = [{ owner: integration.owner, repo: integration.repo }]

  if (cause.type === 'range') {
    const metadata = { triggerId: 'manual_on_demand', triggerSourceType: 'manual', repositories }
    return { integration, event: null, range: cause, autoPublish: false, metadata }
  }

  const [trigger] = await ctx.db.select().from(eventTriggers).where(eq(eventTriggers.id, cause.triggerId))
  if (!trigger?.enabled) return { gone: 'The trigger was disabled or deleted before the run began.' }
  const [event] = await ctx.db
    .select()
    .from(activities)
    .where(and(eq(activities.integrationId, integrationId), eq(activities.deliveryId, cause.deliveryId)))
  if (!event) return { gone: 'The delivery that started the run is no longer stored.' }
  return {
    integration,
    event,
    range: {},
    autoPublish: trigger.autoPublish,
    metadata: {
      triggerId: trigger.id,
      triggerSourceType: 'github_webhook',
      repositories,
      eventType: event.kind,
      eventAction: event.action,
    },
  }
}
