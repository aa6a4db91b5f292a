import { and, eq, lte, sql } from 'drizzle-orm'
import { ElysiaCustomStatusResponse, status, t } from 'elysia'
import type { Context } from '../context.ts'
import { atomically } from '../db/client.ts'
import { AppError, badRequest } from '../errors.ts'
import { describeError } from '../explain.ts'
import { defineJob } from '../jobs/define.ts'
import { deleteInSlices } from '../jobs/retention.ts'
import type { SecretLocation } from '../secrets.ts'
import { idempotencyKeys, toolCalls } from './table.ts'

/** How long a key is kept, how many an organization may use in that time, and how many bytes of responses it keeps. */
export const keyLimits = {
  retentionMs: 24 * 60 * 60 * 1000,
  keys: 10_000,
  responseBytes: 64 * 1024,
  organizationBytes: 32 * 1024 * 1024,
}

/** A request whose lease was not renewed for this long has ended with its process. */
const leaseMs = 15_000
const renewalMs = 5_000
/** Longer than any request runs; a stream is not waited for. */
const maxRunMs = 10 * 60_000

/** The response to a request, as its repetitions get it. */
export type StoredResponse = { status: number; headers: Record<string, string>; body: unknown }

/** A request that holds its key while it runs. Its `callId` is the one of every attempt with the key. */
export type Claim = {
  organizationId: string
  hash: string
  callId: string
  /** Identifies this attempt; null if an earlier attempt has finished and the response is read again. */
  owner: string | null
  /** True if an earlier attempt has taken effect. */
  isRepeated: boolean
  stop(): void
}

type Requested = {
  caller: { id: string; organization: { id: string } }
  request: Request
  body: unknown
}

/**
 * Claims the Idempotency-Key of a request, or returns the stored response of the same request; null without a key.
 * Throws 422 if the key was used for another request, and 409 while that one is still running.
 */
export async function claimKey(ctx: Context, requested: Requested): Promise<Claim | StoredResponse | null> {
  const { caller, request, body } = requested
  const key = readKey(request)
  if (key === null) return null
  const url = new URL(request.url)
  const organizationId = caller.organization.id
  const hash = hashOf([request.method, url.pathname, key])
  const fingerprint = hashOf([caller.id, url.search, body ?? null])
  const owner = Bun.randomUUIDv7()
  const attempt = { organizationId, hash, owner }
  const callId = await insertClaim(ctx, attempt, fingerprint)
  if (callId !== null) return hold(ctx, { ...attempt, callId, isRepeated: false })
  const found = await findClaim(ctx, attempt)
  if (!found) throw tooMany()
  if (found.fingerprint !== fingerprint) throw new AppError(422, reused)
  if (found.status !== null) {
    await ctx.db.$client.durable()
    const repeated = { ...attempt, callId: found.callId, owner: null, isRepeated: true, stop() {} }
    return openResponse(ctx, found) ?? repeated
  }
  if (!(await takeOver(ctx, attempt, found.owner))) throw stillRunning()
  return hold(ctx, { ...attempt, callId: found.callId, isRepeated: found.isMade })
}

/** The Idempotency-Key of a request, sent bare or as a quoted string; null if it has none, 400 if it is invalid. */
export function readKey({ headers }: Request): string | null {
  const value = headers.get('idempotency-key')
  if (value === null) return null
  const key = value.trim().replace(/^"(.*)"$/, '$1')
  if (/^[\x21-\x7e]{1,255}$/.test(key)) return key
  throw badRequest('Idempotency-Key must have 1 to 255 visible ASCII characters')
}

/** The call id of a tool call whose client sends an Idempotency-Key: retries of it share the id. */
export function toCallId(request: Request, parts: unknown[]): string | undefined {
  const key = readKey(request)
  return key === null ? undefined : hashOf([key, ...parts])
}

const hashOf = (parts: unknown[]) =>
  new Bun.CryptoHasher('sha256').update(JSON.stringify(parts)).digest('base64url')

const reused = 'This Idempotency-Key was used for another request: send a new key with a new request'
const stillRunning = () =>
  new AppError(409, 'A request with this Idempotency-Key is still running', {
    headers: { 'Retry-After': '1' },
  })
const tooMany = () =>
  new AppError(429, `At most ${keyLimits.keys} Idempotency-Keys can be used within 24 hours`, {
    headers: { 'Retry-After': '3600' },
  })

type Attempt = { organizationId: string; hash: string; owner: string }

/** Stores a new key, or replaces an expired one; returns the id of its call, null if the key is known or there are too many. */
async function insertClaim(ctx: Context, { organizationId, hash, owner }: Attempt, fingerprint: string) {
  const now = ctx.now().getTime()
  const callId = Bun.randomUUIDv7()
  const [row] = await ctx.db.all<{ callId: string }>(sql`
    insert into idempotency_keys (organization_id, hash, fingerprint, call_id, owner, lease_until, bytes, created_at)
    select ${organizationId}, ${hash}, ${fingerprint}, ${callId}, ${owner}, ${now + leaseMs}, 0, ${now}
    where (select count(*) from idempotency_keys where organization_id = ${organizationId}) < ${keyLimits.keys}
    on conflict (organization_id, hash) do update set fingerprint = excluded.fingerprint,
      call_id = excluded.call_id, owner = excluded.owner, lease_until = excluded.lease_until,
      status = null, sealed_response = null, bytes = 0, created_at = excluded.created_at
    where idempotency_keys.created_at <= ${now - keyLimits.retentionMs}
    returning call_id as callId`)
  return row?.callId ?? null
}

async function findClaim(ctx: Context, { organizationId, hash }: Attempt) {
  const { fingerprint, callId, owner, status, sealedResponse } = idempotencyKeys
  const isMade = sql<number>`${madeBy(organizationId, sql`${callId}`)}`.mapWith(Boolean)
  const [row] = await ctx.db
    .select({ fingerprint, callId, owner, status, sealedResponse, isMade })
    .from(idempotencyKeys)
    .where(and(eq(idempotencyKeys.organizationId, organizationId), eq(idempotencyKeys.hash, hash)))
  return row
}

/** A condition: a call has taken effect. */
const madeBy = (organizationId: string, callId: ReturnType<typeof sql>) =>
  sql`exists (select 1 from ${toolCalls} where ${toolCalls.organizationId} = ${organizationId}
    and ${toolCalls.callId} = ${callId})`

/** Takes the key over from an attempt that has ended with its process; false if that attempt still runs. */
async function takeOver(ctx: Context, attempt: Attempt, earlier: string): Promise<boolean> {
  const now = ctx.now()
  const taken = await ctx.db
    .update(idempotencyKeys)
    .set({ owner: attempt.owner, leaseUntil: new Date(now.getTime() + leaseMs) })
    .where(and(isHeld({ ...attempt, owner: earlier }), lte(idempotencyKeys.leaseUntil, now)))
    .returning({ hash: idempotencyKeys.hash })
  return taken.length > 0
}

const isHeld = ({ organizationId, hash, owner }: Attempt) =>
  and(
    eq(idempotencyKeys.organizationId, organizationId),
    eq(idempotencyKeys.hash, hash),
    eq(idempotencyKeys.owner, owner),
    sql`${idempotencyKeys.status} is null`,
  )

/** Renews the lease of an attempt until `stop`. */
function hold(ctx: Context, attempt: Attempt & Pick<Claim, 'callId' | 'isRepeated'>): Claim {
  const renew = () =>
    ctx.db
      .update(idempotencyKeys)
      .set({ leaseUntil: new Date(ctx.now().getTime() + leaseMs) })
      .where(isHeld(attempt))
  const timer = setInterval(() => void renew().catch(() => {}), renewalMs)
  const limit = setTimeout(() => clearInterval(timer), maxRunMs)
  timer.unref()
  limit.unref()
  return {
    ...attempt,
    stop() {
      clearInterval(timer)
      clearTimeout(limit)
    },
  }
}

type Set = { status?: number | string | undefined; headers: Record<string, unknown> }

/** The response that a handler or the error mapping returned, to be stored; its body is null if it is streamed. */
export function toStored(response: unknown, set: Set): StoredResponse {
  const headers = Object.fromEntries(
    keptHeaders.flatMap((name) => (typeof set.headers[name] === 'string' ? [[name, set.headers[name]]] : [])),
  )
  if (response instanceof Response) return { status: response.status, headers, body: null }
  if (response instanceof ElysiaCustomStatusResponse)
    return { status: Number(response.code), headers, body: response.response }
  return { status: typeof set.status === 'number' ? set.status : 200, headers, body: response }
}

/** Headers of a response that name what it created. */
const keptHeaders = ['Location', 'location', 'x-eve-session-id']

/** Responds with a stored response from a `derive` hook, so that no handler runs. */
export function showRepeated({ status: code, headers, body }: StoredResponse, shown: Set['headers']): never {
  Object.assign(shown, headers, { 'Idempotent-Replayed': 'true' })
  // Elysia responds with a returned status at once; in the types a hook returns only what it adds.
  return status(code as 200, body) as never
}

/**
 * Stores the response of an attempt. A response that does not say whether the request can succeed (401, 403, 408, 409,
 * 429, 5xx) frees the key, unless the request has taken effect. `body` is null for a stream.
 */
export async function settleKey(ctx: Context, claim: Claim, response: StoredResponse): Promise<void> {
  claim.stop()
  const { owner } = claim
  if (owner === null) return
  const attempt = { ...claim, owner }
  try {
    await (isFinal(response.status) ? keep(ctx, attempt, response) : free(ctx, attempt))
  } catch (error) {
    // The lease ends soon, and the record of the call prevents a second effect.
    ctx.log.warn(
      { error: describeError(error) },
      'The response to a request with an Idempotency-Key could not be stored. Repeating the request is safe, but may return 409.',
    )
  }
}

const isFinal = (status: number) => status < 500 && ![401, 403, 408, 409, 429].includes(status)

async function keep(ctx: Context, claim: Attempt & { callId: string }, response: StoredResponse) {
  const text = response.body === null ? null : JSON.stringify(response)
  const sealed =
    text !== null && text.length <= keyLimits.responseBytes
      ? ctx.secrets.encrypt(text, locationOf(claim.callId))
      : null
  const bytes = sealed?.length ?? 0
  const stored = sql`(select coalesce(sum(bytes), 0) from idempotency_keys
    where organization_id = ${claim.organizationId})`
  const fits = sql`${stored} + ${bytes} <= ${keyLimits.organizationBytes}`
  await ctx.db
    .update(idempotencyKeys)
    .set({
      status: response.status,
      sealedResponse: sql`case when ${fits} then ${sealed} end`,
      bytes: sql`case when ${fits} then ${bytes} else 0 end`,
    })
    .where(isHeld(claim))
}

async function free(ctx: Context, claim: Attempt & { callId: string }) {
  const isMade = madeBy(claim.organizationId, sql`${claim.callId}`)
  await atomically(ctx.db, [
    ctx.db.delete(idempotencyKeys).where(and(isHeld(claim), sql`not ${isMade}`)),
    ctx.db
      .update(idempotencyKeys)
      .set({ leaseUntil: new Date(0) })
      .where(isHeld(claim)),
  ])
}

/** Responses may contain secrets that are shown once. */
const locationOf = (callId: string): SecretLocation => ({
  table: 'idempotency_keys',
  column: 'sealed_response',
  row: callId,
})

type Finished = { callId: string; sealedResponse: string | null }

/** The stored response; null if it was too large, or if the secret key has changed. */
function openResponse(ctx: Context, { callId, sealedResponse }: Finished): StoredResponse | null {
  if (sealedResponse === null) return null
  try {
    return JSON.parse(ctx.secrets.decrypt(sealedResponse, locationOf(callId)))
  } catch {
    return null
  }
}

/** A statement for the start of the only process: no request of an earlier one still runs. */
export const releaseKeys = (ctx: Context) =>
  ctx.db
    .update(idempotencyKeys)
    .set({ leaseUntil: new Date(0) })
    .where(sql`${idempotencyKeys.status} is null`)

/** Deletes keys after 24 hours. */
export const sweepIdempotencyKeys = defineJob(
  'idempotency-keys.sweep',
  t.Object({}),
  async (ctx, _, { signal }) => {
    const before = new Date(ctx.now().getTime() - keyLimits.retentionMs)
    await deleteInSlices(ctx, idempotencyKeys, lte(idempotencyKeys.createdAt, before), { signal })
  },
  { title: 'Deleting old idempotency keys' },
)
