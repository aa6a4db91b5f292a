import { and, desc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { t } from 'elysia'
import type { Config } from '../../config.ts'
import type { Context } from '../../context.ts'
import { badRequest } from '../../errors.ts'
import { integer, oneOf } from '../../http/fields.ts'
import { newToken } from '../../ids.ts'
import { hostOf, isPublicName } from '../../net/public-url.ts'
import type { Caller } from '../keys/model.ts'
import { toEntryId } from '../webhooks/model.ts'
import { pingTitle, webhookLogs } from '../webhooks/table.ts'
import type { IntegrationRow } from './model.ts'
import { getIntegration } from './record.ts'
import { prepareSecretKey } from './secret-key.ts'
import { webhookSecretOf } from './secret-locations.ts'
import { integrations } from './table.ts'

export const webhookStates = ['none', 'waiting', 'working', 'failing'] as const
export type WebhookState = (typeof webhookStates)[number]

/** The settings for the webhook of a repository, without its secret. */
export const WebhookSetup = t.Object({
  state: oneOf(webhookStates),
  url: t.String(),
  /** Whether the code host can reach the URL, judging by its host name. */
  isReachable: t.Boolean(),
  contentType: t.String(),
  events: t.Array(t.String()),
  hasSecret: t.Boolean(),
  /** The page of the code host where these settings go. */
  hookSettingsUrl: t.String(),
  pingAt: t.Nullable(t.String()),
  lastDeliveryAt: t.Nullable(t.String()),
  /** The newest rejected delivery; later ones may have been accepted. */
  lastFailure: t.Nullable(
    t.Object({
      deliveryId: t.String(),
      title: t.String(),
      statusCode: integer,
      errorMessage: t.Nullable(t.String()),
      createdAt: t.String(),
    }),
  ),
})
export type WebhookSetup = typeof WebhookSetup.static

export const WebhookSecret = t.Object({ secret: t.String() })

/**
 * The facts that decide the state of a webhook: `lastStatus` is of the last delivery that was rejected or correctly
 * signed.
 */
type WebhookFacts = { hasSecret: boolean; lastStatus: 'success' | 'failed' | null }

/**
 * The state of a repository's webhook: failing if the last delivery was rejected, working if it was accepted; before
 * the first one it is waiting if there is a secret.
 */
export function toWebhookState({ hasSecret, lastStatus }: WebhookFacts): WebhookState {
  if (lastStatus === 'failed') return 'failing'
  if (!hasSecret) return 'none'
  return lastStatus === null ? 'waiting' : 'working'
}

/** Whether deliveries of a repository can be signed: with its own secret, or with that of the GitHub App. */
export const canBeSigned = ({
  encryptedWebhookSecret,
  viaApp,
  watchMinutes,
}: Pick<IntegrationRow, 'encryptedWebhookSecret' | 'viaApp' | 'watchMinutes'>) =>
  // A repository of an App is polled if GitHub cannot reach this server.
  encryptedWebhookSecret !== null || (viaApp && watchMinutes === null)

// Plain SQL, since Drizzle would take the column of the outer table for one of the inner. The log also has entries
// that Herald read from GitHub itself (`looked:`); they were not delivered.
const delivered = sql`from webhook_logs as log indexed by webhook_logs_delivered
  where log.integration_id = integrations.id and log.reference_id not glob 'looked:*'`

/** For a row of `integrations`: the status of its last delivery that was rejected or correctly signed. */
export const lastStatus = sql<WebhookFacts['lastStatus']>`(
  select log.status ${delivered} and (log.verified = 1 or log.status = 'failed') order by log.sequence desc limit 1)`

/** For a row of `integrations`: when its last delivery with a valid signature arrived. */
export const lastDeliveryAt = sql<number | null>`(
  select log.created_at ${delivered} and log.verified = 1 order by log.sequence desc limit 1)`

/** A repository may have very many deliveries; only this many of the newest are searched. */
const maxLookedThrough = 1000

/** The newest ping and the newest failure of a repository. */
async function findMarks(ctx: Context, integrationId: string) {
  const [ping, failure] = await Promise.all([
    findNewest(ctx, integrationId, sql`title = ${pingTitle}`),
    findNewest(ctx, integrationId, sql`status = 'failed'`),
  ])
  return { ping, failure }
}

async function findNewest(ctx: Context, integrationId: string, condition: SQL) {
  const newest = ctx.db
    .select()
    .from(webhookLogs)
    .where(eq(webhookLogs.integrationId, integrationId))
    .orderBy(desc(webhookLogs.sequence))
    .limit(maxLookedThrough)
    .as('newest')
  const [entry = null] = await ctx.db
    .select()
    .from(newest)
    .where(condition)
    .orderBy(desc(newest.sequence))
    .limit(1)
  return entry
}

/** The settings and state of a webhook; the secret has its own request. */
export async function getWebhook(ctx: Context, { organization }: Caller, id: string): Promise<WebhookSetup> {
  const row = await getHosted(ctx, organization.id, id)
  const [[last], { ping, failure }] = await Promise.all([
    ctx.db.select({ lastStatus, lastDeliveryAt }).from(integrations).where(eq(integrations.id, id)),
    findMarks(ctx, id),
  ])
  const hasSecret = row.encryptedWebhookSecret !== null
  const deliveredAt = last?.lastDeliveryAt ?? null
  return {
    state: toWebhookState({ hasSecret: canBeSigned(row), lastStatus: last?.lastStatus ?? null }),
    url: payloadUrl(ctx.config, row),
    isReachable: isPublicName(hostOf(new URL(ctx.config.appUrl))),
    contentType: 'application/json',
    events: ['push', 'release', 'pull_request'],
    hasSecret,
    hookSettingsUrl: `${row.url}/settings/hooks/new`,
    pingAt: ping?.createdAt.toISOString() ?? null,
    lastDeliveryAt: deliveredAt === null ? null : new Date(deliveredAt).toISOString(),
    lastFailure: failure && {
      deliveryId: toEntryId(failure.sequence),
      title: failure.title,
      statusCode: failure.statusCode,
      errorMessage: failure.errorMessage,
      createdAt: failure.createdAt.toISOString(),
    },
  }
}

/** Returns a webhook's secret, creating it if needed; the log names the user who saw it. */
export async function revealSecret(ctx: Context, caller: Caller, id: string) {
  const row = await getHosted(ctx, caller.organization.id, id)
  const secret = await readSecret(ctx, row)
  logShown(ctx, caller, row, 'A webhook secret was shown.')
  return { secret }
}

/** Replaces the secret immediately; the log names the user who did it. */
export async function regenerateSecret(ctx: Context, caller: Caller, id: string) {
  const row = await getHosted(ctx, caller.organization.id, id)
  const secret = await replaceSecret(ctx, row)
  logShown(ctx, caller, row, 'A webhook secret was replaced.')
  return { secret }
}

function logShown(
  ctx: Context,
  { id, organization }: Caller,
  { id: integrationId }: IntegrationRow,
  message: string,
) {
  ctx.log.info({ caller: id, organizationId: organization.id, integrationId }, message)
}

/** The secret that signs the deliveries of a repository. Simultaneous first requests get the same secret. */
export async function readSecret(
  ctx: Context,
  { id, encryptedWebhookSecret }: IntegrationRow,
): Promise<string> {
  if (encryptedWebhookSecret) return ctx.secrets.decrypt(encryptedWebhookSecret, webhookSecretOf({ id }))
  const { secret, sealed } = await newSecret(ctx, id)
  const [first] = await ctx.db
    .update(integrations)
    .set({ encryptedWebhookSecret: sealed, updatedAt: ctx.now() })
    .where(and(eq(integrations.id, id), isNull(integrations.encryptedWebhookSecret)))
    .returning({ id: integrations.id })
  if (first) return secret
  const [row] = await ctx.db.select().from(integrations).where(eq(integrations.id, id))
  return ctx.secrets.decrypt(row?.encryptedWebhookSecret ?? sealed, webhookSecretOf({ id }))
}

/** Replaces the secret immediately. */
export async function replaceSecret(ctx: Context, { id }: IntegrationRow): Promise<string> {
  const { secret, sealed } = await newSecret(ctx, id)
  await ctx.db
    .update(integrations)
    .set({ encryptedWebhookSecret: sealed, updatedAt: ctx.now() })
    .where(eq(integrations.id, id))
  return secret
}

async function newSecret(ctx: Context, id: string) {
  await prepareSecretKey(ctx)
  const secret = newToken('', 32)
  return { secret, sealed: ctx.secrets.encrypt(secret, webhookSecretOf({ id })) }
}

/** The URL to which the code host sends the deliveries of a repository. */
export function payloadUrl({ appUrl }: Config, { organizationId, id }: IntegrationRow): string {
  return `${appUrl}/api/webhooks/github/${organizationId}/${id}/${id}`
}

/** A repository that a code host serves: one on the local disk sends no deliveries. */
async function getHosted(ctx: Context, organizationId: string, id: string): Promise<IntegrationRow> {
  const row = await getIntegration(ctx, organizationId, id)
  if (row.provider === 'github') return row
  throw badRequest(`${row.displayName} is not on GitHub`)
}
