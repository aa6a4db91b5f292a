import { beforeEach, expect, test } from 'bun:test'
import { hostname } from 'node:os'
import { version } from '../../package.json'
import { drainServers, isDrained, lastSeen, registerProcess } from '../../src/db/server-processes.ts'
import { processes } from '../../src/db/table.ts'
import { type TestContext, testContext } from '../support/context.ts'

let ctx: TestContext
beforeEach(async () => {
  ctx = await testContext()
})

const insert = (values: Partial<typeof processes.$inferInsert> = {}) =>
  ctx.db.insert(processes).values({
    ...{ owner: 'other', host: 'away', version: '0.0.9', startedAt: ctx.now(), seenAt: ctx.now() },
    ...values,
  })

test('a process of another version is named at the start, unless it was not seen for 30 seconds', async () => {
  await insert()
  await insert({ owner: 'same', version })
  expect((await registerProcess(ctx)).ofOtherVersion).toEqual(['Herald 0.0.9 on away'])
  ctx.clock.advance(30_000)
  expect((await registerProcess(ctx)).ofOtherVersion).toEqual([])
})

test('a process shows that it runs, also after its row was lost, and leaves no row', async () => {
  const { renew, leave } = await registerProcess(ctx)
  const startedAt = ctx.now()
  ctx.clock.advance(10_000)
  await renew()
  expect(await ctx.db.select().from(processes)).toEqual([
    {
      ...{ owner: expect.any(String), host: hostname(), version, startedAt },
      ...{ seenAt: ctx.now(), drainUntil: null },
    },
  ])
  await ctx.db.delete(processes)
  await renew()
  expect(await lastSeen(ctx.db)).toBe(ctx.now().getTime())
  await leave()
  expect(await lastSeen(ctx.db)).toBeNull()
})

test('a row that was not renewed for an hour is removed by the next process', async () => {
  await insert()
  ctx.clock.advance(3_600_001)
  await registerProcess(ctx)
  expect(await ctx.db.select().from(processes)).toHaveLength(1)
})

test('servers are asked to release the database until a restore ends, or until its request expires', async () => {
  const server = await registerProcess(ctx)
  let hasEnded = false
  const waiting = drainServers(ctx).finally(() => {
    hasEnded = true
  })
  while (!hasEnded && !(await isDrained(ctx))) await new Promise(setImmediate)
  await server.leave()
  const drain = await waiting
  await drain.holdFor(600_000)
  ctx.clock.advance(599_000)
  expect(await isDrained(ctx)).toBe(true)
  ctx.clock.advance(2_000)
  expect(await isDrained(ctx)).toBe(false)
  await drain.withdraw()
  expect(await ctx.db.select().from(processes)).toEqual([])
})

test('a restore names a server that does not release the database, and withdraws its request', async () => {
  await insert()
  await expect(drainServers(ctx, 0)).rejects.toThrow(
    'The database is still used by Herald 0.0.9 on away. Stop that process, then run the command again.',
  )
  expect(await isDrained(ctx)).toBe(false)
})

test('a second restore is refused, and leaves the request of the first', async () => {
  const first = await drainServers(ctx)
  await expect(drainServers(ctx)).rejects.toThrow('Another restore is running. Wait until it has ended.')
  expect(await isDrained(ctx)).toBe(true)
  await first.withdraw()
})
