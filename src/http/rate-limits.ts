import { sql } from 'drizzle-orm'
import { t } from 'elysia'
import type { Context } from '../context.ts'
import { AppError } from '../errors.ts'
import { defineJob } from '../jobs/define.ts'
import { deleteInSlices } from '../jobs/retention.ts'
import type { Bucket, Window } from './buckets.ts'
import { rateLimits } from './table.ts'

/** What requests are counted in: a rate limit, or a limit of Herald's own requests. */
export type Counter = Pick<Bucket, 'name' | 'windows'>

/** A counter and the id of the caller whose request counts. */
export type Charge = { bucket: Counter; subject: string }

/** Usage of a bucket by one caller, in the window with the fewest requests left. */
export type LimitUsage = { limit: number; remaining: number; resetAt: number; now: number }

/**
 * Counts one request in one atomic statement and returns the new usage; throws 429 if a window is full. Windows
 * slide: they count the requests granted in the last `seconds`, not in a calendar interval.
 */
export async function spend(ctx: Context, bucket: Counter, subject: string): Promise<LimitUsage> {
  const granted = await take(ctx, bucket, subject)
  if (granted) return granted
  throw rateLimited(await peek(ctx, bucket, subject))
}

/**
 * Counts one request in two buckets with one commit and returns the new usage of both. If the first is full, throws 429
 * and counts nothing; if the second is full, calls `show` with the usage of the first and throws 429.
 */
export async function chargeBoth(
  ctx: Context,
  first: Charge,
  second: Charge,
  show: (usage: LimitUsage) => void,
): Promise<[LimitUsage, LimitUsage]> {
  const [ofFirst, ofSecond] = await chargeEach(ctx, [first, second])
  if (!ofFirst) throw rateLimited(await peek(ctx, first.bucket, first.subject))
  if (ofSecond) return [ofFirst, ofSecond]
  show(ofFirst)
  throw rateLimited(await peek(ctx, second.bucket, second.subject))
}

/** The error for a request over its rate limit. */
export const rateLimited = (usage: LimitUsage, message = 'Rate limit exceeded') =>
  new AppError(429, message, {
    headers: { ...limitHeaders(usage), 'Retry-After': String(secondsUntilReset(usage)) },
    body: { limit: usage.limit, remaining: 0, reset: usage.resetAt },
  })

/** Usage of a bucket, without counting a request. */
export async function peek(ctx: Context, bucket: Counter, subject: string): Promise<LimitUsage> {
  return tightest(await readHits(ctx, bucket, subject), bucket.windows, ctx.now().getTime())
}

/** When the last granted request leaves the longest window of a bucket. */
export async function findUntouchedAt(ctx: Context, bucket: Counter, subject: string): Promise<number> {
  return Math.max(0, ...(await readHits(ctx, bucket, subject))) + longestWindow(bucket)
}

async function readHits(ctx: Context, bucket: Counter, subject: string): Promise<number[]> {
  const key = keyOf(bucket, subject)
  const { rows } = await ctx.db.$client.read('select hits from rate_limits where bucket = ?', [key])
  return rows[0] ? JSON.parse(String(rows[0][0])) : []
}

const longestWindow = ({ windows }: Counter) => Math.max(...windows.map((window) => window.seconds * 1000))

/** Usage of a caller without requests: the full limit. */
export const untouched = (ctx: Context, bucket: Counter): LimitUsage =>
  tightest([], bucket.windows, ctx.now().getTime())

const keyOf = ({ name }: Counter, subject: string) => `${name}:${subject}`

/** Counts one request; null if a window is full. */
export async function take(ctx: Context, bucket: Counter, subject: string): Promise<LimitUsage | null> {
  const [granted = null] = await chargeEach(ctx, [{ bucket, subject }])
  return granted
}

/** Counts one request in each bucket, up to the first that is full: null for that one and those after it. */
async function chargeEach(ctx: Context, charges: Charge[]): Promise<(LimitUsage | null)[]> {
  const now = ctx.now().getTime()
  const statements = charges.map(({ bucket, subject }, index) => {
    const longest = longestWindow(bucket)
    const rooms = bucket.windows.flatMap((window) => [now - window.seconds * 1000, window.limit])
    const args = [keyOf(bucket, subject), now, now + longest, now - longest, now, ...rooms]
    return { sql: chargeSql(bucket.windows.length, index > 0), args }
  })
  const results = await ctx.db.$client.batch(statements, 'write')
  return charges.map(({ bucket: { windows } }, index) => {
    const row = results[index]?.rows[0]
    return row ? tightest(JSON.parse(String(row.hits)), windows, now) : null
  })
}

/** Refunds one counted request. */
export async function refund(
  ctx: Context,
  bucket: Counter,
  subject: string,
  { now }: LimitUsage,
): Promise<void> {
  await ctx.db.run(sql`
    update rate_limits set hits = (
      select json_group_array(value) from json_each(rate_limits.hits)
      where key is not (select key from json_each(rate_limits.hits) where value = ${now} limit 1)
    ) where bucket = ${keyOf(bucket, subject)}`)
}

/**
 * Written out instead of built, because it runs for every limited request, often twice. `isAfter` counts only if the
 * statement before it did.
 */
function chargeSql(windowCount: number, isAfter: boolean): string {
  const hasRoom = '(select count(*) from json_each(rate_limits.hits) where value > ?) < ?'
  return `
    insert into rate_limits (bucket, hits, expires_at)
    select ?, json_array(?), ? where ${isAfter ? 'changes() = 1' : 'true'}
    on conflict (bucket) do update set
      hits = (
        select json_group_array(value) from (
          select value from json_each(rate_limits.hits) where value > ? union all select ?
        )
      ),
      expires_at = excluded.expires_at
    where ${Array(windowCount).fill(hasRoom).join(' and ')}
    returning hits`
}

function tightest(hits: number[], windows: Window[], now: number): LimitUsage {
  const usages = windows.map(({ limit, seconds }) => {
    const inside = hits.filter((hit) => hit > now - seconds * 1000)
    const oldest = inside.length > 0 ? Math.min(...inside) : now
    return { limit, remaining: Math.max(0, limit - inside.length), resetAt: oldest + seconds * 1000, now }
  })
  return usages.reduce(tighter)
}

/** The usage with fewer requests left; if equal, the one that resets later. */
export function tighter(one: LimitUsage, other: LimitUsage): LimitUsage {
  if (one.remaining !== other.remaining) return one.remaining < other.remaining ? one : other
  return one.resetAt >= other.resetAt ? one : other
}

export const secondsUntilReset = (usage: LimitUsage) =>
  Math.max(1, Math.ceil((usage.resetAt - usage.now) / 1000))

/** Headers of every response of a rate-limited endpoint (spec: Limits). */
export function limitHeaders(usage: LimitUsage): Record<string, string> {
  const limit = String(usage.limit)
  const remaining = String(usage.remaining)
  return {
    'RateLimit-Limit': limit,
    'X-RateLimit-Limit': limit,
    'RateLimit-Remaining': remaining,
    'X-RateLimit-Remaining': remaining,
    'RateLimit-Reset': String(secondsUntilReset(usage)),
    'X-RateLimit-Reset': String(Math.ceil(usage.resetAt / 1000)),
  }
}

/** The most windows stored at once. Beyond that, the oldest windows of unknown callers are deleted. */
const maxWindows = 100_000

/** Deletes expired windows, so that addresses do not accumulate in the table. */
export const sweepRateLimits = defineJob(
  'rate-limits.sweep',
  t.Object({}),
  async (ctx, _, { signal }) => {
    const [oldestKept] = await ctx.db.all<{ expiresAt: number }>(sql`
    select expires_at as expiresAt from rate_limits where expires_at > 0
    order by expires_at desc limit 1 offset ${maxWindows}`)
    const before = Math.max(ctx.now().getTime(), oldestKept?.expiresAt ?? 0)
    await deleteInSlices(ctx, rateLimits, sql`expires_at < ${before}`, { signal })
  },
  { title: 'Deleting expired rate limits' },
)
