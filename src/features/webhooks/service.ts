import { isSupportedEvent, type ProcessedEvent, readEvent } from '../../codehost/events.ts'
import { verifySignature } from '../../codehost/signature.ts'
import type { Context } from '../../context.ts'
import { atomically } from '../../db/client.ts'
import { isGuardViolation } from '../../db/errors.ts'
import { once, placeholders, prepareStatement } from '../../db/prepared.ts'
import { AppError } from '../../errors.ts'
import { parseJson, readBytes } from '../../http/body.ts'
import { events } from '../activity/table.ts'
import { isForEvent } from '../automations/rules.ts'
import { findAutomationsOf } from '../automations/service.ts'
import { queueEventRun } from '../generation/start.ts'
import type { IntegrationRow } from '../integrations/model.ts'
import { logDelivery } from './log.ts'
import {
  type Delivery,
  duplicate,
  filtered,
  ignored,
  type Outcome,
  pong,
  processed,
  rejected,
} from './outcomes.ts'
import { isRemembered, remember } from './record.ts'
import { type Address, checkRoute } from './route-check.ts'

type Answer = { status: number; body: Record<string, unknown> }

/** GitHub sends no larger payload. */
const maxBytes = 25 * 1024 * 1024
const processingFailed = 'Internal server error processing webhook'

/** Takes in a delivery and gives the answer to its sender (spec: Processing order). */
export async function receiveDelivery(ctx: Context, address: Address, request: Request): Promise<Answer> {
  try {
    const integration = await checkRoute(ctx, address)
    const delivery = readDelivery(request)
    const outcome = await judge(ctx, integration, delivery, request).catch((error) =>
      failed(ctx, delivery, error),
    )
    return await settle(ctx, integration, delivery, outcome)
  } catch (error) {
    if (error instanceof AppError) throw error
    ctx.log.error({ error: String(error) }, 'A delivery could not be taken in.')
    throw new AppError(500, processingFailed)
  }
}

function readDelivery(request: Request): Delivery {
  const header = (name: string) => request.headers.get(name)?.trim().slice(0, 200) || null
  return {
    // Without an id nothing can be told to be a repetition: such a delivery stands for itself.
    id: header('x-github-delivery') ?? crypto.randomUUID(),
    event: header('x-github-event') ?? '',
    signature: header('x-hub-signature-256'),
  }
}

/** What a delivery comes to, in the order of steps that the specification gives (spec: Processing order). */
async function judge(
  ctx: Context,
  integration: IntegrationRow,
  delivery: Delivery,
  request: Request,
): Promise<Outcome> {
  if (!delivery.event)
    return rejected(400, 'Missing X-GitHub-Event header', 'Missing webhook event header', false)
  if (!isSupportedEvent(delivery.event)) return ignored(delivery)
  if (await isRemembered(ctx, integration.id, delivery.id)) return duplicate(delivery)
  const body = await readBytes(request, maxBytes)
  const refusal = checkSignature(ctx, integration, delivery, body)
  if (refusal) return refusal
  if (delivery.event === 'ping') return pong(delivery)
  const payload = readPayload(body)
  if (!payload) return rejected(400, 'Invalid JSON payload', 'Invalid webhook payload', true)
  const event = readEvent(delivery.event, payload.value)
  if (event.outcome === 'invalid') return malformed(event.issues)
  if (event.outcome === 'filtered') return filtered(delivery, event.action)
  return processed(delivery, event, await dispatch(ctx, integration, delivery, event))
}

function checkSignature(
  ctx: Context,
  integration: IntegrationRow,
  delivery: Delivery,
  body: Uint8Array,
): Outcome | null {
  if (!integration.encryptedWebhookSecret) {
    const error = 'Webhook secret not configured for this repository'
    return rejected(400, error, 'Webhook secret missing', false, 'Webhook secret not configured')
  }
  if (!delivery.signature)
    return rejected(400, 'Missing X-Hub-Signature-256 header', 'Signature missing', false)
  const secret = ctx.secrets.decrypt(integration.encryptedWebhookSecret)
  if (verifySignature(secret, body, delivery.signature)) return null
  return rejected(401, 'Invalid webhook signature', 'Invalid webhook signature', false)
}

function readPayload(body: Uint8Array): { value: unknown } | null {
  try {
    return { value: parseJson(body) }
  } catch {
    return null
  }
}

function malformed(issues: string[]): Outcome {
  const text = 'Invalid webhook payload structure'
  return rejected(400, text, text, true, issues.join('; ').slice(0, 1000))
}

/**
 * Statements that an accepted event comes to: its delivery id is remembered, the event stored, one run queued for
 * each matching trigger. Merged pull requests are signals only and start nothing (spec: Processing order, 6).
 */
async function dispatch(
  ctx: Context,
  integration: IntegrationRow,
  delivery: Delivery,
  event: ProcessedEvent,
) {
  const { kind, action, data } = event
  const automations = kind === 'pull_request' ? [] : await findAutomationsOf(ctx, integration.id)
  const source = { integrationId: integration.id, deliveryId: delivery.id }
  return {
    effects: [
      ...remember(ctx, integration.id, delivery.id),
      insertEvent(ctx)({ ...source, kind, action, data, createdAt: ctx.now() }),
    ],
    runs: automations
      .filter((automation) => isForEvent(automation, event))
      .flatMap((automation) => queueEventRun(ctx, automation, source)),
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

/** Commits what an outcome comes to, with its log entry, in one batch; only then is the answer given. */
async function settle(
  ctx: Context,
  integration: IntegrationRow,
  delivery: Delivery,
  outcome: Outcome,
): Promise<Answer> {
  const { status, body, log, effects = [], runs = [] } = outcome
  const entry = logDelivery(ctx, integration, { ...log, deliveryId: delivery.id, statusCode: status })
  try {
    await atomically(ctx.db, [...effects, ...runs, ...entry])
  } catch (error) {
    if (effects.length === 0) throw error
    const instead = isGuardViolation(error) ? duplicate(delivery) : failed(ctx, delivery, error)
    return settle(ctx, integration, delivery, instead)
  }
  if (runs.length > 0) ctx.jobsReady.wake()
  return { status, body }
}

function failed(ctx: Context, delivery: Delivery, error: unknown): Outcome {
  if (error instanceof AppError)
    return rejected(error.status, error.message, 'Webhook payload too large', false)
  ctx.log.error({ deliveryId: delivery.id, error: String(error) }, 'A delivery could not be processed.')
  return rejected(500, processingFailed, 'Webhook processing failed', false)
}
