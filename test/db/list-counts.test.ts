import { beforeEach, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import type { Context } from '../../src/context.ts'
import { createOrganization } from '../../src/features/organizations/service.ts'
import { testContext } from '../support/context.ts'

let ctx: Context
let organizationId: string
beforeEach(async () => {
  ctx = await testContext()
  organizationId = (await createOrganization(ctx, `counts-${Bun.randomUUIDv7()}`, 'Counts')).id
})

const logCounts = () =>
  ctx.db.all(sql`
    select integration_id, type, total from webhook_log_counts
    where organization_id = ${organizationId} and total > 0 order by 1, 2`)
const countedLogs = () =>
  ctx.db.all(sql`
    select integration_id, type, count(*) as total from webhook_logs
    where organization_id = ${organizationId} group by 1, 2 order by 1, 2`)

const addLog = (integrationId: string, status: string, payload: object | null, processed = 0) =>
  ctx.db.run(sql`
    insert into webhook_logs
      (id, organization_id, integration_id, reference_id, title, status, status_code, payload, processed, verified, created_at)
    values ('', ${organizationId}, ${integrationId}, 'd', 't', ${status}, 200,
      ${payload && JSON.stringify(payload)}, ${processed}, 1, 0)`)

test('stored counts of deliveries match the log after entries were added, changed and deleted', async () => {
  await addLog('i1', 'failed', null)
  await addLog('i1', 'success', { event: 'push', filtered: true })
  await addLog('i1', 'success', { event: 'x', ignored: true })
  await addLog('i2', 'success', { event: 'push', duplicate: true })
  await addLog('i2', 'success', { event: 'ping' })
  await addLog('i2', 'success', null, 1)
  await addLog('i2', 'success', null, 1)
  const types = (await countedLogs()).map((row) => (row as { type: string }).type)
  expect(types.sort()).toEqual(['duplicate', 'filtered', 'ignored', 'ping', 'processed', 'rejected'])
  expect(await logCounts()).toEqual(await countedLogs())
  await ctx.db.run(sql`
    update webhook_logs set processed = 0, payload = '{"event":"push","action":"pushed"}'
    where organization_id = ${organizationId} and processed = 1`)
  expect(await logCounts()).toEqual(await countedLogs())
  await ctx.db.run(
    sql`delete from webhook_logs where organization_id = ${organizationId} and integration_id = 'i2'`,
  )
  expect(await logCounts()).toEqual(await countedLogs())
})

test('stored counts of runs match the runs after they were added, ended and deleted', async () => {
  const counts = () =>
    ctx.db.all(sql`select status, total from generation_job_counts
      where organization_id = ${organizationId} and total > 0 order by 1`)
  const counted = () =>
    ctx.db.all(sql`select status, count(*) as total from generation_jobs
      where organization_id = ${organizationId} group by 1 order by 1`)
  for (const status of ['queued', 'queued', 'running'])
    await ctx.db.run(sql`
      insert into generation_jobs
        (id, organization_id, status, content_type, repository_ids, source, created_at, updated_at)
      values (${Bun.randomUUIDv7()}, ${organizationId}, ${status}, 'changelog', '[]', 'api', 0, 0)`)
  expect(await counts()).toEqual(await counted())
  await ctx.db.run(sql`update generation_jobs set status = 'completed'
    where organization_id = ${organizationId} and status = 'queued'`)
  expect(await counts()).toEqual(await counted())
  expect(await counts()).toHaveLength(2)
  await ctx.db.run(sql`delete from generation_jobs where organization_id = ${organizationId}`)
  expect(await counts()).toEqual([])
})
