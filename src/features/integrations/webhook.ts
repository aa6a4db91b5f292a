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

/** What a person needs to set up the webhook of a repository, but for its secret. */
export const WebhookSetup = t.Object({
  state: oneOf(webhookStates),
  url: t.String(),
  /** Whether the code host can reach the URL, as far as its name tells. */
  isReachable: t.Boolean(),
  contentType: t.String(),
  events: t.Array(t.String()),
  hasSecret: t.Boolean(),
  /** The form of the code host that takes all this. */
  hookSettingsUrl: t.String(),
  pingAt: t.Nullable(t.String()),
  lastDeliveryAt: t.Nullable(t.String()),
  /** The newest delivery that was refused, which may lie before others that were not. */
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

/** What is known of a webhook: its last delivery is one that was refused, or that the code host signed. */
type WebhookFacts = { hasSecret: boolean; lastStatus: 'success' | 'failed' | null }

/**
 * How the webhook of a repository stands. It is failing when the last delivery was refused, working when it was
 * accepted; before the first one it waits, as soon as there is a secret to set it up with.
 */
export function toWebhookState({ hasSecret, lastStatus }: WebhookFacts): WebhookState {
  if (lastStatus === 'failed') return 'failing'
  if (!hasSecret) return 'none'
  return lastStatus === null ? 'waiting' : 'working'
}

// Written out, since Drizzle would take the column of the outer table for one of the inner.
// What Herald read from GitHub itself (`looked:`) is in the log too, but was not delivered.
const delivered = sql`from webhook_logs as log indexed by webhook_logs_delivered
  where log.integration_id = integrations.id and log.reference_id not glob 'looked:*'`

/** Of a row of `integrations`: the status of its last delivery that was refused, or that the code host signed. */
export const lastStatus = sql<WebhookFacts['lastStatus']>`(
  select log.status ${delivered} and (log.verified = 1 or log.status = 'failed') order by log.sequence desc limit 1)`

/** Of a row of `integrations`: when its last delivery with a valid signature arrived. */
export const lastDeliveryAt = sql<number | null>`(
  select log.created_at ${delivered} and log.verified = 1 order by log.sequence desc limit 1)`

/** A repository may have very many deliveries; of them so many of the newest are looked through. */
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

/** What a person needs to set up a webhook, and how it stands; the secret is shown apart. */
export async function getWebhook(ctx: Context, { organization }: Caller, id: string): Promise<WebhookSetup> {
  const row = await getHosted(ctx, organization.id, id)
  const [[last], { ping, failure }] = await Promise.all([
    ctx.db.select({ lastStatus, lastDeliveryAt }).from(integrations).where(eq(integrations.id, id)),
    findMarks(ctx, id),
  ])
  const hasSecret = row.encryptedWebhookSecret !== null
  const deliveredAt = last?.lastDeliveryAt ?? null
  return {
    state: toWebhookState({ hasSecret, lastStatus: last?.lastStatus ?? null }),
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

/** Shows somebody a webhook's secret, which is made now where there was none; the log says who saw it. */
export async function revealSecret(ctx: Context, caller: Caller, id: string) {
  const row = await getHosted(ctx, caller.organization.id, id)
  const secret = await readSecret(ctx, row)
  logShown(ctx, caller, row, 'A webhook secret was shown.')
  return { secret }
}

/** Makes a new secret for somebody, with which the old one ends at once; the log says who did it. */
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

/** The secret that the deliveries of a repository are signed with; of two who ask for the first one both get the same. */
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

/** A new secret in the place of the old one, which ends at once. */
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

/** Where the code host sends the deliveries of a repository. */
export function payloadUrl({ appUrl }: Config, { organizationId, id }: IntegrationRow): string {
  return `${appUrl}/api/webhooks/github/${organizationId}/${id}/${id}`
}

/** A repository that a code host serves: one on this machine's disk sends no deliveries. */
async function getHosted(ctx: Context, organizationId: string, id: string): Promise<IntegrationRow> {
  const row = await getIntegration(ctx, organizationId, id)
  if (row.provider === 'github') return row
  throw badRequest(`${row.displayName} is not at GitHub`)
}
