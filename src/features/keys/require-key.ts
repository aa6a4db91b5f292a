import { eq, sql } from 'drizzle-orm'
import { Elysia } from 'elysia'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { readJson } from '../../http/body.ts'
import { bucketOf } from '../../http/buckets.ts'
import { peek, secondsUntilReset, spend, standingHeaders, take } from '../../http/rate-limits.ts'
import type { Organization } from '../organizations/model.ts'
import { organizations } from '../organizations/table.ts'
import { hasScope, type Resource } from './model.ts'
import { hashKey } from './service.ts'
import { apiKeys } from './table.ts'

export type Caller = {
  keyId: string
  organization: Organization
  scopes: string[]
  /** Set for feedback tokens only: the project that the token is bound to, or null. */
  projectId?: string | null
}
/** Who sends with a credential that is no API key; null when it is not known either. */
export type FindCaller = (token: string) => Promise<Caller | null>
/** Charges the route's bucket; called just before the work, so that a refused request costs nothing. */
export type Spend = () => Promise<void>

const recovery: Record<number, string> = {
  401: 'Send "Authorization: Bearer <key>" with a key made by: herald key create --org SLUG --name NAME',
  403: 'Use a key that has the scope which this route needs.',
  503: 'Try again in a moment.',
  429: 'Wait until the time in Retry-After, or use another key.',
}

/**
 * Guards the routes declared after it: key, throttle, rate-limit headers and scope come before the body is
 * even parsed, since Elysia validates before any later hook could refuse (contract 1: Pipeline order).
 * `findOther` knows further credentials that these routes take.
 */
export function requireKey(ctx: Context, resource: Resource, findOther?: FindCaller) {
  const identify = createIdentify(ctx, findOther)
  const admitted = new WeakMap<Request, Promise<Caller>>()

  async function admit({ request, route, set }: Incoming): Promise<Caller> {
    const { caller, perMinute } = await identify(request.headers.get('authorization'))
    if (perMinute !== null) await throttle(ctx, caller.keyId, perMinute)
    const bucket = bucketOf(`${request.method} ${route}`)
    if (bucket)
      Object.assign(set.headers, standingHeaders(await peek(ctx, bucket, subjectOf(bucket.per, caller))))
    if (!hasScope(caller.scopes, resource, ['GET', 'HEAD'].includes(request.method) ? 'read' : 'write'))
      throw refusal(403, 'Forbidden')
    return caller
  }

  function admitOnce(incoming: Incoming): Promise<Caller> {
    const known = admitted.get(incoming.request)
    if (known) return known
    const caller = admit(incoming)
    admitted.set(incoming.request, caller)
    return caller
  }

  return new Elysia()
    .onParse({ as: 'scoped' }, async ({ request, route, set }) => {
      await admitOnce({ request, route, set })
      return readJson(request)
    })
    .derive({ as: 'scoped' }, async ({ request, route, set }) => {
      const caller = await admitOnce({ request, route, set })
      const spendHere: Spend = async () => {
        const bucket = bucketOf(`${request.method} ${route}`)
        if (bucket)
          Object.assign(set.headers, standingHeaders(await spend(ctx, bucket, subjectOf(bucket.per, caller))))
      }
      return { caller, spend: spendHere }
    })
}

type Incoming = { request: Request; route: string; set: { headers: Record<string, unknown> } }

const subjectOf = (per: string, caller: Caller) => (per === 'key' ? caller.keyId : caller.organization.id)

/** Tells who an Authorization header stands for, and the throttle of the key itself; 401 when nobody. */
export function createIdentify(ctx: Context, findOther?: FindCaller) {
  const { id, slug, name, logo } = organizations
  const envelope = { id, slug, name, logo }
  const findKey = ctx.db
    .select({ key: apiKeys, organization: envelope })
    .from(apiKeys)
    .innerJoin(organizations, eq(organizations.id, apiKeys.organizationId))
    .where(eq(apiKeys.hash, sql.placeholder('hash')))
    .prepare()

  return async (authorization: string | null): Promise<{ caller: Caller; perMinute: number | null }> => {
    const token = /^bearer +(.+)$/i.exec(authorization?.trim() ?? '')?.[1]
    if (!token) throw refusal(401, 'Missing API key', ctx.config.baseUrl)

    const other = await findOther?.(token)
    if (other) return { caller: other, perMinute: null }
    const found = await findKey.get({ hash: hashKey(token) }).catch((error) => {
      ctx.log.error({ error: String(error) }, 'A key could not be looked up.')
      throw refusal(503, 'Service unavailable')
    })
    const now = ctx.now()
    if (!found || found.key.revokedAt || (found.key.expiresAt && found.key.expiresAt <= now)) {
      throw refusal(401, 'Invalid API key', ctx.config.baseUrl)
    }
    const { key, organization } = found
    await noteUse(ctx, key, now)
    return { caller: { keyId: key.id, scopes: key.scopes, organization }, perMinute: key.perMinute }
  }
}

async function throttle(ctx: Context, keyId: string, perMinute: number) {
  const bucket = {
    name: 'key',
    routes: [],
    per: 'key' as const,
    windows: [{ limit: perMinute, seconds: 60 }],
  }
  if (await take(ctx, `key:${keyId}`, bucket.windows)) return
  const wait = secondsUntilReset(await peek(ctx, bucket, keyId))
  const error = refusal(429, 'API key rate limit exceeded')
  error.extra.headers = { 'Retry-After': String(wait) }
  throw error
}

/** The last use is kept to the minute: reads stay reads. */
async function noteUse(ctx: Context, key: typeof apiKeys.$inferSelect, now: Date) {
  if (key.lastUsedAt && now.getTime() - key.lastUsedAt.getTime() < 60_000) return
  await ctx.db.update(apiKeys).set({ lastUsedAt: now }).where(eq(apiKeys.id, key.id))
}

/** An answer of the auth layer, with `code` and `recovery` (contract 3.4). */
function refusal(status: 401 | 403 | 429 | 503, message: string, baseUrl?: string): AppError {
  const code = message.toUpperCase().replace(/[^A-Z0-9]+/g, '_')
  const headers = baseUrl
    ? { 'WWW-Authenticate': `Bearer resource_metadata="${baseUrl}/.well-known/oauth-protected-resource"` }
    : undefined
  return new AppError(status, message, { body: { code, recovery: recovery[status] }, headers })
}
