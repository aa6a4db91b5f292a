import { and, eq } from 'drizzle-orm'
import { verifySignature } from '../../codehost/signature.ts'
import type { Context } from '../../context.ts'
import { limitWait, runRepeatable } from '../../db/retry-lost.ts'
import { AppError, badRequest, notFound } from '../../errors.ts'
import { readBody } from '../../http/body.ts'
import { parseJson } from '../../http/json.ts'
import { findApp } from '../integrations/github-app/app-access.ts'
import { syncAppJob, syncAppKey } from '../integrations/github-app/job.ts'
import { appSecretOf } from '../integrations/secret-locations.ts'
import { integrations } from '../integrations/table.ts'
import { maxBytes, readDelivery, receiveDelivery } from './service.ts'

/** Events about which repositories an App may use. */
const accessEvents = ['installation', 'installation_repositories', 'repository']

/**
 * Receives a delivery of an organization's GitHub App, for all its repositories. The secret is chosen by the address,
 * never by the body, which is checked before it is read; each repository then receives it like one of its own webhook.
 */
export async function receiveAppDelivery(ctx: Context, organizationId: string, request: Request) {
  const wait = limitWait()
  const isId = /^[A-Za-z0-9_-]{1,100}$/.test(organizationId)
  const app = isId ? await runRepeatable(wait, () => findApp(ctx, organizationId)) : null
  if (!app?.encryptedWebhookSecret) throw notFound('GitHub App not found')
  const secret = ctx.secrets.decrypt(app.encryptedWebhookSecret, appSecretOf(app))
  const delivery = readDelivery(request, secret, wait)
  if (!delivery.signature) throw badRequest('Missing X-Hub-Signature-256 header')
  using body = await readBody(request, maxBytes, { budget: ctx.inputBudget })
  if (!(await verifySignature(secret, body.bytes, delivery.signature)))
    throw new AppError(401, 'Invalid webhook signature')
  const { value } = await parseJson(body.bytes)
  const { event } = delivery
  if (accessEvents.includes(event)) {
    await runRepeatable(wait, () =>
      ctx.db.batch([syncAppJob.insert(ctx, { organizationId }, { key: syncAppKey(organizationId) })]),
    )
    ctx.jobsReady.wake()
  }
  const id = await runRepeatable(wait, () => findRepository(ctx, organizationId, repositoryIdIn(value)))
  if (id === null)
    return { status: 200, body: { message: 'Event ignored', event, ignored: true }, headers: {} }
  const { headers, url } = request
  const forwarded = new Request(url, { method: 'POST', headers, body: new Uint8Array(body.bytes) })
  const address = { provider: 'github', organizationId, integrationId: id, repositoryId: id }
  return receiveDelivery(ctx, address, forwarded, secret, wait)
}

function repositoryIdIn(payload: unknown): number | null {
  const id = (payload as { repository?: { id?: unknown } } | null)?.repository?.id
  return typeof id === 'number' ? id : null
}

async function findRepository(ctx: Context, organizationId: string, hostId: number | null) {
  if (hostId === null) return null
  const [row] = await ctx.db
    .select({ id: integrations.id })
    .from(integrations)
    .where(
      and(
        eq(integrations.organizationId, organizationId),
        eq(integrations.hostId, hostId),
        eq(integrations.viaApp, true),
      ),
    )
  return row?.id ?? null
}
