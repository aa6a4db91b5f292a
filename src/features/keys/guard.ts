import { Elysia } from 'elysia'
import type { Context } from '../../context.ts'
import { forbidden } from '../../errors.ts'
import { readJson } from '../../http/body.ts'
import type { Bucket } from '../../http/buckets.ts'
import { claimKey, settleKey, showRepeated, toStored } from '../../http/idempotency-keys.ts'
import { InternalRequest } from '../../http/internal-request.ts'
import {
  anyKey,
  type InternalRole,
  type OperationRoute,
  operationsOf,
  scopeOf,
} from '../../http/operation.ts'
import { limitHeaders, peek, secondsUntilReset, spend, take, untouched } from '../../http/rate-limits.ts'
import { refuseFaults } from '../../http/refuse-faults.ts'
import { joinRepeated } from '../../http/repeated-parameters.ts'
import { refuseForeignSite } from '../../http/same-site.ts'
import { hasRole } from '../members/has-role.ts'
import { getSession } from '../sessions/service.ts'
import { type Identity, identify, identifyPerson, refusal, unauthorized } from './identify.ts'
import { type Caller, feedbackTokenScope, hasScope } from './model.ts'

/**
 * Routes under a prefix that need a key or a signed-in user; the `operation` of each states what they need: a scope,
 * or a role for internal routes.
 */
export function guarded<const Prefix extends string>(
  ctx: Context,
  prefix: Prefix,
  tag: string,
  /** Checks requirements that apply to every caller, before the body is read. */
  prepare: (caller: Caller, method: string) => Promise<unknown> = async () => {},
  /** Reads the body; as JSON by default. */
  readBody?: ReadBody,
) {
  const isInternal = prefix.startsWith('/api/app')
  return behind(
    prefix,
    tag,
    async (request, route, headers) => {
      const caller = await admit(ctx, request, route, headers)
      await prepare(caller, route.method)
      return { caller }
    },
    readBody,
  )
    .derive(async ({ caller, body, request, set }) => {
      if (request.method !== 'POST' || isInternal || request instanceof InternalRequest)
        return { claim: null }
      const claimed = await claimKey(ctx, { caller, request, body })
      if (claimed === null) return { claim: null }
      if ('body' in claimed) return showRepeated(claimed, set.headers)
      if (claimed.isRepeated) set.headers['Idempotent-Replayed'] = 'true'
      return { claim: claimed, caller: { ...caller, callId: claimed.callId } }
    })
    .mapResponse(async ({ claim, responseValue, set }) => {
      // An error passes here once for each hook that may answer it.
      if (claim && responseValue !== undefined) await settleKey(ctx, claim, toStored(responseValue, set))
    })
}

/** Internal routes under a prefix for the signed-in user, in any organization. */
export function personal<const Prefix extends string>(ctx: Context, prefix: Prefix, tag: string) {
  return behind(prefix, tag, async (request, _route, headers) => {
    const session = await getSession(ctx, request)
    renew(headers, session)
    return { session }
  })
}

/** The largest body of an anonymous request: enough for a form with a password. */
const openBytes = 16 * 1024

/** Internal routes under a prefix for anyone, except pages of other sites. */
export function open<const Prefix extends string>(ctx: Context, prefix: Prefix, tag: string) {
  return behind(
    prefix,
    tag,
    async (request) => {
      refuseForeignSite(request, ctx.config)
      return {}
    },
    (request) => readJson(request, openBytes, { budget: ctx.inputBudget }),
  )
}

/** Identifies the caller and checks its rights; returns the context for the handler. */
type Authorize<T> = (request: Request, route: OperationRoute, headers: Headers) => Promise<T>

type ReadBody = (request: Request, maxBytes: number) => Promise<unknown>

/**
 * One hook does everything, since Elysia validates a body before any later hook could reject it: key, throttle,
 * rate-limit headers, scope, then the body (contract 1: Pipeline order).
 */
function behind<const Prefix extends string, T extends object>(
  prefix: Prefix,
  tag: string,
  authorize: Authorize<T>,
  readBody: ReadBody = readJson,
) {
  const app = new Elysia({ prefix, tags: [tag] })
  let operations: Map<string, OperationRoute> | undefined
  function operationAt(method: string, path: string): OperationRoute {
    operations ??= new Map(operationsOf(app.routes).map((each) => [`${each.method} ${each.path}`, each]))
    const found = operations.get(`${method} ${path}`)
    if (!found) throw new Error(`${method} ${path} does not say which operation it is.`)
    return found
  }
  return (
    app
      // The body is read below, after the caller is admitted.
      .onParse(() => null)
      .derive(async ({ request, route, params, query, set }): Promise<T & { body: unknown }> => {
        const method = request.method === 'HEAD' ? 'GET' : request.method
        const called = operationAt(method, route)
        const entered = await authorize(request, called, set.headers)
        joinRepeated(request.url, called.hooks.query, query)
        const body = method === 'GET' ? undefined : await readBody(request, called.operation.bodyBytes)
        refuseFaults(called, { params, query, body })
        return { ...entered, body }
      })
  )
}

type Headers = Record<string, unknown>

async function admit(
  ctx: Context,
  request: Request,
  route: OperationRoute,
  headers: Headers,
): Promise<Caller> {
  const { limits, role } = route.operation
  // Every response of a limited endpoint shows its limit, including rejections (spec: Limits).
  for (const bucket of limits) Object.assign(headers, limitHeaders(untouched(ctx, bucket)))
  const identity = await (role === null ? identify : identifyPerson)(ctx, request)
  renew(headers, identity)
  if (isFeedbackToken(identity) && !mayUse(identity, route))
    throw route.operation.resource === anyKey ? withoutScope(route) : unauthorized(ctx, 'Invalid API key')
  const subjectOf = ({ per }: Bucket) => (per === 'key' ? identity.id : identity.organization.id)
  for (const bucket of limits)
    Object.assign(headers, limitHeaders(await peek(ctx, bucket, subjectOf(bucket))))
  // Requests of a tool were counted when the tool was called.
  if (!(request instanceof InternalRequest)) await throttle(ctx, identity)
  if (!mayUse(identity, route) && !isShown(request, route)) throw withoutScope(route)
  if (role !== null) checkRole(identity, role)

  let charged: Promise<void> | undefined
  async function charge() {
    for (const bucket of limits)
      Object.assign(headers, limitHeaders(await spend(ctx, bucket, subjectOf(bucket))))
  }

  const { callId, chatId, reviewed } = request instanceof InternalRequest ? request.behalf : {}
  return {
    ...identity,
    ...(callId !== undefined && { callId }),
    ...(chatId !== undefined && { chatId }),
    ...(reviewed !== undefined && { reviewed }),
    spend() {
      charged ??= charge()
      return charged
    },
  }
}

/** Sends the cookie of a renewed session to the browser. */
function renew(headers: Headers, { cookie }: { cookie: string | null }) {
  if (cookie !== null) headers['set-cookie'] = cookie
}

function checkRole({ person }: Pick<Identity, 'person'>, needed: InternalRole) {
  if (needed === 'self' || needed === 'anyone' || (person && hasRole(person.role, needed))) return
  throw forbidden(needed === 'owner' ? 'Only an owner can do this' : 'Only an owner or admin can do this')
}

/** A 403 that names the scope which the key needs. */
function withoutScope({ method, operation }: OperationRoute) {
  const scopes = [scopeOf(method, operation), operation.narrowScope].filter((scope) => scope !== null)
  const needed = scopes.length > 0 ? `the scope ${scopes.join(' or ')}` : 'the scope which this route needs'
  return refusal(403, 'Forbidden', {}, `Use a key that has ${needed}.`)
}

/** True if a caller's scopes allow an operation. */
export function mayUse({ scopes }: Pick<Identity, 'scopes'>, { method, operation }: OperationRoute): boolean {
  const scope = scopeOf(method, operation)
  if (scope === null) return !isFeedbackToken({ scopes })
  if (hasScope(scopes, scope)) return true
  return operation.narrowScope !== null && scopes.includes(operation.narrowScope)
}

/** True for internal reads that show a user the record that their call would change. */
const isShown = (request: Request, { method }: OperationRoute) =>
  request instanceof InternalRequest && request.behalf.isShown === true && method === 'GET'

const isFeedbackToken = ({ scopes }: Pick<Identity, 'scopes'>) => scopes.includes(feedbackTokenScope)

/** Counts a request against the key's own throttle, if it has one (contract 3.5). */
export async function throttle(ctx: Context, { id: keyId, perMinute }: Identity) {
  if (perMinute === null) return
  const bucket: Bucket = { name: 'key', per: 'key', windows: [{ limit: perMinute, seconds: 60 }] }
  if (await take(ctx, bucket, keyId)) return
  const wait = secondsUntilReset(await peek(ctx, bucket, keyId))
  throw refusal(429, 'API key rate limit exceeded', { 'Retry-After': String(wait) })
}
