import { eq, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { once } from '../../db/prepared.ts'
import { prepareSelect } from '../../db/prepared-select.ts'
import { AppError } from '../../errors.ts'
import { organizations } from '../organizations/table.ts'
import type { Caller } from './model.ts'
import { hashKey } from './service.ts'
import { apiKeys } from './table.ts'

/** Who sends, and how often in a minute its key may be used. */
export type Identity = Omit<Caller, 'spend'> & { perMinute: number | null }

/** Tells who sends a request, by its bearer key; 401 when that is nobody. */
export async function identify(ctx: Context, request: Request): Promise<Identity> {
  const authorization = request.headers.get('authorization')?.trim() ?? ''
  const token = /^bearer +(.+)$/i.exec(authorization)?.[1]
  if (!token) throw unauthorized(ctx, 'Missing API key')
  return identifyKey(ctx, token)
}

async function identifyKey(ctx: Context, token: string): Promise<Identity> {
  const found = await findKey(ctx)
    .get({ hash: hashKey(token) })
    .catch((error) => {
      ctx.log.error({ error: String(error) }, 'A key could not be looked up.')
      throw refusal(503, 'Service unavailable')
    })
  const now = ctx.now()
  if (!found || found.key.revokedAt || (found.key.expiresAt && found.key.expiresAt <= now)) {
    throw unauthorized(ctx, 'Invalid API key')
  }
  const { key, organization } = found
  await noteUse(ctx, key, now)
  const { id, scopes, projectId, perMinute } = key
  return { id, organization, scopes, projectId, perMinute }
}

const findKey = once((db) => {
  const { id, scopes, projectId, perMinute, expiresAt, revokedAt, lastUsedAt } = apiKeys
  const { slug, name, logo } = organizations
  const query = db
    .select({
      key: { id, scopes, projectId, perMinute, expiresAt, revokedAt, lastUsedAt },
      organization: { id: organizations.id, slug, name, logo },
    })
    .from(apiKeys)
    .innerJoin(organizations, eq(organizations.id, apiKeys.organizationId))
    .where(eq(apiKeys.hash, sql.placeholder('hash')))
  return prepareSelect(db, query)
})

/** The last use is kept to the minute: reads stay reads. */
async function noteUse(ctx: Context, key: { id: string; lastUsedAt: Date | null }, now: Date) {
  if (key.lastUsedAt && now.getTime() - key.lastUsedAt.getTime() < 60_000) return
  await ctx.db.update(apiKeys).set({ lastUsedAt: now }).where(eq(apiKeys.id, key.id))
}

const recovery = {
  401: `Send "Authorization: Bearer <key>" with a key made by: herald key create --org SLUG --name NAME (with the server's DATA_DIR)`,
  403: 'Use a key that has the scope which this route needs.',
  429: 'Wait until the time in Retry-After, or use another key.',
  503: 'Try again in a moment.',
}

/** A refusal that says where a key comes from. */
export function unauthorized({ config }: Context, message: string): AppError {
  const metadata = `${config.baseUrl}/.well-known/oauth-protected-resource`
  return refusal(401, message, { 'WWW-Authenticate': `Bearer resource_metadata="${metadata}"` })
}

/** An answer of the auth layer, with `code` and `recovery` (contract 3.4). */
export function refusal(
  status: keyof typeof recovery,
  message: string,
  headers?: Record<string, string>,
): AppError {
  const code = message.toUpperCase().replace(/[^A-Z0-9]+/g, '_')
  return new AppError(status, message, { body: { code, recovery: recovery[status] }, headers })
}
