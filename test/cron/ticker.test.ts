import { beforeEach, describe, expect, test } from 'bun:test'
import { armTask, armTasks, nextTime } from '../../src/cron/arm.ts'
import { recurring } from '../../src/cron/table.ts'
import { tick } from '../../src/cron/ticker.ts'
import { atomically } from '../../src/db/client.ts'
import { jobs } from '../../src/jobs/table.ts'
import { type TestContext, testContext } from '../support/context.ts'

const hourly = { key: 'test:hourly', pattern: '0 * * * *', job: 'test.act', payload: { n: 1 } }
const hour = 60 * 60 * 1000

let ctx: TestContext
beforeEach(async () => {
  ctx = await testContext()
})
const insertedJobs = () => ctx.db.select({ key: jobs.key, payload: jobs.payload }).from(jobs)
const nextAt = async () => (await ctx.db.select().from(recurring))[0]?.nextAt.toISOString()

describe('a recurring task', () => {
  test('inserts its job at its time, keyed by row and due time', async () => {
    await armTask(ctx, hourly)
    expect(await tick(ctx)).toBe(0)
    ctx.clock.advance(hour)
    expect(await tick(ctx)).toBe(1)
    expect(await insertedJobs()).toEqual([
      { key: 'test:hourly@2026-03-04T13:00:00.000Z', payload: { n: 1, due: '2026-03-04T13:00:00.000Z' } },
    ])
    expect(await nextAt()).toBe('2026-03-04T14:00:00.000Z')
  })

  test('that was due many times while no server ran is run once', async () => {
    await armTask(ctx, hourly)
    ctx.clock.advance(50 * hour + 1)
    await tick(ctx)
    await tick(ctx)
    expect(await insertedJobs()).toHaveLength(1)
    expect(await nextAt()).toBe('2026-03-06T15:00:00.000Z')
  })

  test('fires once when many tickers see it due', async () => {
    await armTask(ctx, hourly)
    ctx.clock.advance(hour)
    const fired = await Promise.all([tick(ctx), tick(ctx), tick(ctx)])
    expect(fired.reduce((sum, each) => sum + each)).toBe(1)
    expect(await insertedJobs()).toHaveLength(1)
  })

  test('fires with all others that are due, in any number', async () => {
    const keys = Array.from({ length: 250 }, (_, index) => `test:${index}`)
    await atomically(
      ctx.db,
      keys.map((key) => armTask(ctx, { ...hourly, key })),
    )
    ctx.clock.advance(hour)
    expect(await tick(ctx)).toBe(250)
    expect(new Set((await insertedJobs()).map(({ key }) => key?.split('@')[0]))).toEqual(new Set(keys))
    expect(await tick(ctx)).toBe(0)
  })

  test('keeps its next time when it is stored again, so that a restart misses nothing', async () => {
    await armTask(ctx, hourly)
    ctx.clock.advance(5 * hour)
    await armTask(ctx, hourly)
    expect(await nextAt()).toBe('2026-03-04T13:00:00.000Z')
  })

  test('needs no statement at a start when it is armed already', async () => {
    const daily = { ...hourly, key: 'test:daily', pattern: '0 6 * * *' }
    expect(await armTasks(ctx, [hourly, daily])).toHaveLength(2)
    await atomically(ctx.db, await armTasks(ctx, [hourly, daily]))
    expect(await armTasks(ctx, [hourly, daily])).toEqual([])
    for (const change of [{ pattern: '30 6 * * *' }, { job: 'test.other' }, { payload: { n: 2 } }])
      expect(await armTasks(ctx, [hourly, { ...daily, ...change }])).toHaveLength(1)
  })

  test('moves to the new times when its pattern changes', async () => {
    await armTask(ctx, hourly)
    await armTask(ctx, { ...hourly, pattern: '30 6 * * *' })
    expect(await nextAt()).toBe('2026-03-05T06:30:00.000Z')
  })
})

test.each([
  ['0 * * * *', '2026-03-04T12:00:00Z', '2026-03-04T13:00:00.000Z'],
  ['30 9 * * 1', '2026-03-04T12:00:00Z', '2026-03-09T09:30:00.000Z'],
  ['0 0 31 * *', '2026-04-01T00:00:00Z', '2026-05-31T00:00:00.000Z'],
  ['15 10 29 2 *', '2026-03-01T00:00:00Z', '2028-02-29T10:15:00.000Z'],
  // The night of the European change to summer time is as long as any other in UTC.
  ['30 2 * * *', '2026-03-28T12:00:00Z', '2026-03-29T02:30:00.000Z'],
])('the pattern %p after %p means %p', (pattern, after, expected) => {
  expect(nextTime(pattern, new Date(after)).toISOString()).toBe(expected)
})
