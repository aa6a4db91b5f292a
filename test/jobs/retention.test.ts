import { beforeEach, expect, test } from 'bun:test'
import { lt, sql } from 'drizzle-orm'
import type { Context } from '../../src/context.ts'
import { rateLimits } from '../../src/http/table.ts'
import { deleteInSlices } from '../../src/jobs/retention.ts'
import { testContext } from '../support/context.ts'
import { recordStatements } from '../support/query-plan.ts'

let ctx: Context
beforeEach(async () => {
  ctx = await testContext()
  const at = (number: number) => ({ bucket: `b${number}`, hits: [], expiresAt: new Date(number) })
  await ctx.db.insert(rateLimits).values(Array.from({ length: 25 }, (_, number) => at(number)))
})

const { signal } = new AbortController()
const before = (time: number) => lt(rateLimits.expiresAt, new Date(time))
const left = async () =>
  (await ctx.db.select().from(rateLimits)).map(({ expiresAt }) => expiresAt.getTime()).sort((a, b) => a - b)

test('all rows that match are deleted, and no others', async () => {
  await deleteInSlices(ctx, rateLimits, before(22), { signal, rows: 5 })
  expect(await left()).toEqual([22, 23, 24])
})

test('a deletion takes slices, and other work runs between two of them', async () => {
  const sent = recordStatements(ctx.db)
  const order: string[] = []
  const { execute } = ctx.db.$client
  ctx.db.$client.execute = ((statement: never) => {
    order.push('slice')
    setImmediate(() => order.push('other'))
    return execute.call(ctx.db.$client, statement)
  }) as typeof execute
  await deleteInSlices(ctx, rateLimits, before(20), { signal, rows: 5 })
  ctx.db.$client.execute = execute
  expect(sent.filter(({ sql }) => sql.includes('delete from')).length).toBe(5)
  expect(order.slice(0, 4)).toEqual(['slice', 'other', 'slice', 'other'])
})

test('a deletion stops after its slice when the process shuts down', async () => {
  const shutdown = new AbortController()
  const { execute } = ctx.db.$client
  ctx.db.$client.execute = ((statement: never) => {
    shutdown.abort()
    return execute.call(ctx.db.$client, statement)
  }) as typeof execute
  const deleting = deleteInSlices(ctx, rateLimits, before(20), { signal: shutdown.signal, rows: 5 })
  await expect(deleting).rejects.toThrow()
  ctx.db.$client.execute = execute
  expect(await left()).toHaveLength(20)
  expect(await ctx.db.all(sql`select count(*) as count from rate_limits`)).toEqual([{ count: 20 }])
})
