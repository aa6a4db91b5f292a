import { Database } from 'bun:sqlite'
import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import { eq, sql } from 'drizzle-orm'
import { t } from 'elysia'
import { repairFutureTimes, watchClock } from '../src/clock.ts'
import { armTask } from '../src/cron/arm.ts'
import { recurring } from '../src/cron/table.ts'
import { tick } from '../src/cron/ticker.ts'
import { createOrganization } from '../src/features/organizations/service.ts'
import { deliveries } from '../src/features/webhooks/table.ts'
import type { Bucket } from '../src/http/buckets.ts'
import { peek, spend } from '../src/http/rate-limits.ts'
import { defineJob } from '../src/jobs/define.ts'
import { claimJobs, finishJobs, insertJob, leaseMilliseconds, recoverJobs } from '../src/jobs/queue.ts'
import { startRunner } from '../src/jobs/runner.ts'
import { jobs } from '../src/jobs/table.ts'
import { databaseOf } from './chaos/installation.ts'
import { at } from './contract/support.ts'
import { connect, testApp } from './support/app.ts'
import { type TestContext, testContext } from './support/context.ts'
import { cleanUp, start, succeed, temporaryFolder } from './support/process.ts'
import { freePort } from './support/sqld.ts'

afterAll(cleanUp)

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

// The true time is 2026-03-04T12:00Z, a Wednesday.
let ctx: TestContext
beforeEach(async () => {
  ctx = await testContext()
})

const task = (pattern: string) => ({ key: 'test', pattern, job: 'test.act', payload: {} })
const dueTimes = async () =>
  (await ctx.db.select({ payload: jobs.payload }).from(jobs)).map(
    ({ payload }) => (payload as { due: string }).due,
  )
const nextAt = async () => (await ctx.db.select().from(recurring))[0]?.nextAt.toISOString()
const bucket: Bucket = { name: 'test', per: 'key', windows: [{ limit: 2, seconds: 600 }] }
const isRefused = () =>
  spend(ctx, bucket, 'a').then(
    () => false,
    (error) => error.status === 429,
  )

describe.each([
  ['a day', day],
  ['a month', 30 * day],
])('a clock that was ahead by %s and comes back', (_, shift) => {
  const ahead = () => ctx.clock.advance(shift)
  async function back() {
    ctx.clock.advance(-shift)
    await repairFutureTimes(ctx)
  }

  test.each([
    ['*/10 * * * *', '2026-03-04T12:10:00.000Z'],
    ['30 9 * * *', '2026-03-05T09:30:00.000Z'],
  ])('leaves a task of %p due at its next time', async (pattern, due) => {
    ahead()
    await armTask(ctx, task(pattern))
    await back()
    expect(await nextAt()).toBe(due)
    ctx.clock.now = new Date(due)
    expect(await tick(ctx)).toBe(1)
    expect(await dueTimes()).toEqual([due])
  })

  test('lets a task run at its times though it already ran for them with the wrong clock', async () => {
    await armTask(ctx, task('30 9 * * *'))
    const runOnce = async () => {
      expect(await tick(ctx)).toBe(1)
      const claimed = await claimJobs(ctx, 'me', 9)
      await finishJobs(
        ctx,
        'me',
        claimed.map(({ id }) => id),
      )
    }
    ahead()
    await runOnce()
    ctx.clock.advance(day)
    await runOnce()
    ctx.clock.advance(-day)
    await back()
    const wrong = await dueTimes()
    for (let due: string | undefined; due !== wrong[1]; ) {
      due = await nextAt()
      ctx.clock.now = new Date(due ?? 0)
      await runOnce()
    }
    expect((await dueTimes()).filter((due) => wrong.includes(due)).sort()).toEqual(
      [...wrong, ...wrong].sort(),
    )
  })

  test('leaves a full rate-limit window full for its own length, and no longer', async () => {
    ahead()
    for (const _ of [1, 2]) await spend(ctx, bucket, 'a')
    await back()
    expect(await isRefused()).toBe(true)
    expect((await peek(ctx, bucket, 'a')).resetAt).toBe(ctx.now().getTime() + 600 * second)
    ctx.clock.advance(600 * second)
    expect(await isRefused()).toBe(false)
  })

  test('leaves no job waiting', async () => {
    ahead()
    await insertJob(ctx, 'test.new', {}, {})
    await insertJob(ctx, 'test.soon', {}, { runAt: new Date(ctx.now().getTime() + minute) })
    await back()
    expect((await claimJobs(ctx, 'me', 9)).map(({ name }) => name)).toEqual(['test.new', 'test.soon'])
  })

  test('keeps a lease for one lease duration, enough to renew it', async () => {
    await insertJob(ctx, 'test.act', {}, {})
    ahead()
    await claimJobs(ctx, 'elsewhere/1/dead', 1)
    await back()
    await recoverJobs(ctx, 'me')
    expect(await claimJobs(ctx, 'me', 1)).toEqual([])
    ctx.clock.advance(leaseMilliseconds + 1)
    await recoverJobs(ctx, 'me')
    expect(await claimJobs(ctx, 'me', 1)).toHaveLength(1)
  })

  test('keeps a delivery id for its full time from now on', async () => {
    const { id } = await createOrganization(ctx, 'acme', 'Acme')
    const integration = await connect(ctx, id)
    ahead()
    await ctx.db
      .insert(deliveries)
      .values({ integrationId: integration.id, deliveryId: 'd', receivedAt: ctx.now() })
    await back()
    expect(await ctx.db.select({ at: deliveries.receivedAt }).from(deliveries)).toEqual([{ at: ctx.now() }])
  })
})

describe.each([
  ['a day', day],
  ['a month', 30 * day],
])('a clock that was behind by %s and is put right', (_, shift) => {
  test('catches up on a task once, and empties full windows', async () => {
    await armTask(ctx, task('0 * * * *'))
    for (const _ of [1, 2]) await spend(ctx, bucket, 'a')
    ctx.clock.advance(shift)
    expect([await tick(ctx), await tick(ctx)]).toEqual([1, 0])
    expect(await nextAt()).toBe(new Date(Date.UTC(2026, 2, 4, 13) + shift).toISOString())
    expect(await isRefused()).toBe(false)
  })
})

describe('correct times are left unchanged', () => {
  test('a task that has just run, when the clock is set back by a second', async () => {
    await armTask(ctx, task('0 13 * * *'))
    ctx.clock.advance(hour)
    expect(await tick(ctx)).toBe(1)
    ctx.clock.advance(-second)
    await repairFutureTimes(ctx)
    ctx.clock.advance(2 * second)
    expect(await tick(ctx)).toBe(0)
    expect(await nextAt()).toBe('2026-03-05T13:00:00.000Z')
  })

  test('tasks, windows, waiting jobs and leases with a correct clock', async () => {
    for (const pattern of ['*/10 * * * *', '0 9 * * 1', '0 9 31 * *'])
      await armTask(ctx, { ...task(pattern), key: pattern })
    await spend(ctx, bucket, 'a')
    await insertJob(ctx, 'test.running', {}, {})
    await claimJobs(ctx, 'other', 1)
    await insertJob(ctx, 'test.waiting', {}, { runAt: new Date(ctx.now().getTime() + hour) })
    const everything = async () => [
      await ctx.db.all(sql`select * from recurring order by key`),
      await ctx.db.all(sql`select * from rate_limits`),
      await ctx.db.all(sql`select * from jobs order by id`),
    ]
    const before = JSON.stringify(await everything())
    ctx.clock.advance(minute)
    await repairFutureTimes(ctx)
    expect(JSON.stringify(await everything())).toBe(before)
  })
})

describe('a server', () => {
  test('continues running jobs, sessions, limits and tasks while its clock jumps a day forward and back', async () => {
    const app = await testApp()
    const { call } = await (await app.team('acme')).person('member')
    const [begun, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    let attempts = 0
    const long = defineJob(
      'test.long',
      t.Object({}),
      async () => {
        attempts++
        begun.resolve()
        await ended.promise
      },
      { title: 'A long job' },
    )
    const runner = await startRunner(app.ctx, [long])
    const polls = [runner.look, () => tick(app.ctx), watchClock(app.ctx)]
    const poll = async () => {
      for (const each of polls) await each()
    }
    await insertJob(app.ctx, 'test.long', {}, {})
    await armTask(app.ctx, { ...task('30 9 * * *'), job: 'test.act' })
    for (const _ of [1, 2]) await spend(app.ctx, bucket, 'a')
    app.ctx.jobsReady.wake()
    await begun.promise
    for (const shift of [day, -day]) {
      app.ctx.clock.advance(shift)
      await poll()
      await poll()
      expect((await call('GET', '/api/app/session')).body.user).not.toBeNull()
      for (const _ of [1, 2]) await spend(app.ctx, bucket, 'a').catch(() => {})
    }
    expect((await peek(app.ctx, bucket, 'a')).resetAt).toBe(app.ctx.now().getTime() + 600 * second)
    ended.resolve()
    await runner.stop()
    const all = app.ctx.db.select().from(jobs)
    const [job] = await all.where(eq(jobs.name, 'test.long'))
    expect([attempts, job]).toEqual([1, expect.objectContaining({ state: 'done', interruptions: 0 })])
    const [next] = await app.ctx.db.select().from(recurring)
    expect(next?.nextAt.toISOString()).toBe('2026-03-05T09:30:00.000Z')
  })

  test('corrects future times while it runs, when the clock is set back', async () => {
    const look = watchClock(ctx)
    ctx.clock.advance(day)
    await look()
    await armTask(ctx, task('*/10 * * * *'))
    await look()
    expect(await nextAt()).toBe('2026-03-05T12:10:00.000Z')
    ctx.clock.advance(-day)
    await look()
    expect(await nextAt()).toBe('2026-03-04T12:10:00.000Z')
  })

  test('corrects future times when it starts', async () => {
    const settings = { DATA_DIR: temporaryFolder(), PORT: String(await freePort()), LOG_LEVEL: 'warn' }
    await succeed(['org', 'create', '--slug', 'acme', '--name', 'Acme'], settings)
    const send = (url: string) =>
      fetch(`${url}/v1/feedback/acme`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"message": "x"}',
      })

    const wrong = await start({ ...settings, ...at(30 * day) })
    while ((await send(wrong.url)).status === 202);
    await wrong.terminate()

    const right = await start(settings)
    const answer = await send(right.url)
    expect(answer.status).toBe(429)
    expect(Number(answer.headers.get('retry-after'))).toBeLessThanOrEqual(600)
    const database = new Database(databaseOf(settings), { readonly: true })
    const { latest } = database
      .query(
        "select max(next_at) as latest from recurring where job not in ('search-console.weekly', 'subscribers.digest', 'notifications.weekly')",
      )
      .get() as {
      latest: number
    }
    expect(latest).toBeLessThanOrEqual(Date.now() + day)
    database.close()
    await right.terminate()
  })
})
