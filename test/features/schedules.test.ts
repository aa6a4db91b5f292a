import { beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { t } from 'elysia'
import { repairFutureTimes } from '../../src/clock.ts'
import { recurring } from '../../src/cron/table.ts'
import { tick } from '../../src/cron/ticker.ts'
import { disableReadersOf, disableWritersAs } from '../../src/features/automations/record.ts'
import { automations } from '../../src/features/automations/table.ts'
import { brandIdentities } from '../../src/features/brand-identities/table.ts'
import { runScheduleJob } from '../../src/features/generation/start.ts'
import { generationJobs } from '../../src/features/generation/table.ts'
import { integrations } from '../../src/features/integrations/table.ts'
import { createKey } from '../../src/features/keys/service.ts'
import { defineJob } from '../../src/jobs/define.ts'
import { performDueJobs } from '../../src/jobs/runner.ts'
import { jobs } from '../../src/jobs/table.ts'
import { addIdentity, caller, connect, type Team, testApp, triggerBody } from '../support/app.ts'

const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
const hour = 60 * 60 * 1000
const day = 24 * hour

let app: Awaited<ReturnType<typeof testApp>>
let team: Team
let widgets: string
let gadgets: string
beforeEach(async () => {
  handedOn = []
  app = await testApp()
  team = await app.team('acme')
  widgets = (await connect(app.ctx, team.id, 'acme/widgets')).id
  gadgets = (await connect(app.ctx, team.id, 'acme/gadgets')).id
  await addIdentity(app.ctx, team.id, 'voice')
})

const daily = { frequency: 'daily', hour: 9, minute: 30 }
const scheduleBody = (changes: Record<string, unknown> = {}) => ({
  name: 'Every morning',
  sourceType: 'cron',
  sourceConfig: { cron: daily },
  targets: { repositoryIds: [widgets] },
  outputType: 'changelog',
  enabled: true,
  ...changes,
})
const at = (cron: Record<string, unknown>) => ({ sourceConfig: { cron } })
const create = (changes: Record<string, unknown> = {}) =>
  team.call('POST', '/v1/schedules', scheduleBody(changes))
const created = async (changes: Record<string, unknown> = {}) => {
  const answer = await create(changes)
  expect(answer.status).toBe(201)
  return answer.body.schedule
}
const patch = (id: string, changes: Record<string, unknown> = {}) =>
  team.call('PATCH', `/v1/schedules/${id}`, scheduleBody(changes))
const list = async (query = '') => (await team.call('GET', `/v1/schedules${query}`)).body
const timers = () => app.ctx.db.select().from(recurring)
const nextRun = async () => (await timers())[0]?.nextAt.toISOString()
/** The parameters that a run of a schedule passes to the writer. */
let handedOn: unknown[]
const writing = defineJob('generation.write', t.Any(), async (_, payload) => {
  handedOn.push(payload)
})
const perform = () => performDueJobs(app.ctx, [runScheduleJob, writing])
const runs = () => app.ctx.db.select().from(generationJobs)
const disconnect = (id: string) => app.ctx.db.delete(integrations).where(eq(integrations.id, id))

describe('creating', () => {
  test('answers 201 with the defaults filled in and the envelope', async () => {
    const { status, body } = await create()
    expect(status).toBe(201)
    expect(body).toEqual({
      schedule: {
        id: expect.any(String),
        organizationId: team.id,
        name: 'Every morning',
        sourceType: 'cron',
        sourceConfig: { cron: daily },
        targets: { repositoryIds: [widgets] },
        outputType: 'changelog',
        outputConfig: null,
        enabled: true,
        autoPublish: false,
        createdAt: expect.stringMatching(isoTime),
        updatedAt: expect.stringMatching(isoTime),
        lookbackWindow: 'last_7_days',
      },
      organization: { id: team.id, slug: 'acme', name: 'Team acme', logo: null },
    })
  })

  test('stores every field that was sent', async () => {
    const sent = {
      name: '  Monthly news  ',
      sourceConfig: { cron: { frequency: 'monthly', hour: 0, minute: 0, dayOfMonth: 31 } },
      outputType: 'blog_post',
      outputConfig: { brandVoiceId: 'voice', publishDestination: 'webflow', instructions: 'Be kind.' },
      enabled: false,
      autoPublish: true,
      lookbackWindow: 'last_30_days',
    }
    expect(await created(sent)).toMatchObject({ ...sent, name: 'Monthly news' })
  })

  test('sorts the repositories and removes duplicates', async () => {
    const { targets } = await created({ targets: { repositoryIds: [gadgets, widgets, gadgets] } })
    expect(targets.repositoryIds).toEqual([widgets, gadgets].sort())
  })

  test.each([
    ['daily', { ...daily, dayOfWeek: 1, dayOfMonth: 2 }, daily],
    [
      'weekly',
      { ...daily, frequency: 'weekly', dayOfWeek: 1, dayOfMonth: 2 },
      { ...daily, frequency: 'weekly', dayOfWeek: 1 },
    ],
    [
      'monthly',
      { ...daily, frequency: 'monthly', dayOfWeek: 1, dayOfMonth: 2 },
      { ...daily, frequency: 'monthly', dayOfMonth: 2 },
    ],
  ])('drops the days that a %s one does not need', async (_, sent, stored) => {
    expect((await created(at(sent))).sourceConfig).toEqual({ cron: stored })
  })

  test.each(['changelog', 'blog_post', 'linkedin_post', 'twitter_post', 'image'])(
    'accepts the output type %s',
    async (outputType) => {
      expect((await created({ outputType })).outputType).toBe(outputType)
    },
  )

  test.each(['current_day', 'yesterday', 'last_7_days', 'last_14_days', 'last_30_days'])(
    'accepts the lookback window %s',
    async (lookbackWindow) => {
      expect((await created({ lookbackWindow })).lookbackWindow).toBe(lookbackWindow)
    },
  )

  const without = (field: string) => ({ [field]: undefined })
  test.each<[string, Record<string, unknown>, string]>([
    ['no name', without('name'), 'name is required'],
    ['a blank name', { name: '  ' }, 'name must have 1 to 120 characters'],
    ['a name of 121 characters', { name: 'n'.repeat(121) }, 'name must have 1 to 120 characters'],
    ['no sourceType', without('sourceType'), 'sourceType must be cron'],
    ['another sourceType', { sourceType: 'github_webhook' }, 'sourceType must be cron'],
    [
      'an unknown frequency',
      at({ ...daily, frequency: 'hourly' }),
      'sourceConfig.cron.frequency must be one of daily, weekly, monthly',
    ],
    ['hour 24', at({ ...daily, hour: 24 }), 'sourceConfig.cron.hour must be an integer from 0 to 23'],
    ['hour -1', at({ ...daily, hour: -1 }), 'sourceConfig.cron.hour must be an integer from 0 to 23'],
    ['half an hour', at({ ...daily, hour: 1.5 }), 'sourceConfig.cron.hour must be an integer from 0 to 23'],
    [
      'an hour that is a text',
      at({ ...daily, hour: '9' }),
      'sourceConfig.cron.hour must be an integer from 0 to 23',
    ],
    ['minute 60', at({ ...daily, minute: 60 }), 'sourceConfig.cron.minute must be an integer from 0 to 59'],
    [
      'no minute',
      at({ frequency: 'daily', hour: 1 }),
      'sourceConfig.cron.minute must be an integer from 0 to 59',
    ],
    [
      'a weekly one without a day',
      at({ ...daily, frequency: 'weekly', dayOfMonth: 1 }),
      'dayOfWeek is required for weekly schedules',
    ],
    [
      'dayOfWeek 7',
      at({ ...daily, frequency: 'weekly', dayOfWeek: 7 }),
      'sourceConfig.cron.dayOfWeek must be an integer from 0 to 6',
    ],
    [
      'a monthly one without a day',
      at({ ...daily, frequency: 'monthly', dayOfWeek: 1 }),
      'dayOfMonth is required for monthly schedules',
    ],
    [
      'dayOfMonth 0',
      at({ ...daily, frequency: 'monthly', dayOfMonth: 0 }),
      'sourceConfig.cron.dayOfMonth must be an integer from 1 to 31',
    ],
    [
      'dayOfMonth 32',
      at({ ...daily, frequency: 'monthly', dayOfMonth: 32 }),
      'sourceConfig.cron.dayOfMonth must be an integer from 1 to 31',
    ],
    [
      'no repository',
      { targets: { repositoryIds: [] } },
      'targets.repositoryIds must contain 1 to 100 repositories',
    ],
    [
      'an output type that cannot be generated',
      { outputType: 'investor_update' },
      'outputType must be one of changelog, blog_post, linkedin_post, twitter_post, image',
    ],
    [
      'an unknown destination',
      { outputConfig: { publishDestination: 'ghost' } },
      'outputConfig.publishDestination must be webflow, framer or custom',
    ],
    [
      'empty instructions',
      { outputConfig: { instructions: '' } },
      'outputConfig.instructions must have 1 to 2000 characters',
    ],
    [
      'instructions of 2001 characters',
      { outputConfig: { instructions: 'i'.repeat(2001) } },
      'outputConfig.instructions must have 1 to 2000 characters',
    ],
    ['no enabled', without('enabled'), 'enabled must be true or false'],
    ['enabled as text', { enabled: 'true' }, 'enabled must be true or false'],
    ['autoPublish as number', { autoPublish: 1 }, 'autoPublish must be true or false'],
    [
      'an unknown lookback window',
      { lookbackWindow: 'last_year' },
      'lookbackWindow must be one of current_day, yesterday, last_7_days, last_14_days, last_30_days',
    ],
  ])('refuses %s, and so does changing', async (_, changes, error) => {
    const answer = await create(changes)
    expect([answer.status, answer.body.error]).toEqual([400, error])
    const { id } = await created()
    const changed = await patch(id, changes)
    expect([changed.status, changed.body.error]).toEqual([400, error])
  })

  test.each<[string, unknown]>([
    ['no sourceConfig', { sourceConfig: undefined }],
    ['no cron', { sourceConfig: {} }],
    ['cron as text', { sourceConfig: { cron: '0 9 * * *' } }],
    ['no targets', { targets: undefined }],
    ['a repository id that is a number', { targets: { repositoryIds: [7] } }],
    ['outputConfig as text', { outputConfig: 'x' }],
  ])('refuses %s', async (_, changes) => {
    const answer = await create(changes as Record<string, unknown>)
    expect([answer.status, typeof answer.body.error]).toEqual([400, 'string'])
  })

  test.each(['[]', 'null', '"schedule"', '{"name":', ''])('refuses the body %p', async (body) => {
    const answer = await team.call('POST', '/v1/schedules', body)
    expect([answer.status, typeof answer.body.error]).toEqual([400, 'string'])
    expect(await app.ctx.db.$count(automations)).toBe(0)
  })
})

describe('a duplicate', () => {
  test('differs at most in name, enabled and autoPublish, and is 409', async () => {
    await create()
    for (const changes of [{}, { name: 'Other' }, { enabled: false }, { autoPublish: true }]) {
      const answer = await create(changes)
      expect([answer.status, answer.body]).toEqual([409, { error: 'Duplicate schedule' }])
    }
    expect(await timers()).toHaveLength(1)
  })

  test('is detected despite defaults, unneeded days and the order of repositories', async () => {
    await create({ targets: { repositoryIds: [widgets, gadgets] } })
    const again = {
      sourceConfig: { cron: { ...daily, dayOfWeek: 3 } },
      targets: { repositoryIds: [gadgets, widgets] },
      outputConfig: {},
      lookbackWindow: 'last_7_days',
    }
    expect((await create(again)).status).toBe(409)
  })

  test.each<[string, Record<string, unknown>]>([
    ['time', { sourceConfig: { cron: { ...daily, minute: 31 } } }],
    ['output type', { outputType: 'blog_post' }],
    ['output configuration', { outputConfig: { brandVoiceId: 'voice' } }],
    ['lookback window', { lookbackWindow: 'yesterday' }],
  ])('does not exist with another %s', async (_, changes) => {
    await create()
    expect((await create(changes)).status).toBe(201)
  })

  test('does not exist with another repository, or in another organization', async () => {
    await create()
    expect((await create({ targets: { repositoryIds: [gadgets] } })).status).toBe(201)
    const other = await app.team('other')
    const body = scheduleBody({ enabled: false })
    expect((await other.call('POST', '/v1/schedules', body)).status).toBe(201)
  })

  test('cannot be created by a change either, but a schedule does not conflict with itself', async () => {
    await create()
    const { id } = await created({ lookbackWindow: 'yesterday' })
    expect((await patch(id, { lookbackWindow: 'yesterday', name: 'Renamed' })).status).toBe(200)
    const answer = await patch(id)
    expect([answer.status, answer.body]).toEqual([409, { error: 'Duplicate schedule' }])
  })

  test('sent twice at once is stored once', async () => {
    const answers = await Promise.all([create(), create()])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
  })
})

describe('repositories', () => {
  const notFound = 'Cannot create enabled schedule: one or more integrations not found'
  const deleted = 'Cannot enable schedule: one or more integrations have been deleted'

  test('of an enabled schedule must be connected', async () => {
    const answer = await create({ targets: { repositoryIds: [widgets, 'nowhere'] } })
    expect([answer.status, answer.body]).toEqual([400, { error: notFound }])
    expect(await app.ctx.db.$count(automations)).toBe(0)
    expect(await timers()).toEqual([])
  })

  test('of a disabled schedule are not looked up, until it is enabled', async () => {
    const targets = { repositoryIds: ['nowhere'] }
    const { id } = await created({ targets, enabled: false })
    expect((await patch(id, { targets, enabled: false, name: 'Still off' })).status).toBe(200)
    const answer = await patch(id, { targets })
    expect([answer.status, answer.body]).toEqual([400, { error: deleted }])
    expect((await list()).schedules[0]).toMatchObject({ enabled: false, name: 'Still off' })
    expect(await timers()).toEqual([])
  })

  test('that were disconnected keep a schedule from being enabled', async () => {
    const { id } = await created({ enabled: false })
    await disconnect(widgets)
    const answer = await patch(id)
    expect([answer.status, answer.body]).toEqual([400, { error: deleted }])
  })

  test('of another organization count as not found', async () => {
    const stranger = await app.team('stranger')
    const answer = await stranger.call('POST', '/v1/schedules', scheduleBody())
    expect([answer.status, answer.body]).toEqual([400, { error: notFound }])
  })
})

describe('the list', () => {
  test('is newest first, with the labels of the repositories', async () => {
    await app.ctx.db.update(integrations).set({ branch: 'next' }).where(eq(integrations.id, gadgets))
    const first = await created()
    app.ctx.clock.advance(1)
    const second = await created({ lookbackWindow: 'yesterday' })
    const body = await list()
    expect(body).toEqual({
      schedules: [second, first],
      repositoryMap: { [widgets]: 'acme/widgets', [gadgets]: 'acme/gadgets · next' },
      organization: { id: team.id, slug: 'acme', name: 'Team acme', logo: null },
    })
  })

  test('can be narrowed to schedules that target any of some repositories', async () => {
    const one = await created()
    app.ctx.clock.advance(1)
    const two = await created({ targets: { repositoryIds: [gadgets] } })
    app.ctx.clock.advance(1)
    const both = await created({ targets: { repositoryIds: [gadgets, widgets] } })
    const ids = async (query: string) => (await list(query)).schedules.map((schedule: any) => schedule.id)
    expect(await ids(`?repositoryIds=${widgets}`)).toEqual([both.id, one.id])
    expect(await ids(`?repositoryIds=${gadgets},${widgets}`)).toEqual([both.id, two.id, one.id])
    expect(await ids('?repositoryIds=nowhere')).toEqual([])
    expect(await ids('?repositoryIds=')).toHaveLength(3)
  })

  test('leaves out a malformed row and shows the others', async () => {
    const good = await created()
    const { id } = await created({ lookbackWindow: 'yesterday' })
    await app.ctx.db
      .update(automations)
      .set({ sourceConfig: { cron: { frequency: 'hourly' } } as never })
      .where(eq(automations.id, id))
    expect((await list()).schedules).toEqual([good])
  })
})

describe('changing', () => {
  test('replaces everything: omitted fields get their defaults', async () => {
    const before = await created({
      outputConfig: { brandVoiceId: 'voice' },
      autoPublish: true,
      lookbackWindow: 'yesterday',
    })
    app.ctx.clock.advance(1000)
    const { status, body } = await patch(before.id, { name: 'New', outputType: 'twitter_post' })
    expect(status).toBe(200)
    expect(body.organization.id).toBe(team.id)
    expect(body.schedule).toEqual({
      ...before,
      name: 'New',
      outputType: 'twitter_post',
      outputConfig: null,
      autoPublish: false,
      lookbackWindow: 'last_7_days',
      updatedAt: app.ctx.now().toISOString(),
    })
    expect((await list()).schedules).toEqual([body.schedule])
  })

  test('needs a whole definition, not a part of one', async () => {
    const { id } = await created()
    expect((await team.call('PATCH', `/v1/schedules/${id}`, { enabled: false })).status).toBe(400)
    expect((await list()).schedules[0].enabled).toBe(true)
  })

  test('resets earlier failures', async () => {
    const { id } = await created()
    await app.ctx.db.update(automations).set({ failureReason: 'workflow_errors', failureCount: 2 })
    await patch(id)
    const [row] = await app.ctx.db.select().from(automations)
    expect(row).toMatchObject({ failureReason: null, failureCount: 0 })
  })
})

test.each(['someone-else', 'nobody'])('in the unknown identity %s is 400', async (brandVoiceId) => {
  const other = await app.team('other')
  await addIdentity(app.ctx, other.id, 'someone-else')
  const { id } = await created()
  for (const answer of [
    await create({ outputConfig: { brandVoiceId } }),
    await patch(id, { outputConfig: { brandVoiceId } }),
    await team.call('POST', '/v1/event-triggers', triggerBody(widgets, { outputConfig: { brandVoiceId } })),
  ]) {
    expect([answer.status, answer.body.error]).toEqual([
      400,
      'Requested brand voice does not belong to this organization',
    ])
  }
})

test('a deleted identity may stay: the schedule can be renamed and enabled again', async () => {
  const outputConfig = { brandVoiceId: 'voice' }
  const { id } = await created({ outputConfig })
  await app.ctx.db.delete(brandIdentities).where(eq(brandIdentities.id, 'voice'))
  const { status, body } = await patch(id, { outputConfig, name: 'Renamed', enabled: true })
  expect([status, body.schedule]).toEqual([200, expect.objectContaining({ outputConfig, name: 'Renamed' })])
  const gone = await patch(id, { outputConfig, targets: { repositoryIds: ['gone'] } })
  expect([gone.status, gone.body.error]).toEqual([
    400,
    'Cannot enable schedule: one or more integrations have been deleted',
  ])
  const refused = 'Requested brand voice does not belong to this organization'
  expect((await create({ outputConfig, name: 'New' })).body.error).toBe(refused)
})

describe('the timer', () => {
  test('is created with an enabled schedule, in UTC', async () => {
    const { id } = await created()
    expect(await timers()).toEqual([
      {
        key: `schedules:${id}`,
        pattern: '30 9 * * *',
        job: 'schedules.run',
        payload: { scheduleId: id },
        nextAt: new Date('2026-03-05T09:30:00.000Z'),
      },
    ])
  })

  test('is absent while the schedule is disabled', async () => {
    const { id } = await created({ enabled: false })
    expect(await timers()).toEqual([])
    await patch(id)
    expect(await timers()).toHaveLength(1)
    await patch(id, { enabled: false })
    expect(await timers()).toEqual([])
    app.ctx.clock.advance(40 * day)
    expect(await tick(app.ctx)).toBe(0)
  })

  test('is deleted with the schedule, the others stay', async () => {
    const { id } = await created()
    const kept = await created({ lookbackWindow: 'yesterday' })
    const answer = await team.call('DELETE', `/v1/schedules/${id}`)
    expect([answer.status, answer.body]).toEqual([
      200,
      { id, organization: { id: team.id, slug: 'acme', name: 'Team acme', logo: null } },
    ])
    expect((await timers()).map(({ key }) => key)).toEqual([`schedules:${kept.id}`])
    expect((await list()).schedules).toEqual([kept])
  })

  test('moves when the time changes', async () => {
    const { id } = await created()
    await patch(id, at({ frequency: 'daily', hour: 13, minute: 0 }))
    expect(await nextRun()).toBe('2026-03-04T13:00:00.000Z')
  })

  // The time is Wednesday, 4 March 2026, 12:00.
  test.each([
    [
      'daily, later today',
      { frequency: 'daily', hour: 12, minute: 1 },
      ['2026-03-04T12:01', '2026-03-05T12:01'],
    ],
    ['daily, this very minute', { frequency: 'daily', hour: 12, minute: 0 }, ['2026-03-05T12:00']],
    [
      'weekly on Sunday, which is 0',
      { frequency: 'weekly', hour: 6, minute: 5, dayOfWeek: 0 },
      ['2026-03-08T06:05', '2026-03-15T06:05'],
    ],
    [
      'weekly, passed today',
      { frequency: 'weekly', hour: 11, minute: 59, dayOfWeek: 3 },
      ['2026-03-11T11:59'],
    ],
    [
      'monthly on the 31st, short months skipped',
      { frequency: 'monthly', hour: 0, minute: 0, dayOfMonth: 31 },
      ['2026-03-31T00:00', '2026-05-31T00:00', '2026-07-31T00:00', '2026-08-31T00:00'],
    ],
    [
      'monthly on the 29th, February of a common year skipped',
      { frequency: 'monthly', hour: 8, minute: 0, dayOfMonth: 29 },
      ['2026-03-29T08:00', '2026-04-29T08:00'],
    ],
  ])('%s', async (_, cron, expected) => {
    await created(at(cron))
    const seen: string[] = []
    for (const _ of expected) {
      const [timer] = await timers()
      seen.push(timer?.nextAt.toISOString().slice(0, 16) ?? '')
      app.ctx.clock.now = timer?.nextAt ?? app.ctx.now()
      expect(await tick(app.ctx)).toBe(1)
    }
    expect(seen).toEqual(expected)
  })
})

describe('a due time', () => {
  test("starts one run, with the schedule's settings", async () => {
    const { id } = await created({
      targets: { repositoryIds: [widgets, gadgets] },
      lookbackWindow: 'yesterday',
      outputConfig: { brandVoiceId: 'voice' },
    })
    app.ctx.clock.advance(21.5 * hour)
    await tick(app.ctx)
    await perform()
    const [run, ...others] = await runs()
    expect(others).toEqual([])
    expect(run).toMatchObject({
      id: expect.stringMatching(/^job_[0-9a-f]{32}$/),
      organizationId: team.id,
      contentType: 'changelog',
      lookbackWindow: 'yesterday',
      repositoryIds: [widgets, gadgets].sort(),
      brandVoiceId: 'voice',
      source: 'automation',
    })
    expect(run?.workflowRunId).toStartWith(`schedule-${id}-`)
    expect(handedOn).toEqual([{ generationId: run?.id, cause: { type: 'schedule', scheduleId: id } }])
  })

  test('that ran already because of a clock a day ahead starts a run again at the right time', async () => {
    await created(at({ frequency: 'daily', hour: 9, minute: 30 }))
    app.ctx.clock.advance(24 * hour)
    await tick(app.ctx)
    await perform()
    app.ctx.clock.advance(-24 * hour)
    await repairFutureTimes(app.ctx)
    expect(await nextRun()).toBe('2026-03-05T09:30:00.000Z')
    app.ctx.clock.advance(21.5 * hour)
    await tick(app.ctx)
    await perform()
    expect(await runs()).toHaveLength(2)
  })

  test('has not come a millisecond before', async () => {
    await created()
    app.ctx.clock.advance(21.5 * hour - 1)
    expect(await tick(app.ctx)).toBe(0)
  })

  test('starts one run with any number of tickers and workers', async () => {
    await created()
    app.ctx.clock.advance(21.5 * hour)
    await Promise.all([tick(app.ctx), tick(app.ctx)])
    await Promise.all([perform(), perform()])
    await tick(app.ctx)
    await perform()
    expect(await runs()).toHaveLength(1)
    expect(handedOn).toHaveLength(1)
  })

  test('starts one run when the job is performed again after a crash', async () => {
    await created()
    app.ctx.clock.advance(21.5 * hour)
    await tick(app.ctx)
    await perform()
    await app.ctx.db.update(jobs).set({ state: 'ready' }).where(eq(jobs.name, 'schedules.run'))
    await perform()
    expect(await runs()).toHaveLength(1)
    expect(handedOn).toHaveLength(1)
  })

  test('that passed many times while no server ran is run once, then at its usual times', async () => {
    await created()
    app.ctx.clock.advance(10 * day)
    await tick(app.ctx)
    await tick(app.ctx)
    await perform()
    expect(await runs()).toHaveLength(1)
    expect(handedOn).toHaveLength(1)
    expect(await nextRun()).toBe('2026-03-15T09:30:00.000Z')
  })

  test('after another starts its own run', async () => {
    await created()
    app.ctx.clock.advance(day)
    await tick(app.ctx)
    await perform()
    app.ctx.clock.advance(day)
    await tick(app.ctx)
    await perform()
    expect(new Set((await runs()).map((run) => run.workflowRunId)).size).toBe(2)
    expect(handedOn).toHaveLength(2)
  })

  test.each(['disabled', 'deleted'])('of a schedule that was %s meanwhile starts none', async (end) => {
    const { id } = await created()
    app.ctx.clock.advance(day)
    await tick(app.ctx)
    if (end === 'disabled') await patch(id, { enabled: false })
    else await team.call('DELETE', `/v1/schedules/${id}`)
    await perform()
    expect(await runs()).toEqual([])
    expect(handedOn).toEqual([])
    expect((await app.ctx.db.select().from(jobs)).map(({ state }) => state)).toEqual(['done'])
  })

  test('keeps its run when the schedule is deleted later', async () => {
    const { id } = await created()
    app.ctx.clock.advance(day)
    await tick(app.ctx)
    await perform()
    await team.call('DELETE', `/v1/schedules/${id}`)
    expect(await runs()).toHaveLength(1)
    expect(handedOn).toHaveLength(1)
  })
})

describe('deleting a dependency disables the schedules that need it', () => {
  test('a repository: the enabled ones, which are named, and their timers', async () => {
    const one = await created({ name: 'One' })
    const both = await created({ name: 'Both', targets: { repositoryIds: [widgets, gadgets] } })
    await created({ name: 'Off', enabled: false, lookbackWindow: 'yesterday' })
    const other = await created({ name: 'Other', targets: { repositoryIds: [gadgets] } })
    const [disabled] = await app.ctx.db.batch([...disableReadersOf(app.ctx, team.id, widgets)])
    expect(disabled.sort((a, b) => (a.name < b.name ? -1 : 1))).toEqual([
      { id: both.id, name: 'Both', sourceType: 'cron' },
      { id: one.id, name: 'One', sourceType: 'cron' },
    ])
    expect((await timers()).map(({ key }) => key)).toEqual([`schedules:${other.id}`])
    const states = (await list()).schedules.map((schedule: any) => [schedule.name, schedule.enabled])
    expect(Object.fromEntries(states)).toEqual({ One: false, Both: false, Off: false, Other: true })
  })

  test('a brand identity: the same, in its own organization only', async () => {
    const outputConfig = { brandVoiceId: 'voice' }
    const mine = await created({ outputConfig })
    const kept = await created()
    const other = await app.team('other')
    const theirs = (await connect(app.ctx, other.id, 'other/app')).id
    const body = scheduleBody({ targets: { repositoryIds: [theirs] } })
    const foreign = (await other.call('POST', '/v1/schedules', body)).body.schedule
    await app.ctx.db.update(automations).set({ outputConfig }).where(eq(automations.id, foreign.id))
    const [disabled] = await app.ctx.db.batch([...disableWritersAs(app.ctx, team.id, 'voice')])
    expect(disabled).toEqual([{ id: mine.id, name: 'Every morning', sourceType: 'cron' }])
    expect((await timers()).map(({ key }) => key).sort()).toEqual(
      [`schedules:${kept.id}`, `schedules:${foreign.id}`].sort(),
    )
  })

  test('a brand identity disables event triggers, in its own organization only', async () => {
    const outputConfig = { brandVoiceId: 'voice' }
    const trigger = async (changes: Record<string, unknown>) =>
      (await team.call('POST', '/v1/event-triggers', triggerBody(widgets, changes))).body.eventTrigger
    const mine = await trigger({ outputConfig })
    const kept = await trigger({ outputType: 'blog_post' })
    await trigger({ outputType: 'twitter_post', outputConfig, enabled: false })
    const [ofOthers] = await app.ctx.db.batch([...disableWritersAs(app.ctx, 'other', 'voice')])
    expect(ofOthers).toEqual([])
    const [disabled] = await app.ctx.db.batch([...disableWritersAs(app.ctx, team.id, 'voice')])
    expect(disabled).toEqual([{ id: mine.id, name: 'Untitled Schedule', sourceType: 'github_webhook' }])
    expect((await team.call('GET', `/v1/event-triggers/${mine.id}`)).body.eventTrigger.enabled).toBe(false)
    expect((await team.call('GET', `/v1/event-triggers/${kept.id}`)).body.eventTrigger.enabled).toBe(true)
  })
})

test.each(['PATCH', 'DELETE'])('%s of an unknown schedule is 404', async (method) => {
  const body = method === 'PATCH' ? scheduleBody() : undefined
  const answer = await team.call(method, '/v1/schedules/nobody', body)
  expect([answer.status, answer.body]).toEqual([404, { error: 'Schedule not found' }])
  expect(await timers()).toEqual([])
})

test('an id that no path can contain is 400', async () => {
  const answer = await team.call('DELETE', '/v1/schedules/a%20b')
  expect([answer.status, answer.body]).toEqual([400, { error: 'scheduleId has an invalid format' }])
})

test('a single schedule cannot be read', async () => {
  const { id } = await created()
  expect((await team.call('GET', `/v1/schedules/${id}`)).status).toBe(404)
})

test('the schedules of another organization are invisible and unchangeable', async () => {
  const { id } = await created()
  const stranger = await app.team('stranger')
  expect((await stranger.call('GET', '/v1/schedules')).body).toMatchObject({
    schedules: [],
    repositoryMap: {},
  })
  const body = scheduleBody({ enabled: false })
  for (const method of ['PATCH', 'DELETE']) {
    const answer = await stranger.call(method, `/v1/schedules/${id}`, method === 'PATCH' ? body : undefined)
    expect([answer.status, answer.body]).toEqual([404, { error: 'Schedule not found' }])
  }
  expect((await list()).schedules[0].enabled).toBe(true)
  expect(await timers()).toHaveLength(1)
})

test('reading needs schedules.read and writing schedules.write, neither implies the other', async () => {
  const { id } = await created()
  const withScopes = async (...scopes: string[]) =>
    caller(app.api, (await createKey(app.ctx, team.id, { name: 'narrow', scopes })).key)
  const reader = await withScopes('schedules.read')
  const writer = await withScopes('schedules.write')
  expect((await reader('GET', '/v1/schedules')).status).toBe(200)
  expect((await reader('POST', '/v1/schedules', scheduleBody())).status).toBe(403)
  expect((await reader('PATCH', `/v1/schedules/${id}`, scheduleBody())).status).toBe(403)
  expect((await reader('DELETE', `/v1/schedules/${id}`)).body.error).toBe('Forbidden')
  expect((await writer('GET', '/v1/schedules')).status).toBe(403)
  expect((await writer('PATCH', `/v1/schedules/${id}`, scheduleBody())).status).toBe(200)
  expect((await writer('DELETE', `/v1/schedules/${id}`)).status).toBe(200)
  expect((await app.anonymous('GET', '/v1/schedules')).status).toBe(401)
})

describe('a time zone', () => {
  test('moves the runs with the clocks of that zone', async () => {
    const schedule = await created(at({ ...daily, timeZone: 'Europe/Berlin' }))
    expect(schedule.sourceConfig.cron).toEqual({ ...daily, timeZone: 'Europe/Berlin' })
    expect(await nextRun()).toBe('2026-03-05T08:30:00.000Z')
    app.ctx.clock.advance(30 * day)
    await tick(app.ctx)
    expect(await nextRun()).toBe('2026-04-04T07:30:00.000Z')
  })

  test('that is UTC is not stored, and one that does not exist is refused', async () => {
    expect((await created(at({ ...daily, timeZone: 'UTC' }))).sourceConfig.cron).toEqual(daily)
    expect((await create(at({ ...daily, timeZone: 'Mars/Olympus' }))).body.error).toBe(
      'timeZone must be the name of a time zone, such as Europe/Berlin',
    )
  })
})
