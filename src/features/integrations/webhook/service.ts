import { and, eq, isNull } from 'drizzle-orm'
import type { Config } from '../../../config.ts'
import type { Context } from '../../../context.ts'
import { badRequest } from '../../../errors.ts'
import { newToken } from '../../../ids.ts'
import { hostOf, isPublicName } from '../../../net/public-url.ts'
import type { Caller } from '../../keys/model.ts'
import { toEntryId } from '../../webhooks/model.ts'
import type { IntegrationRow } from '../model.ts'
import { getIntegration } from '../record.ts'
import { prepareSecretKey } from '../secret-key.ts'
import { webhookSecretOf } from '../secret-locations.ts'
import { integrations } from '../table.ts'
import type { WebhookSetup } from './model.ts'
import { findMarks, lastDeliveryAt, lastStatus } from './record.ts'
import { toWebhookState } from './rules.ts'

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
