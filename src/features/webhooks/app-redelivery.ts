import { and, eq, isNotNull } from 'drizzle-orm'
import type { AppDelivery } from '../../codehost/github-app.ts'
import { CodeHostError } from '../../codehost/github-error.ts'
import { findFailed, maxRedeliveries } from '../../codehost/github-hooks.ts'
import type { Context } from '../../context.ts'
import { atomically, type Statement } from '../../db/client.ts'
import { newToken } from '../../ids.ts'
import { freeKey, insertJob } from '../../jobs/queue.ts'
import { type AppRow, findApp, identityOf, openApps } from '../integrations/github-app/app-access.ts'
import { appEvents, appHookUrl, isReachable } from '../integrations/github-app/sync-app.ts'
import type { IntegrationRow } from '../integrations/model.ts'
import { appSecretOf } from '../integrations/secret-locations.ts'
import { githubApps, integrations } from '../integrations/table.ts'
import { redeliveryLimits } from './polling/redelivery-limits.ts'

const minute = 60 * 1000
/** GitHub keeps deliveries this long. */
const deliveriesKept = 3 * 24 * 60 * minute
const pause = 5 * minute

export const checkAppJob = 'webhooks.app'
export const keyOfAppCheck = (organizationId: string) => `app-check:${organizationId}`

/** Queues a check of the deliveries of every installed App, unless one is queued. */
export async function queueAppChecks(ctx: Context): Promise<void> {
  const apps = await ctx.db
    .select({ organizationId: githubApps.organizationId })
    .from(githubApps)
    .where(isNotNull(githubApps.installationId))
  await atomically(
    ctx.db,
    apps.map(({ organizationId }) =>
      insertJob(ctx, checkAppJob, { organizationId }, { key: keyOfAppCheck(organizationId) }),
    ),
  )
  ctx.jobsReady.wake()
}

/** Corrects the address of an App's deliveries, and requests again those that failed. */
export async function checkApp(
  ctx: Context,
  { organizationId }: { organizationId: string },
  { key }: { key: string | null },
): Promise<Statement[]> {
  const end = freeKey(ctx, key)
  const app = await findApp(ctx, organizationId)
  if (!app || !isReachable(ctx)) return [end]
  try {
    if (app.encryptedWebhookSecret === null) await enableDeliveries(ctx, app)
    else await correctAddress(ctx, app)
    const left = await redeliver(ctx, app)
    const runAt = new Date(ctx.now().getTime() + pause)
    if (left === 0) return [end]
    return [
      end,
      insertJob(ctx, checkAppJob, { organizationId }, { key: keyOfAppCheck(organizationId), runAt }),
    ]
  } catch (error) {
    if (!(error instanceof CodeHostError) || error.reason === 'unreachable') throw error
    ctx.log.warn(
      { organizationId, reason: error.message },
      'Failed deliveries of a GitHub App could not be requested again. Redeliver them under "Advanced" of its settings at GitHub.',
    )
    return [end]
  }
}

/**
 * Gives an App a secret and an address for its deliveries: it has none if GitHub could not reach this server when it
 * was created. Only a person can change its events.
 */
async function enableDeliveries(ctx: Context, app: AppRow): Promise<void> {
  const apps = openApps(ctx)
  const identity = identityOf(ctx, app)
  const secret = newToken('', 32)
  await apps.setHook(identity, { url: appHookUrl(ctx, app.organizationId), secret })
  // Stored last: if this fails, the next check sets another secret.
  await ctx.db
    .update(githubApps)
    .set({ encryptedWebhookSecret: ctx.secrets.encrypt(secret, appSecretOf(app)) })
    .where(and(eq(githubApps.organizationId, app.organizationId), eq(githubApps.appId, app.appId)))
  const events = await apps.events(identity)
  const missing = appEvents.filter((event) => !events.includes(event))
  if (missing.length > 0)
    ctx.log.warn(
      { organizationId: app.organizationId, app: app.url, missing },
      'A GitHub App is not subscribed to every event. Subscribe it to the missing ones under "Permissions & events" of its settings at GitHub.',
    )
}

async function correctAddress(ctx: Context, app: AppRow): Promise<void> {
  const wanted = appHookUrl(ctx, app.organizationId)
  const apps = openApps(ctx)
  const identity = identityOf(ctx, app)
  if ((await apps.hookUrl(identity)) === wanted) return
  await apps.setHook(identity, { url: wanted })
  ctx.log.info({ organizationId: app.organizationId }, 'The webhook URL of a GitHub App was corrected.')
}

/** Returns how many deliveries are left for the next check. */
async function redeliver(ctx: Context, app: AppRow): Promise<number> {
  const since = new Date(ctx.now().getTime() - deliveriesKept)
  const apps = openApps(ctx)
  const identity = identityOf(ctx, app)
  const failed = findFailed(await apps.deliveries(identity, since), since)
  let requested = 0
  let left = 0
  for (const { repository, deliveries } of await groupByRepository(ctx, app, failed)) {
    const limits = redeliveryLimits(ctx, repository, since)
    const arrived = await limits.findArrived(deliveries.map(({ guid }) => guid))
    const missing = deliveries.filter(({ guid }) => !arrived.has(guid))
    for (const [index, { id, guid }] of missing.entries()) {
      const counted = requested < maxRedeliveries ? await limits.count(guid) : 'later'
      if (counted === 'later') {
        left += missing.length - index
        break
      }
      if (counted === 'skip') continue
      await apps.redeliver(identity, id)
      requested++
    }
  }
  if (requested > 0)
    ctx.log.info(
      { organizationId: app.organizationId, requested },
      'Failed deliveries of a GitHub App were requested again.',
    )
  return left
}

/** Deliveries by the connected repository that they are about; others would be ignored. */
async function groupByRepository(ctx: Context, { organizationId }: AppRow, deliveries: AppDelivery[]) {
  if (deliveries.length === 0) return []
  const rows: IntegrationRow[] = await ctx.db
    .select()
    .from(integrations)
    .where(
      and(
        eq(integrations.organizationId, organizationId),
        eq(integrations.viaApp, true),
        eq(integrations.enabled, true),
      ),
    )
  return rows.flatMap((repository) => {
    const own = deliveries.filter(({ repository_id: id }) => id === repository.hostId)
    return own.length > 0 ? [{ repository, deliveries: own }] : []
  })
}
