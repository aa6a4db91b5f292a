import { beforeEach, describe, expect, test } from 'bun:test'
import type { Bucket } from '../../src/http/buckets.ts'
import { peek, spend, sweepRateLimits } from '../../src/http/rate-limits.ts'
import { rateLimits } from '../../src/http/table.ts'
import type { Attempt } from '../../src/jobs/define.ts'
import { type TestContext, testContext } from '../support/context.ts'

const bucket: Bucket = { name: 'test', per: 'key', windows: [{ limit: 3, seconds: 60 }] }
const both: Bucket = {
  name: 'both',
  per: 'key',
  windows: [
    { limit: 2, seconds: 60 },
    { limit: 3, seconds: 3600 },
  ],
}

let ctx: TestContext
beforeEach(async () => {
  ctx = await testContext()
})
const refused = (limited: Bucket) =>
  spend(ctx, limited, 'a').then(
    () => null,
    (error) => error,
  )

describe('a window', () => {
  test('allows its limit and refuses the next', async () => {
    for (const remaining of [2, 1, 0]) expect((await spend(ctx, bucket, 'a')).remaining).toBe(remaining)
    const error = await refused(bucket)
    expect(error.status).toBe(429)
    expect(error.message).toBe('Rate limit exceeded')
    expect(error.extra.body).toEqual({ limit: 3, remaining: 0, reset: ctx.now().getTime() + 60_000 })
    expect(error.extra.headers).toEqual({
      'RateLimit-Limit': '3',
      'X-RateLimit-Limit': '3',
      'RateLimit-Remaining': '0',
      'X-RateLimit-Remaining': '0',
      'RateLimit-Reset': '60',
      'X-RateLimit-Reset': String(Math.ceil((ctx.now().getTime() + 60_000) / 1000)),
      'Retry-After': '60',
    })
  })

  test('slides: each use is free again exactly when it is as old as the window', async () => {
    await spend(ctx, bucket, 'a')
    ctx.clock.advance(30_000)
    await spend(ctx, bucket, 'a')
    await spend(ctx, bucket, 'a')
    ctx.clock.advance(29_999)
    expect((await refused(bucket))?.status).toBe(429)
    ctx.clock.advance(1)
    expect(await refused(bucket)).toBeNull()
    expect((await refused(bucket))?.status).toBe(429)
  })

  test('counts each subject separately', async () => {
    for (let n = 0; n < 3; n++) await spend(ctx, bucket, 'a')
    expect((await spend(ctx, bucket, 'b')).remaining).toBe(2)
  })

  test('is exact for concurrent requests', async () => {
    const answers = await Promise.allSettled(Array.from({ length: 50 }, () => spend(ctx, bucket, 'a')))
    expect(answers.filter((answer) => answer.status === 'fulfilled')).toHaveLength(3)
  })

  test('is not used by reading it or by a refused request', async () => {
    for (let n = 0; n < 5; n++) expect((await peek(ctx, bucket, 'a')).remaining).toBe(3)
    for (let n = 0; n < 3; n++) await spend(ctx, bucket, 'a')
    for (let n = 0; n < 5; n++) await refused(bucket)
    ctx.clock.advance(60_000)
    expect((await peek(ctx, bucket, 'a')).remaining).toBe(3)
  })
})

describe('two windows', () => {
  test('both apply, and the one with less left is reported', async () => {
    await spend(ctx, both, 'a')
    expect(await spend(ctx, both, 'a')).toMatchObject({ limit: 2, remaining: 0 })
    expect((await refused(both))?.extra.headers['Retry-After']).toBe('60')
    ctx.clock.advance(60_000)
    expect(await spend(ctx, both, 'a')).toMatchObject({ limit: 3, remaining: 0 })
    expect((await refused(both))?.extra.headers['Retry-After']).toBe('3540')
  })
})

test('expired windows are deleted', async () => {
  await spend(ctx, bucket, 'a')
  ctx.clock.advance(60_001)
  await spend(ctx, bucket, 'b')
  await sweepRateLimits.perform(ctx, {}, { signal: new AbortController().signal } as Attempt)
  expect((await ctx.db.select().from(rateLimits)).map((row) => row.bucket)).toEqual(['test:b'])
})
