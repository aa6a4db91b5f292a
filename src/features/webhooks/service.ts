import { type AcceptedEvent, isSupportedEvent, readEvent } from '../../codehost/events.ts'
import { verifySignature } from '../../codehost/signature.ts'
import type { Context } from '../../context.ts'
import { describeCeiling } from '../../db/ceilings.ts'
import { isGuardViolation, isUnavailable } from '../../db/errors.ts'
import { type DatabaseWait, limitWait, retryLost, runRepeatable } from '../../db/retry-lost.ts'
import { AppError, isRefusal } from '../../errors.ts'
import { describeError } from '../../explain.ts'
import { readBody } from '../../http/body.ts'
import { readField } from '../../http/form.ts'
import { parseJson } from '../../http/json.ts'
import type { DeliveryOutcome } from '../../metrics/metrics.ts'
import { findAutomationsOf } from '../automations/service.ts'
import type { IntegrationRow } from '../integrations/model.ts'
import { followRepository, isAnother } from '../integrations/record.ts'
import { webhookSecretOf } from '../integrations/secret-locations.ts'
import { type Answer, acceptEvent, commit, type DeliveryContext } from './accept-event.ts'
import {
  type Delivery,
  duplicate,
  filtered,
  ignored,
  type Outcome,
  pong,
  rejected,
} from './delivery-outcomes.ts'
import { type Address, checkRoute, type Route, recall } from './record.ts'
import type { EventSource } from './table.ts'

/** GitHub sends no larger payload. */
export const maxBytes = 25 * 1024 * 1024
const processingFailed = 'Internal server error processing webhook'

/** Receives a delivery and responds to its sender (spec: Processing order). */
export async function receiveDelivery(
  ctx: Context,
  address: Address,
  request: Request,
  appSecret: string | null = null,
  wait = limitWait(),
): Promise<Answer> {
  try {
    const answer = await receive(ctx, address, readDelivery(request, appSecret, wait), request)
    ctx.metrics.delivery(outcomeOf(answer))
    return answer
  } catch (error) {
    ctx.metrics.delivery(isRefusal(error) ? 'rejected' : 'failed')
    throw error
  }
}

function outcomeOf({ status, body }: Answer): DeliveryOutcome {
  if (status !== 200) return status < 500 ? 'rejected' : 'failed'
  if ('event' in body && body.event === 'ping') return 'ping'
  return (['filtered', 'ignored', 'duplicate'] as const).find((each) => each in body) ?? 'processed'
}

async function receive(
  ctx: Context,
  address: Address,
  delivery: Delivery,
  request: Request,
): Promise<Answer> {
  let repository = `integration ${address.integrationId}`
  const { wait } = delivery
  try {
    const { refusal, ...known } = await runRepeatable(wait, () => readKnown(ctx, address, delivery))
    const { integration } = known
    repository = integration.displayName
    const judged = refusal
      ? await reject(ctx, integration, delivery, request, refusal)
      : await decide(ctx, known, delivery, request).catch((error) =>
          failed(ctx, integration, delivery, rethrowIfUnavailable(error), false),
        )
    return await wait.run(() =>
      'status' in judged
        ? commit(ctx, integration, delivery, judged)
        : accept(ctx, known, delivery, judged.accepted).catch((error) =>
            commit(
              ctx,
              integration,
              delivery,
              failed(ctx, integration, delivery, rethrowIfUnavailable(error), true),
            ),
          ),
    )
  } catch (error) {
    if (error instanceof AppError) throw error
    ctx.log.error({ deliveryId: delivery.id, error: describeError(error) }, notStored(delivery, repository))
    throw new AppError(500, processingFailed)
  }
}

/**
 * Throws the error of a locked or full database: a second wait to log it would exceed the 10 seconds after which GitHub
 * hangs up.
 */
function rethrowIfUnavailable(error: unknown): unknown {
  if (isUnavailable(error)) throw error
  return error
}

export function readDelivery(request: Request, appSecret: string | null, wait: DatabaseWait): Delivery {
  const header = (name: string) => request.headers.get(name)?.trim().slice(0, 200) || null
  return {
    // Without an id a repetition cannot be recognized: each such delivery is unique.
    id: header('x-github-delivery') ?? crypto.randomUUID(),
    event: header('x-github-event') ?? '',
    signature: header('x-hub-signature-256'),
    appSecret,
    wait,
  }
}

/** Reads everything that decides on a delivery in one batch, which is one round trip to a database server. */
async function readKnown(
  ctx: Context,
  address: Address,
  delivery: Delivery,
): Promise<DeliveryContext & Route> {
  const [route, memory, automations] = await Promise.all([
    checkRoute(ctx, address),
    recall(ctx, address.integrationId, delivery.id),
    findAutomationsOf(ctx, address.integrationId),
  ])
  return { ...route, memory, automations }
}

/** The outcome of a delivery, checked in the order of the specification (spec: Processing order). */
async function decide(
  ctx: Context,
  { integration, memory }: DeliveryContext,
  delivery: Delivery,
  request: Request,
): Promise<Outcome | { accepted: AcceptedEvent }> {
  if (!delivery.event)
    return rejected(400, 'Missing X-GitHub-Event header', 'Missing webhook event header', false)
  if (!isSupportedEvent(delivery.event))
    return ignored(delivery, await isSigned(ctx, integration, delivery, request))
  if (memory?.isRecent) return duplicate(delivery, await isSigned(ctx, integration, delivery, request))
  using body = await readBody(request, maxBytes, { budget: ctx.inputBudget })
  const refusal = await checkSignature(ctx, integration, delivery, body.bytes)
  if (refusal) {
    ctx.log.warn({ reason: refusal.log.errorMessage }, unsigned(integration.displayName))
    return refusal
  }
  if (delivery.event === 'ping') return pong(delivery)
  const payload = await readPayload(request, body.bytes)
  if (!payload)
    return unreadable(
      ctx,
      integration,
      rejected(400, 'Invalid JSON payload', 'Invalid webhook payload', true),
    )
  const event = readEvent(delivery.event, payload.value)
  if (event.outcome === 'invalid') return unreadable(ctx, integration, malformed(event.issues))
  const { repository } = event
  if (isAnother(integration, repository))
    return malformed([
      `repository.id: expected ${integration.hostId}, the ID of the connected repository, not ${repository.id}`,
    ])
  if (event.outcome === 'processed') return { accepted: event }
  const effects = memory ? [] : followRepository(ctx, integration, repository)
  return { ...filtered(delivery, event.action), effects }
}

/** The outcome of a delivery to a URL with wrong ids, or of a disabled integration. */
async function reject(
  ctx: Context,
  integration: IntegrationRow,
  delivery: Delivery,
  request: Request,
  { status, message }: AppError,
): Promise<Outcome> {
  return rejected(status, message, message, await isSigned(ctx, integration, delivery, request))
}

/**
 * True if a delivery whose outcome does not depend on its signature has a valid one: its log entry is stored longer.
 */
async function isSigned(ctx: Context, integration: IntegrationRow, delivery: Delivery, request: Request) {
  // Without a signature the body is not read.
  if (!delivery.signature) return false
  try {
    using body = await readBody(request, maxBytes, { budget: ctx.inputBudget })
    return (await checkSignature(ctx, integration, delivery, body.bytes)) === null
  } catch {
    return false
  }
}

async function checkSignature(
  ctx: Context,
  integration: IntegrationRow,
  delivery: Delivery,
  body: Uint8Array,
): Promise<Outcome | null> {
  const { encryptedWebhookSecret: sealed } = integration
  if (!delivery.appSecret && !sealed) {
    const error = 'Webhook secret not configured for this repository'
    return rejected(400, error, 'Webhook secret missing', false, 'Webhook secret not configured')
  }
  if (!delivery.signature)
    return rejected(400, 'Missing X-Hub-Signature-256 header', 'Signature missing', false)
  const secret = delivery.appSecret ?? ctx.secrets.decrypt(sealed ?? '', webhookSecretOf(integration))
  if (await verifySignature(secret, body, delivery.signature)) return null
  return rejected(401, 'Invalid webhook signature', 'Invalid webhook signature', false)
}

/** The JSON of a body; GitHub's default is a form with the JSON in the field `payload` (contract 20). */
async function readPayload(request: Request, body: Uint8Array): Promise<{ value: unknown } | null> {
  const isForm = /^application\/x-www-form-urlencoded\b/i.test(request.headers.get('content-type') ?? '')
  const field = isForm ? await readField(body, 'payload') : null
  const { value, fault } = await parseJson(field ?? body)
  return fault === undefined ? { value } : null
}

function malformed(issues: string[]): Outcome {
  const text = 'Invalid webhook payload structure'
  return rejected(400, text, text, true, issues.join('; ').slice(0, 1000))
}

/** Logs that the content of a signed delivery is not what GitHub sends, and returns its outcome. */
function unreadable(ctx: Context, { displayName }: IntegrationRow, outcome: Outcome): Outcome {
  ctx.log.warn(
    { reason: outcome.log.errorMessage },
    `A signed delivery of ${displayName} was refused, because its content is not what GitHub sends. Open its deliveries in the dashboard to see why, and check which program uses the webhook's secret.`,
  )
  return outcome
}

/** Accepts an event; if another delivery was faster, decides again with the new state. */
async function accept(
  ctx: Context,
  known: DeliveryContext,
  delivery: Delivery,
  event: AcceptedEvent,
  isContested = false,
): Promise<Answer> {
  const { integration } = known
  try {
    return await acceptEvent(ctx, known, delivery, event, wayOf(event), isContested)
  } catch (error) {
    if (!isGuardViolation(error)) throw error
    const memory = await retryLost(delivery.wait.retryUntil, () => recall(ctx, integration.id, delivery.id))
    if (memory?.isRecent) return commit(ctx, integration, delivery, duplicate(delivery, true))
    return accept(ctx, { ...known, memory }, delivery, event, true)
  }
}

function wayOf({ action }: AcceptedEvent): EventSource {
  return action === 'merged' ? 'pushed' : action
}

function failed(
  ctx: Context,
  { displayName }: IntegrationRow,
  delivery: Delivery,
  error: unknown,
  verified: boolean,
): Outcome {
  if (error instanceof AppError) {
    const title = error.status === 413 ? 'Webhook payload too large' : 'Webhook payload not read'
    return { ...rejected(error.status, error.message, title, false), headers: error.extra.headers }
  }
  const limit = describeCeiling(error)
  if (limit !== null) return rejected(409, limit, 'Webhook limit reached', verified)
  ctx.log.error({ deliveryId: delivery.id, error: describeError(error) }, notStored(delivery, displayName))
  return rejected(500, processingFailed, 'Webhook processing failed', verified)
}

/** Without the id of the delivery, so that repeats are folded: anyone can send them. */
const unsigned = (repository: string) =>
  `A delivery of ${repository} was refused. Enter the secret that "herald webhook secret" prints in the webhook at GitHub.`

const notStored = ({ id }: Delivery, repository: string) =>
  `Delivery ${id} of ${repository} was not stored. GitHub will not repeat it; redeliver it there.`
