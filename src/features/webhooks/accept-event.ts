import type { AcceptedEvent } from '../../codehost/events.ts'
import type { Context } from '../../context.ts'
import { atomically } from '../../db/client.ts'
import { once, placeholders, prepareStatement } from '../../db/prepared.ts'
import { retryLost } from '../../db/retry-lost.ts'
import { events } from '../activity/table.ts'
import type { AutomationRow } from '../automations/model.ts'
import { isForEvent } from '../automations/rules.ts'
import { queueEventRun } from '../generation/start.ts'
import type { IntegrationRow } from '../integrations/model.ts'
import { followRepository } from '../integrations/record.ts'
import { isLogged, logDelivery } from './delivery-log.ts'
import { type Delivery, type Outcome, processed } from './delivery-outcomes.ts'
import { type Memory, recordEvent } from './record.ts'
import { findSeenEvents, isAlreadySeen, noteSeenEvent } from './seen-events.ts'
import type { EventSource } from './table.ts'
import { trimIfDue } from './trim-rows.ts'

/**
 * The facts that decide on a delivery: its repository, earlier deliveries with its id, and the automations that may
 * match.
 */
export type DeliveryContext = {
  integration: IntegrationRow
  memory: Memory | null
  automations: AutomationRow[]
}
export type Answer = Pick<Outcome, 'status' | 'body' | 'headers'>

/**
 * Stores the delivery id and the event, and queues one run for each matching trigger, in one batch with the log entry.
 * Merged pull requests are signals only and start nothing (spec: Processing order, 6). A guard fails the batch if a copy
 * of the delivery, or another source, reported the event first. Earlier reports are read only after that: most events
 * have none.
 */
export async function acceptEvent(
  ctx: Context,
  { integration, memory, automations }: DeliveryContext,
  delivery: Delivery,
  event: AcceptedEvent,
  way: EventSource,
  isContested = true,
): Promise<Answer> {
  const { kind, action, data } = event
  const { id: integrationId, organizationId } = integration
  const source = { integrationId, deliveryId: delivery.id }
  const known = memory?.triggerIds ?? []
  const concerned = kind === 'pull_request' ? [] : automations
  const matching = concerned.filter((each) => isForEvent(each, event) && !known.includes(each.id))
  const report =
    event.facts.length > 0
      ? await retryLost(delivery.wait.retryUntil, () =>
          reportEvent(ctx, integration.id, event, way, isContested),
        )
      : null
  return commit(ctx, integration, delivery, {
    ...processed(delivery, event),
    effects: [
      ...recordEvent(ctx, { ...source, organizationId }, [...known, ...matching.map(({ id }) => id)]),
      ...(report?.statements ?? []),
      insertEvent(ctx)({ ...source, kind, action, data, createdAt: ctx.now() }),
      // An old delivery may contain an outdated name of the repository.
      ...(memory ? [] : followRepository(ctx, integration, event.repository)),
    ],
    runs: report?.isSecond ? [] : matching.flatMap((automation) => queueEventRun(ctx, automation, source)),
  })
}

/** Whether another source reported the event before, and statements that store this report. */
async function reportEvent(
  ctx: Context,
  integrationId: string,
  { facts }: AcceptedEvent,
  way: EventSource,
  isContested: boolean,
) {
  // A push is identified by its newest commit; polling may find several pushes in one.
  const checked = way === 'looked' ? facts : facts.slice(0, 1)
  const seen = isContested ? await findSeenEvents(ctx, integrationId, checked) : []
  return {
    isSecond: isAlreadySeen(seen, way, ctx.now()),
    statements: noteSeenEvent(ctx, integrationId, { facts, way, checked, seen }),
  }
}

const insertEvent = once((db) =>
  prepareStatement(
    db
      .insert(events)
      .values(placeholders('integrationId', 'deliveryId', 'kind', 'action', 'data', 'createdAt'))
      .onConflictDoNothing(),
  ),
)

/**
 * Commits an outcome and its log entry in one batch, before the response is sent. If the answer of the database server is
 * lost, the log entry shows whether the batch was committed.
 */
export async function commit(
  ctx: Context,
  integration: IntegrationRow,
  delivery: Delivery,
  { status, body, headers, log, effects = [], runs = [] }: Outcome,
): Promise<Answer> {
  await retryLost(delivery.wait.retryUntil, () => trimIfDue(ctx, integration.organizationId))
  const key = crypto.randomUUID()
  const entry = { ...log, key, deliveryId: delivery.id, statusCode: status, createdAt: ctx.now() }
  const statements = [...effects, ...runs, ...logDelivery(ctx, integration, entry)]
  let isRepeated = false
  await retryLost(delivery.wait.retryUntil, async () => {
    if (isRepeated && (await isLogged(ctx, integration.organizationId, entry))) return
    isRepeated = true
    await atomically(ctx.db, statements)
  })
  if (runs.length > 0) ctx.jobsReady.wake()
  return { status, body, headers }
}
