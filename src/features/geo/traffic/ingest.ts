import type { Context } from '../../../context.ts'
import { AppError, badRequest } from '../../../errors.ts'
import { readBody } from '../../../http/body.ts'
import { parseJson } from '../../../http/json.ts'
import { type LimitUsage, rateLimited } from '../../../http/rate-limits.ts'
import type { createCollector } from './collector.ts'
import type { RateCheck } from './ingest-rates.ts'
import { prepareVisit } from './prepare-visit.ts'
import { readVisit } from './read-visit.ts'
import { findTracked, type TokenHosts } from './tracked-hosts.ts'
import { readToken } from './tracking-token.ts'

const maxBytes = 16 * 1024

/** Stores one visit before it returns the state of its rate limit; 401 before anything else is read (contract geo 11). */
export async function ingest(
  ctx: Context,
  collect: ReturnType<typeof createCollector>,
  request: Request,
): Promise<LimitUsage> {
  const tracked = await authorize(ctx, request)
  const facts = readVisit(await readPayload(request), ctx.now())
  let granted: RateCheck
  try {
    const prepared = await prepareVisit(ctx, tracked, facts)
    granted = await collect({ organizationId: tracked.organizationId, ...prepared })
  } catch (error) {
    throw new AppError(502, 'Ingest failed', { cause: error })
  }
  if (!granted.isGranted) throw rateLimited(granted.usage)
  return granted.usage
}

/** Whose visits the request may report; 401 for a token that is wrong, outdated or of another kind. */
export async function authorize(ctx: Context, request: Request): Promise<TokenHosts> {
  const [, token] = /^Bearer +(\S+)$/i.exec(request.headers.get('authorization') ?? '') ?? []
  const scope = token === undefined ? null : readToken(ctx, token)
  const tracked = scope && (await findTracked(ctx, scope))
  if (tracked) return tracked
  throw new AppError(401, 'Unauthorized')
}

async function readPayload(request: Request): Promise<unknown> {
  const { value, fault } = await readLimited(request)
  if (fault !== undefined) throw badRequest('Invalid payload')
  return value
}

async function readLimited(request: Request) {
  try {
    using body = await readBody(request, maxBytes)
    return await parseJson(body.bytes)
  } catch (error) {
    if (error instanceof AppError && error.status === 413) throw badRequest('Invalid payload')
    throw error
  }
}
