import { beforeEach, describe, expect, test } from 'bun:test'
import { recurring } from '../../src/cron/table.ts'
import { atomically } from '../../src/db/client.ts'
import { clearFailures, noteFailure } from '../../src/features/automations/record.ts'
import { automations, type FailureReason } from '../../src/features/automations/table.ts'
import { connect, type Team, testApp, triggerBody } from '../support/app.ts'

let app: Awaited<ReturnType<typeof testApp>>
let team: Team
let ids: Record<'schedule' | 'trigger', string>
let bystanders: Record<'schedule' | 'trigger', string>

const scheduleBody = (repositoryId: string, changes: Record<string, unknown> = {}) => ({
  name: 'Every morning',
  sourceType: 'cron',
  sourceConfig: { cron: { frequency: 'daily', hour: 9, minute: 30 } },
  targets: { repositoryIds: [repositoryId] },
  outputType: 'changelog',
  enabled: true,
  ...changes,
})

beforeEach(async () => {
  app = await testApp()
  team = await app.team('acme')
  const repository = await connect(app.ctx, team.id)
  const make = async (outputType: string) => {
    const schedule = await team.call('POST', '/v1/schedules', scheduleBody(repository.id, { outputType }))
    const trigger = await team.call('POST', '/v1/event-triggers', triggerBody(repository.id, { outputType }))
    return { schedule: schedule.body.schedule.id, trigger: trigger.body.eventTrigger.id }
  }
  ids = await make('changelog')
  bystanders = await make('blog_post')
})

const kinds = ['schedule', 'trigger'] as const
type Kind = (typeof kinds)[number]

const fail = (kind: Kind, reason: FailureReason = 'workflow_errors') =>
  atomically(app.ctx.db, noteFailure(app.ctx, ids[kind], reason))
const clear = (kind: Kind) => atomically(app.ctx.db, clearFailures(app.ctx, ids[kind]))
async function read(kind: Kind, id = ids[kind]) {
  const rows = await app.ctx.db.select().from(automations)
  const row = rows.find((each) => each.id === id)
  if (!row) throw new Error(`There is no ${kind} ${id}.`)
  const { enabled, failureReason, failureCount, updatedAt } = row
  return { enabled, failureReason, failureCount, updatedAt }
}
const timers = async () => (await app.ctx.db.select().from(recurring)).map(({ key }) => key).sort()

describe.each(kinds)('a %s', (kind) => {
  test.each(['ai_credits_depleted', 'plan_limit_reached', 'workflow_errors'] as const)(
    'is paused by the third failure in a row for %s, not by the second',
    async (reason) => {
      const { updatedAt } = await read(kind)
      app.ctx.clock.advance(1000)
      await fail(kind, reason)
      await fail(kind, reason)
      expect(await read(kind)).toEqual({ enabled: true, failureReason: reason, failureCount: 2, updatedAt })
      await fail(kind, reason)
      expect(await read(kind)).toMatchObject({ enabled: false, failureCount: 3, updatedAt: app.ctx.now() })
    },
  )

  test('is not paused by failures for different reasons', async () => {
    for (const reason of ['workflow_errors', 'workflow_errors', 'plan_limit_reached'] as const)
      await fail(kind, reason)
    expect(await read(kind)).toMatchObject({
      enabled: true,
      failureReason: 'plan_limit_reached',
      failureCount: 1,
    })
  })

  test('is not paused by failures of which the first are 30 days old', async () => {
    await fail(kind)
    await fail(kind)
    app.ctx.clock.advance(30 * 24 * 60 * 60 * 1000)
    await fail(kind)
    expect(await read(kind)).toMatchObject({ enabled: true, failureCount: 1 })
  })

  test('starts counting again after a success or a skip', async () => {
    await fail(kind)
    await fail(kind)
    await clear(kind)
    expect(await read(kind)).toMatchObject({ enabled: true, failureReason: null, failureCount: 0 })
    await fail(kind)
    await fail(kind)
    expect((await read(kind)).enabled).toBe(true)
  })

  test('is paused when three runs fail at the same moment', async () => {
    await Promise.all([fail(kind), fail(kind), fail(kind)])
    expect(await read(kind)).toMatchObject({ enabled: false, failureCount: 3 })
  })

  test('that is paused does not change again, and only a change enables it', async () => {
    for (let i = 0; i < 3; i++) await fail(kind)
    const { updatedAt } = await read(kind)
    app.ctx.clock.advance(1000)
    await fail(kind)
    await clear(kind)
    expect(await read(kind)).toEqual({ enabled: false, failureReason: null, failureCount: 0, updatedAt })
  })

  test('does not affect the others', async () => {
    for (let i = 0; i < 3; i++) await fail(kind)
    expect(await read(kind, bystanders[kind])).toMatchObject({ enabled: true, failureCount: 0 })
  })

  test('that was enabled again by a change starts counting again', async () => {
    for (let i = 0; i < 3; i++) await fail(kind)
    const [repositoryId] = (await read2(kind)).repositoryIds
    const path = kind === 'schedule' ? '/v1/schedules' : '/v1/event-triggers'
    const body = kind === 'schedule' ? scheduleBody(repositoryId ?? '') : triggerBody(repositoryId ?? '')
    expect((await team.call('PATCH', `${path}/${ids[kind]}`, body)).status).toBe(200)
    expect(await read(kind)).toMatchObject({ enabled: true, failureReason: null, failureCount: 0 })
    await fail(kind)
    expect((await read(kind)).enabled).toBe(true)
  })

  test('that was deleted meanwhile causes no error', async () => {
    const path = kind === 'schedule' ? '/v1/schedules' : '/v1/event-triggers'
    await team.call('DELETE', `${path}/${ids[kind]}`)
    await fail(kind)
    await clear(kind)
  })
})

async function read2(kind: Kind) {
  const rows = await app.ctx.db.select().from(automations)
  return rows.find((each) => each.id === ids[kind]) ?? { repositoryIds: [] }
}

test('the timer of a schedule is removed when it is paused, not before', async () => {
  const both = [`schedules:${ids.schedule}`, `schedules:${bystanders.schedule}`].sort()
  await fail('schedule')
  await fail('schedule')
  expect(await timers()).toEqual(both)
  await fail('schedule')
  expect(await timers()).toEqual([`schedules:${bystanders.schedule}`])
})

test('the timer is restored when the schedule is enabled again', async () => {
  for (let i = 0; i < 3; i++) await fail('schedule')
  const [repositoryId] = (await read2('schedule')).repositoryIds
  await team.call('PATCH', `/v1/schedules/${ids.schedule}`, scheduleBody(repositoryId ?? ''))
  expect(await timers()).toHaveLength(2)
})
