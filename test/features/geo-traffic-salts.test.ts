import { afterEach, expect, jest, test } from 'bun:test'
import { saltOf } from '../../src/features/geo/traffic/salts.ts'
import { trafficSalts } from '../../src/features/geo/traffic/table.ts'
import { testContext } from '../support/context.ts'

afterEach(() => void jest.useRealTimers())

test('a salt that was deleted leaves the memory of an idle process within an hour', async () => {
  const ctx = await testContext()
  jest.useFakeTimers()
  const first = await saltOf(ctx, ctx.now())
  jest.advanceTimersByTime(60 * 60_000)
  expect(await saltOf(ctx, ctx.now())).toEqual(first)
  await ctx.db.delete(trafficSalts)
  jest.advanceTimersByTime(60 * 60_000)
  expect(await saltOf(ctx, ctx.now())).not.toEqual(first)
})
