import { sql } from 'drizzle-orm'
import { t } from 'elysia'
import type { Context } from '../context.ts'
import { AppError } from '../errors.ts'
import { defineJob } from '../jobs/define.ts'
import { deleteInSlices } from '../jobs/retention.ts'
import { rateLimits } from './table.ts'

export type Window = { limit: number; seconds: number }

/** A rate limit; endpoints with the same bucket name share it. */
export type Bucket = { name: string; per: 'key' | 'organization' | 'address' | 'person'; windows: Window[] }

/** Usage of a bucket by one caller, in the window with the fewest requests left. */
export type Standing = { limit: number; remaining: number; resetAt: number; now: number }

/**
 * Counts one request in one atomic statement and returns the new usage; throws 429 if a window is full. Windows
 * slide: they count the requests granted in the last `seconds`, not in a calendar interval.
 */
export async function spend(ctx: Context, bucket: Bucket, subject: string): Promise<Standing> {
  const granted = await take(ctx, bucket, subject)
  if (granted) return granted
  throw rateLimited(await peek(ctx, bucket, subject))
}

/** The error for a request over its rate limit. */
export const rateLimited = (standing: Standing, message = 'Rate limit exceeded') =>
  new AppError(429, message, {
    headers: { ...standingHeaders(standing), 'Retry-After': String(secondsUntilReset(standing)) },
    body: { limit: standing.limit, remaining: 0, reset: standing.resetAt },
  })

/** Usage of a bucket, without counting a request. */
export async function peek(ctx: Context, bucket: Bucket, subject: string): Promise<Standing> {
  return tightest(await readHits(ctx, bucket, subject), bucket.windows, ctx.now().getTime())
}

/** When the last granted request leaves the longest window of a bucket. */
export async function findUntouchedAt(ctx: Context, bucket: Bucket, subject: string): Promise<number> {
  return Math.max(0, ...(await readHits(ctx, bucket, subject))) + longestWindow(bucket)
}

async function readHits(ctx: Context, bucket: Bucket, subject: string): Promise<number[]> {
  const key = keyOf(bucket, subject)
  const [row] = await ctx.db.all<{ hits: string }>(sql`select hits from rate_limits where bucket = ${key}`)
  return row ? JSON.parse(row.hits) : []
}

const longestWindow = ({ windows }: Bucket) => Math.max(...windows.map((window) => window.seconds * 1000))

/** Usage of a caller without requests: the full limit. */
export const untouched = (ctx: Context, bucket: Bucket): Standing =>
  tightest([], bucket.windows, ctx.now().getTime())

const keyOf = ({ name }: Bucket, subject: string) => `${name}:${subject}`

/** Counts one request; null if a window is full. */
export async function take(ctx: Context, bucket: Bucket, subject: string): Promise<Standing | null> {
  const { windows } = bucket
  const now = ctx.now().getTime()
  const longest = longestWindow(bucket)
  const rooms = windows.flatMap((window) => [now - window.seconds * 1000, window.limit])
  const args = [keyOf(bucket, subject), now, now + longest, now - longest, now, ...rooms]
  const [result] = await ctx.db.$client.batch([{ sql: takeSql(windows.length), args }], 'write')
  const row = result?.rows[0]
  return row ? tightest(JSON.parse(String(row.hits)), windows, now) : null
}

/** Refunds one counted request. */
export async function refund(
  ctx: Context,
  bucket: Bucket,
  subject: string,
  { now }: Standing,
): Promise<void> {
  await ctx.db.run(sql`
    update rate_limits set hits = (
      select json_group_array(value) from json_each(rate_limits.hits)
      where key is not (select key from json_each(rate_limits.hits) where value = ${now} limit 1)
    ) where bucket = ${keyOf(bucket, subject)}`)
}

/** Written out instead of built, because it runs for every limited request, often twice. */
function takeSql(windowCount: number): string {
  const hasRoom = '(select count(*) from json_each(rate_limits.hits) where value > ?) < ?'
  return `
    insert into rate_limits (bucket, hits, expires_at) values (?, json_array(?), ?)
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

function tightest(hits: number[], windows: Window[], now: number): Standing {
  const standings = windows.map(({ limit, seconds }) => {
    const inside = hits.filter((hit) => hit > now - seconds * 1000)
    const oldest = inside.length > 0 ? Math.min(...inside) : now
    return { limit, remaining: Math.max(0, limit - inside.length), resetAt: oldest + seconds * 1000, now }
  })
  return standings.reduce(tighter)
}

/** The usage with fewer requests left; if equal, the one that resets later. */
export function tighter(one: Standing, other: Standing): Standing {
  if (one.remaining !== other.remaining) return one.remaining < other.remaining ? one : other
  return one.resetAt >= other.resetAt ? one : other
}

export const secondsUntilReset = (standing: Standing) =>
  Math.max(1, Math.ceil((standing.resetAt - standing.now) / 1000))

/** Headers of every response of a rate-limited endpoint (spec: Limits). */
export function standingHeaders(standing: Standing): Record<string, string> {
  const limit = String(standing.limit)
  const remaining = String(standing.remaining)
  return {
    'RateLimit-Limit': limit,
    'X-RateLimit-Limit': limit,
    'RateLimit-Remaining': remaining,
    'X-RateLimit-Remaining': remaining,
    'RateLimit-Reset': String(secondsUntilReset(standing)),
    'X-RateLimit-Reset': String(Math.ceil(standing.resetAt / 1000)),
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
